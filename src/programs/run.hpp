#pragma once
/// Runs a program to its end.
#include <filesystem>
#include <string>
#include <vector>

namespace reboost::programs {

constexpr int kNotStarted = -1, kTookTooLong = -2;

/// Returns the exit status (1 if a signal ended the program), or one of the constants above. Kills a program
/// that runs longer than `seconds`, with its children. `folder` is the program's working directory; both its
/// outputs go to the file `log`. `variables` ("name=value") are added to its environment.
int run(const std::vector<std::string>& command, const std::filesystem::path& folder,
        const std::filesystem::path& log, int seconds, const std::vector<std::string>& variables = {});

}  // namespace reboost::programs
