#include "learners/mh/nodes_on_demand.hpp"

#include <algorithm>

namespace reboost::learners {

NodesOnDemand::NodesOnDemand(const ScanColumns& columns, std::size_t stride, std::size_t max_leaves)
    : columns_(columns),
      kernels_(kernels_for(stride)),
      stride_(stride),
      accumulator_bytes_(kernels_.accumulator_bytes()),
      nodes_(2 * max_leaves),
      node_of_leaf_(max_leaves + 1) {}

NodesOnDemand::Node& NodesOnDemand::add(std::size_t parent) {
    if (node_count_ == nodes_.size()) nodes_.emplace_back();
    Node& node = nodes_[node_count_++];
    node.parent = parent;
    node.sibling = kNone;
    node.rows.clear();
    return node;
}

void NodesOnDemand::begin(const float* weights) {
    weights_ = weights;
    node_count_ = 0;
    histograms_.clear();
    lists_.clear();
    add(kNone);
    node_of_leaf_[0] = 0;
    node_of_row_.assign(columns_.rows(), 0);
}

void NodesOnDemand::split(std::size_t leaf, std::size_t other, std::span<const std::uint32_t> below,
                          std::span<const std::uint32_t> above) {
    const std::size_t parent = node_of_leaf_[leaf], first = node_count_;
    // As in NodeSearch::split: the smaller child is summed, the larger one is what remains.
    const bool below_smaller = below.size() <= above.size();
    const std::span<const std::uint32_t> smaller = below_smaller ? below : above;
    add(parent).rows.assign(smaller.begin(), smaller.end());
    add(parent).sibling = first;
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
    return kernels_.scan_sorted32(
        weights_, stride_, {own.rows.data(), column.codes, own.left, own.rows.size()}, totals.data(), 0);
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
    const std::uint8_t* const codes = std::get<0>(columns_.codes().columns[feature].codes).data();
    if (nodes_[node].parent == kNone) return fill_root(column, codes, out);
    const std::vector<std::uint32_t>& rows = nodes_[node].rows;
    others_.resize(std::max(others_.size(), rows.size()));
    std::size_t count = 0;
    for (const std::uint32_t row : rows) {
        others_[count] = row;
        count += codes[row] != column.pivot;
    }
    work_ += column.entries_of(rows.size(), count);
    kernels_.histogram_rows8(weights_, stride_, codes, others_.data(), count, out);
}

void NodesOnDemand::fill_root(const ScanColumn& column, const std::uint8_t* codes, std::byte* out) {
    work_ += column.entries;
    if (column.form == ColumnForm::dense) {
        kernels_.histogram8(weights_, stride_, codes, 0, columns_.rows(), out);
        return;
    }
    for (std::size_t tile = 0; tile < columns_.tiles(); ++tile) {
        const GroupedRows::Place &begin = column.tiles[tile], &end = column.tiles[tile + 1];
        kernels_.histogram_list(weights_ + tile * columns_.tile_rows() * stride_, stride_,
                                column.list.rows.data() + begin.row, column.list.groups.data() + begin.group,
                                end.group - begin.group, out, out, 0);
    }
}

template <class Index>
void NodesOnDemand::keep_own(std::span<const Index> rows, std::size_t left, std::size_t node,
                             NodeList& kept) {
    work_ += rows.size();
    for (std::size_t e = 0; e < rows.size(); ++e) {
        if (e == left) kept.left = kept.rows.size();
        if (node_of_row_[rows[e]] == node) kept.rows.push_back(rows[e]);
    }
    if (left == rows.size()) kept.left = kept.rows.size();
}

/// Taken from the nearest node above whose list is known; `node` is a leaf.
const NodesOnDemand::NodeList& NodesOnDemand::list(std::size_t node, std::uint32_t feature) {
    if (const auto found = lists_.find(key(node, feature)); found != lists_.end()) return found->second;
    const ScanColumn& column = columns_[feature];
    NodeList kept;
    std::size_t above = nodes_[node].parent;
    while (above != kNone && !lists_.contains(key(above, feature)))
        above = nodes_[above].parent;
    if (above != kNone) {
        const NodeList& wider = lists_.at(key(above, feature));
        keep_own(std::span<const std::uint32_t>(wider.rows), wider.left, node, kept);
    } else if (!column.sorted_rows16.empty()) {
        keep_own(std::span(column.sorted_rows16).first(column.entries), column.left, node, kept);
    } else {
        keep_own(std::span(column.sorted_rows32).first(column.entries), column.left, node, kept);
    }
    return lists_.emplace(key(node, feature), std::move(kept)).first->second;
}

}  // namespace reboost::learners
