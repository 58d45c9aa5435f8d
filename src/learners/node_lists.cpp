#include "learners/node_lists.hpp"

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
const std::vector<std::uint16_t>& NodeLists<std::uint16_t>::root_codes(std::size_t c) const {
    return columns_[features_[c]].sorted_codes16;
}
template <>
const std::vector<std::uint32_t>& NodeLists<std::uint32_t>::root_rows(std::size_t c) const {
    return columns_[features_[c]].sorted_rows32;
}
template <>
const std::vector<std::uint32_t>& NodeLists<std::uint32_t>::root_codes(std::size_t c) const {
    return columns_[features_[c]].sorted_codes32;
}

template <class Index>
ListRange NodeLists<Index>::root(std::size_t c) const {
    return {0, columns_[features_[c]].left, columns_[features_[c]].entries};
}

template <class Index>
SortedEntries<Index, Index> NodeLists<Index>::entries(std::size_t c, const ListRange& range,
                                                      bool at_root) const {
    const std::vector<Index>& rows = at_root ? root_rows(c) : buffers_[c].rows;
    const std::vector<Index>& codes = at_root ? root_codes(c) : buffers_[c].codes;
    return {rows.data() + range.begin, codes.data() + range.begin, range.left, range.count};
}

template <class Index>
void NodeLists<Index>::partition(std::size_t c, const ListRange& range, bool at_root,
                                 const std::uint8_t* side, ListRange& below, ListRange& above) {
    Buffers& buffers = buffers_[c];
    if (buffers.rows.empty()) {
        const std::size_t size = root_rows(c).size();
        for (auto* buffer : {&buffers.rows, &buffers.codes, &buffers.spare_rows, &buffers.spare_codes})
            buffer->resize(size);
    }
    const Index* rows = (at_root ? root_rows(c) : buffers.rows).data() + range.begin;
    const Index* codes = (at_root ? root_codes(c) : buffers.codes).data() + range.begin;
    Index *low_rows = buffers.rows.data() + range.begin, *low_codes = buffers.codes.data() + range.begin;
    Index *high_rows = buffers.spare_rows.data(), *high_codes = buffers.spare_codes.data();
    const EntryLists<Index> lists{rows, codes, low_rows, low_codes, high_rows, high_codes};
    PartedEntries parted;
    partition_entries(lists, range.left, side, parted);
    const std::size_t low_left = parted.low, high_left = parted.high;
    partition_entries(lists, range.count, side, parted);
    const std::size_t low = parted.low, high = parted.high;
    std::copy_n(high_rows, high, low_rows + low);
    std::copy_n(high_codes, high, low_codes + low);
    below = {range.begin, low_left, low};
    above = {range.begin + low, high_left, high};
}

template class NodeLists<std::uint16_t>;
template class NodeLists<std::uint32_t>;

}  // namespace reboost::learners
