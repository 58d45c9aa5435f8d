#include "learners/mh/node_rows.hpp"

#include "learners/kernels/row_partition.hpp"

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

template <class Index>
NodeLists<Index>::NodeLists(const ScanColumns& columns, std::vector<std::uint32_t> features)
    : columns_(columns), features_(std::move(features)), buffers_(features_.size()) {}

template <>
const std::vector<std::uint16_t>& NodeLists<std::uint16_t>::root_rows(std::size_t c) const {
    return columns_[features_[c]].sorted_rows16;
}
template <>
const std::vector<std::uint32_t>& NodeLists<std::uint32_t>::root_rows(std::size_t c) const {
    return columns_[features_[c]].sorted_rows32;
}

template <class Index>
ListRange NodeLists<Index>::root(std::size_t c) const {
    return {0, columns_[features_[c]].left, columns_[features_[c]].entries};
}

template <class Index>
SortedRows<Index> NodeLists<Index>::rows(std::size_t c, const ListRange& range, bool at_root) const {
    const std::vector<Index>& rows = at_root ? root_rows(c) : buffers_[c].rows;
    return {rows.data() + range.begin, columns_[features_[c]].codes, range.left, range.count};
}

template <class Index>
void NodeLists<Index>::partition(std::size_t c, const ListRange& range, bool at_root,
                                 const std::uint8_t* side, ListRange& below, ListRange& above) {
    Buffers& buffers = buffers_[c];
    if (buffers.rows.empty()) {
        buffers.rows.resize(root_rows(c).size());
        buffers.spare.resize(root_rows(c).size());
    }
    Index* const low = buffers.rows.data() + range.begin;
    const RowLists<Index> lists{at_root ? root_rows(c).data() : low, low, buffers.spare.data()};
    PartitionCounts counts;
    partition_by_side(lists, range.left, side, counts);
    const PartitionCounts left = counts;
    partition_by_side(lists, range.count, side, counts);
    std::copy_n(lists.high, counts.high, low + counts.low);
    below = {range.begin, left.low, counts.low};
    above = {range.begin + counts.low, left.high, counts.high};
}

template class NodeLists<std::uint16_t>;
template class NodeLists<std::uint32_t>;

}  // namespace reboost::learners
