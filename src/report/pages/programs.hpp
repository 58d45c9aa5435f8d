#pragma once
/// Runs the external programs of a report, Gnuplot and pdflatex, never through a shell.
#include "core/error.hpp"

#include <filesystem>
#include <string>

namespace reboost::report {

/// Returns "gnuplot was not found", or how it failed; "" if it starts and ends within ten seconds.
std::string gnuplot_fault(const std::string& program);

/// Runs pdflatex on `folder`/report.tex, without shell escape, three times, so that references are right.
/// Returns "" if report.pdf was made, or a text on how to get pdflatex or the package that it lacks. Throws
/// IoError if it fails for another reason.
std::string run_pdflatex(const std::string& program, const std::filesystem::path& folder);

}  // namespace reboost::report
