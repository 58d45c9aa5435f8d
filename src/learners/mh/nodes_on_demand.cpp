#include "learners/mh/nodes_on_demand.hpp"

#include <algorithm>

namespace reboost::learners {

NodesOnDemand::NodesOnDemand(const ScanColumns& columns, std::size_t stride, std::size_t max_leaves)
    : columns_(columns),
      kernels_(kernels_for(stride)),
      stride_(stride),
      accumulator_bytes_(kernels_.accumulator_bytes()),
      node_of_leaf_(max_leaves + 1) {}

void NodesOnDemand::begin(const float* weights) {
    weights_ = weights;
    histograms_.clear();
    lists_.clear();
    nodes_.assign(1, {});
    node_of_leaf_[0] = 0;
    node_of_row_.assign(columns_.rows(), 0);
}

void NodesOnDemand::split(std::size_t leaf, std::size_t other, std::span<const std::uint32_t> below,
                          std::span<const std::uint32_t> above) {
    const std::size_t parent = node_of_leaf_[leaf], first = nodes_.size();
    // As in NodeSearch::split: the smaller child is summed, the larger one is what remains.
    const bool below_smaller = below.size() <= above.size();
    const std::span<const std::uint32_t> smaller = below_smaller ? below : above;
    nodes_.push_back({parent, kNone, {smaller.begin(), smaller.end()}});
    nodes_.push_back({parent, first, {}});
    node_of_leaf_[leaf] = below_smaller ? first : first + 1;
    node_of_leaf_[other] = below_smaller ? first + 1 : first;
    for (const std::uint32_t row : below)
        node_of_row_[row] = node_of_leaf_[leaf];
    for (const std::uint32_t row : above)
        node_of_row_[row] = node_of_leaf_[other];
}

ThresholdScore NodesOnDemand::score(std::size_t leaf, std::uint32_t feature, std::span<const double> totals) {
    const ScanColumn& column = columns_[feature];
    const std::size_t node = node_of_leaf_[leaf];
    if (column.form == ColumnForm::constant) return {};
    if (column.form != ColumnForm::sorted)
        return kernels_.best_threshold(histogram(node, feature), column.bins, column.pivot, totals.data(), 0);
    const NodeList& own = list(node, feature);
    return kernels_.scan_sorted(weights_, stride_, column.sorted(own.rows, 0, own.left, own.count),
                                totals.data(), 0);
}

const std::byte* NodesOnDemand::histogram(std::size_t node, std::uint32_t feature) {
    if (const auto found = histograms_.find(key(node, feature)); found != histograms_.end())
        return found->second.data();
    const ScanColumn& column = columns_[feature];
    AlignedVector<std::byte> made(column.bins * accumulator_bytes_);
    const Node& own = nodes_[node];
    if (own.sibling == kNone) {
        fill(column, feature, node, made.data());
    } else {
        std::copy_n(histogram(own.parent, feature), made.size(), made.begin());
        kernels_.subtract(made.data(), histogram(own.sibling, feature), column.bins);
    }
    return histograms_.emplace(key(node, feature), std::move(made)).first->second.data();
}

void NodesOnDemand::fill(const ScanColumn& column, std::uint32_t feature, std::size_t node, std::byte* out) {
    const std::uint8_t* const codes = columns_.byte_codes(feature);
    if (nodes_[node].parent == kNone) {
        work_ += column.entries;
        return add_all_rows(kernels_, columns_, feature, weights_, stride_, out);
    }
    const std::vector<std::uint32_t>& rows = nodes_[node].rows;
    others_.resize(std::max(others_.size(), rows.size()));
    std::size_t count = 0;
    for (const std::uint32_t row : rows) {
        others_[count] = row;
        count += codes[row] != column.pivot;
    }
    work_ += column.entries_of(rows.size(), count);
    kernels_.histogram[0](weights_, stride_, codes, ScannedRows(std::span(others_).first(count)), out);
}

/// Taken from the nearest node above whose list is known; `node` is a leaf.
const NodesOnDemand::NodeList& NodesOnDemand::list(std::size_t node, std::uint32_t feature) {
    if (const auto found = lists_.find(key(node, feature)); found != lists_.end()) return found->second;
    const ScanColumn& column = columns_[feature];
    std::size_t above = nodes_[node].parent;
    while (above != kNone && !lists_.contains(key(above, feature)))
        above = nodes_[above].parent;
    const bool whole = above == kNone;
    const NodeList* const wider = whole ? nullptr : &lists_.at(key(above, feature));
    const std::size_t left = whole ? column.left : wider->left;
    NodeList kept;
    std::visit(
        [&]<class Rows>(const Rows& rows) {
            work_ += rows.size();
            Rows own;
            for (std::size_t e = 0; e < rows.size(); ++e) {
                if (e == left) kept.left = own.size();
                if (node_of_row_[rows[e]] == node) own.push_back(rows[e]);
            }
            if (left == rows.size()) kept.left = own.size();
            kept.count = own.size();
            kept.rows = std::move(own);
        },
        whole ? column.sorted_rows : wider->rows);
    return lists_.emplace(key(node, feature), std::move(kept)).first->second;
}

}  // namespace reboost::learners
