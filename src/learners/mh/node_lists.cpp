#include "learners/mh/node_lists.hpp"

#include "learners/kernels/row_partition.hpp"

#include <algorithm>

namespace reboost::learners {

NodeLists::NodeLists(const ScanColumns& columns, std::size_t max_nodes) : columns_(columns) {
    for (std::uint32_t j = 0; j < columns.features(); ++j)
        if (columns[j].form == ColumnForm::sorted) features_.push_back(j);
    ranges_.resize(max_nodes * features_.size());
    buffers_.resize(features_.size());
}

void NodeLists::begin() {
    for (std::size_t c = 0; c < features_.size(); ++c)
        ranges_[c] = {0, columns_[features_[c]].left, columns_[features_[c]].entries, true};
}

SortedRows NodeLists::rows(std::size_t node, std::size_t c) const {
    const Range& range = ranges_[node * features_.size() + c];
    const ScanColumn& column = columns_[features_[c]];
    return column.sorted(range.in_column ? column.sorted_rows : buffers_[c].rows, range.begin, range.left,
                         range.count);
}

std::size_t NodeLists::entries(std::size_t node) const {
    std::size_t total = 0;
    for (std::size_t c = 0; c < features_.size(); ++c)
        total += ranges_[node * features_.size() + c].count;
    return total;
}

void NodeLists::partition(std::size_t node, std::size_t other, std::size_t c, const std::uint8_t* side) {
    const RowNumbers& all = columns_[features_[c]].sorted_rows;
    const auto by_side = simd::kernels<PartitionKernels>().by_side[all.index()];
    Range& below = ranges_[node * features_.size() + c];
    std::visit(
        [&]<class Index>(const std::vector<Index>& column) {
            const auto buffer = [&](RowNumbers& numbers) {
                if (std::visit([](const auto& n) { return n.empty(); }, numbers))
                    numbers = std::vector<Index>(column.size());
                return std::get<std::vector<Index>>(numbers).data();
            };
            Index *const low = buffer(buffers_[c].rows) + below.begin, *const spare =
                                                                           buffer(buffers_[c].spare);
            const RowLists lists{below.in_column ? column.data() : low, low, spare};
            PartitionCounts counts;
            by_side(lists, below.left, side, counts);
            const PartitionCounts left = counts;
            by_side(lists, below.count, side, counts);
            std::copy_n(spare, counts.high, low + counts.low);
            ranges_[other * features_.size() + c] = {below.begin + counts.low, left.high, counts.high, false};
            below = {below.begin, left.low, counts.low, false};
        },
        all);
}

}  // namespace reboost::learners
