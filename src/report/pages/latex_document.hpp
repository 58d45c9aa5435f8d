#pragma once
/// The report as one LaTeX document, report.tex: a part for each paper or config, with its tables, figures
/// and claims. Each table is also a file of its own below tables/, each figure below figures/, for \input.
#include "report/pages/report.hpp"

#include <memory>

namespace reboost::report {

/// tables/<name>.tex of each grid of a contest, and figures/<name>.tex of each figure that has drawings.
/// Those of the papers' tables are written with the other formats.
std::vector<std::filesystem::path> write_latex_parts(const ReportOptions& options, const Paper& paper);

/// report.tex, which loads preamble.tex of plots/latex.
std::string latex_document(const std::vector<std::unique_ptr<Paper>>& papers);

/// Runs pdflatex on `folder`/report.tex, without shell escape, until references are settled. Returns what to
/// tell: "" where report.pdf stands there; how to get pdflatex, or the package that it lacks. Throws IoError
/// where it fails for another reason.
std::string run_pdflatex(const std::string& program, const std::filesystem::path& folder);

}  // namespace reboost::report
