#pragma once
/// Other programs that a report runs: never through a shell.
#include <filesystem>
#include <string>
#include <vector>

namespace reboost::report {

/// The exit status; -1 where the program could not be started. `folder` is its current one; both outputs go
/// to `log`. `settings` ("name=value") are added to the environment.
int run_program(std::vector<std::string> words, const std::filesystem::path& folder,
                const std::filesystem::path& log, const std::vector<std::string>& settings = {});

}  // namespace reboost::report
