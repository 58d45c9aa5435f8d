#pragma once
/// Other programs that a report runs: never through a shell.
#include <filesystem>
#include <string>
#include <vector>

namespace reboost::report {

constexpr int kNotStarted = -1, kTookTooLong = -2;

/// The exit status, or one of the above. A program that needs more than `seconds` is killed with its
/// children. `folder` is its current one; both outputs go to `log`. `settings` ("name=value") are added to
/// the environment.
int run_program(std::vector<std::string> words, const std::filesystem::path& folder,
                const std::filesystem::path& log, int seconds, const std::vector<std::string>& settings = {});

}  // namespace reboost::report
