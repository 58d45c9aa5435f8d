#include "app/text_table.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace reboost::app {

std::string aligned(std::vector<std::vector<std::string>> rows, const std::vector<std::size_t>& right) {
    std::vector<std::size_t> widths;
    for (auto& row : rows)
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (j == widths.size()) widths.push_back(0);
            row[j] = printable(row[j]);
            widths[j] = std::max(widths[j], text_width(row[j]));
        }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t j = 0; j < row.size(); ++j) {
            const std::string blanks(widths[j] - text_width(row[j]), ' ');
            const bool to_the_right = std::ranges::find(right, j) != right.end();
            line += (j == 0 ? "" : "  ") + (to_the_right ? blanks + row[j] : row[j] + blanks);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace reboost::app
