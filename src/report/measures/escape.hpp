#pragma once
/// Escapes names for each kind of output. Names are not trusted: they come from configs, paths and CSV files.
#include "core/value.hpp"

#include <string>

namespace reboost::report {

/// Returns a name for a file or an anchor: letters, digits, '.', '_' and '-' only, not beginning with '.' or
/// '-'. If characters are replaced, or the name is long, 12 digits of the name's SHA-256 are appended, so
/// that different names stay different.
std::string file_slug(const std::string& name);

/// Replaces control characters by spaces, so that the text is one line and cannot control a terminal.
std::string one_line(const std::string& text);

/// For HTML text and for attributes in double quotes.
std::string escape_html(const std::string& text);
/// For a table cell or the middle of a line. Keeps `_`, `~` and `#`, which mean nothing between letters.
std::string escape_markdown(const std::string& text);
/// For LaTeX text, table cells, captions and headings: no part of it acts as a command. Greek letters and
/// mathematical signs need only pdfLaTeX, no package; characters that its fonts lack are written as [U+4E2D].
/// Long words may be broken.
std::string escape_latex(const std::string& text);
/// Quotes the text if needed; puts an apostrophe in front of texts that a spreadsheet takes as formulas.
std::string csv_field(const std::string& text);
/// Returns a field of a text, number, flag or list; null: an empty field.
std::string csv_value(const Value& value);
/// Escapes JSON for a script in a page: no text can end the script, and line separators, which old JavaScript
/// forbids in strings, are escaped.
std::string script_safe(const std::string& json);
/// Returns `text` as a quoted string of such JSON.
std::string script_json(const std::string& text);
/// Returns a Gnuplot string in single quotes, in which backquotes and backslashes have no meaning.
std::string gnuplot_string(const std::string& text);

}  // namespace reboost::report
