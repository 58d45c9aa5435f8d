#pragma once
/// A table of text for LaTeX that fits the page: booktabs, numbers aligned by siunitx.
///
/// Layout: the columns are set in the largest of three sizes at which they fit; what fits in none is split,
/// columns first, so that every part has the labels of its rows, then rows. adjustbox shrinks a part where
/// the text is narrower than an A4 page's.
#include <string>
#include <vector>

namespace reboost::report {

/// All texts are plain, not escaped.
struct LatexColumn {
    std::string head;
    std::vector<std::string> cells;  ///< one for each row
    bool numbers = false;            ///< set at the decimal point; what is no number in the middle
    bool tight = false;              ///< belongs to the column before it: little room between them
};

/// Columns below a common head.
struct LatexGroup {
    std::string head;
    std::vector<LatexColumn> columns;
};

struct LatexTable {
    std::string name;     ///< of its \label
    std::string title;    ///< "Table 1"; repeated above each part
    std::string caption;  ///< follows it above the first
    std::string stub;     ///< above the labels of the rows
    std::vector<std::string> rows;
    std::vector<std::string> blocks;  ///< one for each row, or none: where it changes, a line of its own
    std::vector<LatexGroup> groups;
    std::vector<std::string> notes;
};

/// Begins with a comment that names the packages.
std::string latex_table(const LatexTable& table);

}  // namespace reboost::report
