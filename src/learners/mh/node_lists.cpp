#include "learners/mh/node_lists.hpp"

#include "learners/kernels/row_partition.hpp"

#include <algorithm>

namespace reboost::learners {

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
