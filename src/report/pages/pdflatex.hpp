#pragma once
#include <filesystem>
#include <string>

namespace reboost::report {

/// Runs pdflatex on `folder`/report.tex, without shell escape, until references are settled. Returns what to
/// tell: "" where report.pdf stands there; how to get pdflatex, or the package that it lacks. Throws IoError
/// where it fails for another reason.
std::string run_pdflatex(const std::string& program, const std::filesystem::path& folder);

}  // namespace reboost::report
