#pragma once
/// Names come from strangers (a config's name, a path, a column of a CSV file): each output escapes them in
/// its own way.
#include <string>

namespace reboost::report {

/// A name for a file or an anchor: letters, digits, '.', '_' and '-' only, beginning with none of ".-". What
/// has to be replaced or is long gets 12 digits of the name's SHA-256 behind it, so that different names stay
/// different.
std::string file_slug(const std::string& name);

/// Control characters become spaces: one line, and nothing that a terminal obeys.
std::string one_line(const std::string& text);

/// For text and for attributes in double quotes.
std::string escape_html(const std::string& text);
/// For a cell of a table or the middle of a line. `_`, `~` and `#`, which mean nothing between letters, stay.
std::string escape_markdown(const std::string& text);
/// For running text, a cell of a table, a caption or a heading: nothing in it is a command. Greek letters and
/// mathematical signs are set as such in pdfLaTeX without further packages; what its fonts lack is written
/// [U+4E2D]. Long words may be broken.
std::string escape_latex(const std::string& text);
/// Quoted where it must be. A text that a spreadsheet would take for a formula gets an apostrophe in front.
std::string csv_field(const std::string& text);
/// JSON that may stand inside a script of a page: nothing ends the script, and line separators, which old
/// JavaScript forbids in strings, are written as escapes.
std::string script_safe(const std::string& json);
/// A string of such JSON, with its quotes.
std::string script_json(const std::string& text);
/// A string of Gnuplot in single quotes, in which neither backquotes nor backslashes mean anything.
std::string gnuplot_string(const std::string& text);

}  // namespace reboost::report
