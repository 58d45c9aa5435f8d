#pragma once
/// Text for LaTeX.
#include <string>

namespace reboost::report {

/// For running text, a cell of a table, a caption or a heading: nothing in it is a command. Greek letters and
/// mathematical signs are set as such in pdfLaTeX without further packages; what its fonts lack is written
/// [U+4E2D]. Long words may be broken.
std::string escape_latex(const std::string& text);

}  // namespace reboost::report
