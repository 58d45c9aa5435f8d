#include "app/text_table.hpp"

#include "report/measures/escape.hpp"

#include <algorithm>

namespace reboost::app {

std::size_t text_width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string aligned(const std::vector<std::vector<std::string>>& rows,
                    const std::vector<std::size_t>& right) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (j == widths.size()) widths.push_back(0);
            widths[j] = std::max(widths[j], text_width(row[j]));
        }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t j = 0; j < row.size(); ++j) {
            const std::string blanks(widths[j] - text_width(row[j]), ' ');
            const bool to_the_right = std::find(right.begin(), right.end(), j) != right.end();
            const std::string cell = report::one_line(row[j]);
            line += (j == 0 ? "" : "  ") + (to_the_right ? blanks + cell : cell + blanks);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace reboost::app
