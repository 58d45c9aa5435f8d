#include "bench/print.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

namespace reboost::bench {
namespace {

std::vector<std::string> rows_of(const std::vector<TableCell>& cells) {
    std::vector<std::string> rows;
    for (const TableCell& cell : cells)
        if (std::find(rows.begin(), rows.end(), cell.row) == rows.end()) rows.push_back(cell.row);
    return rows;
}

const TableCell* find_cell(const std::vector<TableCell>& cells, const std::string& row,
                           std::string_view data_set) {
    const auto found = std::find_if(cells.begin(), cells.end(), [&](const TableCell& c) {
        return c.row == row && c.data_set == data_set;
    });
    return found == cells.end() ? nullptr : &*found;
}

/// Three to four digits, whatever the size.
std::string digits(double value) {
    if (std::isnan(value)) return "-";
    return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3);
}

std::string cell_text(const TableCell& cell) {
    const std::string ratio = std::isnan(cell.target_ms) ? "-" : fmt::format("{:.2f}", cell.ratio());
    return fmt::format("{:>7}{}{:>7} {:>5}", digits(cell.cost.median_ms), cell.stand_in ? "*" : " ",
                       digits(cell.target_ms), ratio);
}

void print_speedups(std::ostream& out, const std::vector<TableCell>& cells) {
    out << "\nTimes faster than the authors' program (its figures scaled alike)\n";
    for (const std::string& row : rows_of(cells)) {
        out << fmt::format("  {:18}", row);
        for (const std::string_view data_set : kDataSets) {
            const TableCell* cell = find_cell(cells, row, data_set);
            const bool known = cell != nullptr && !std::isnan(cell->authors_ms);
            out << fmt::format("{:>22}",
                               known ? fmt::format("{:.0f}", cell->authors_ms / cell->cost.median_ms) : "-");
        }
        out << '\n';
    }
}

}  // namespace

void print_table(std::ostream& out, const std::vector<TableCell>& cells) {
    if (cells.empty()) return;
    out << "\nMilliseconds per round, one thread, training only (median); target scaled by the plain search; "
           "ratio (at most "
           "1 reaches it)\n"
        << fmt::format("  {:18}", "");
    for (const std::string_view data_set : kDataSets)
        out << fmt::format("{:>22}", data_set);
    out << '\n';
    for (const std::string& row : rows_of(cells)) {
        out << fmt::format("  {:18}", row);
        for (const std::string_view data_set : kDataSets) {
            const TableCell* cell = find_cell(cells, row, data_set);
            out << fmt::format("{:>22}", cell != nullptr ? cell_text(*cell) : "");
        }
        out << '\n';
    }
    std::size_t with_target = 0, reached = 0;
    for (const TableCell& cell : cells) {
        with_target += !std::isnan(cell.target_ms);
        reached += cell.ratio() <= 1;
    }
    out << fmt::format("  {} of {} targets reached\n", reached, with_target);
    for (const TableCell& cell : cells)
        if (cell.cost.empty_share > 0.01)
            out << fmt::format(
                "  {} on {}: {:.0f}% of the rounds drew only columns that part no rows; not counted\n",
                cell.row, cell.data_set, 100 * cell.cost.empty_share);
    print_speedups(out, cells);
}

}  // namespace reboost::bench
