#include "learners/mh/node_rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace reboost::learners {

void NodeRows::reset(std::span<std::uint16_t> cells) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    std::ranges::fill(cells, std::uint16_t{0});
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
    const std::span<std::uint32_t> own(rows_.data() + range.begin, range.size());
    const std::size_t below = partition_rows(column, threshold, own, spare_);
    for (const std::uint32_t row : own.first(below))
        above_[row] = 0;
    for (const std::uint32_t row : own.subspan(below)) {
        above_[row] = 1;
        cells[row] = cell;
    }
    return range.begin + below;
}

}  // namespace reboost::learners
