#pragma once
/// Other programs that a report runs: Gnuplot and pdflatex, never through a shell.
#include "core/error.hpp"

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

/// "gnuplot was not found", or how it failed; "" where it starts and answers within ten seconds.
std::string gnuplot_fault(const std::string& program);

/// Runs pdflatex on `folder`/report.tex, without shell escape, until references are settled. Returns what to
/// tell: "" where report.pdf stands there; how to get pdflatex, or the package that it lacks. Throws IoError
/// where it fails for another reason.
std::string run_pdflatex(const std::string& program, const std::filesystem::path& folder);

}  // namespace reboost::report
