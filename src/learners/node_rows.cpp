#include "learners/node_rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace reboost::learners {

void NodeRows::reset(std::span<std::uint16_t> cells) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    std::fill(cells.begin(), cells.end(), std::uint16_t{0});
}

bool NodeRows::neighbours(RowRange range, const data::BinnedColumn& column, std::uint32_t threshold,
                          std::uint32_t& below, std::uint32_t& above) const {
    std::uint32_t highest = 0, lowest = std::numeric_limits<std::uint32_t>::max();
    bool any_below = false;
    std::visit(
        [&](const auto& codes) {
            for (const std::uint32_t row : rows(range)) {
                const std::uint32_t code = codes[row];
                const bool is_above = code >= threshold;
                lowest = is_above ? std::min(lowest, code) : lowest;
                highest = is_above ? highest : std::max(highest, code);
                any_below = any_below || !is_above;
            }
        },
        column.codes);
    below = highest;
    above = lowest;
    return any_below && lowest != std::numeric_limits<std::uint32_t>::max();
}

std::size_t NodeRows::partition(RowRange range, const data::BinnedColumn& column, std::uint32_t threshold,
                                std::uint16_t cell, std::span<std::uint16_t> cells) {
    std::size_t low = range.begin, high = 0;
    std::visit(
        [&](const auto& codes) {
            for (std::size_t e = range.begin; e < range.end; ++e) {
                const std::uint32_t row = rows_[e];
                const bool is_above = codes[row] >= threshold;
                above_[row] = is_above ? 1 : 0;
                cells[row] = is_above ? cell : cells[row];
                // Both stores, one counts: no branch to mispredict.
                rows_[low] = row;
                spare_[high] = row;
                low += is_above ? 0 : 1;
                high += is_above ? 1 : 0;
            }
        },
        column.codes);
    std::copy_n(spare_.begin(), high, rows_.begin() + static_cast<std::ptrdiff_t>(low));
    return low;
}

}  // namespace reboost::learners
