#include "learners/regression/tree_builder.hpp"

#include "learners/kernels/row_partition.hpp"

#include <algorithm>

namespace reboost::learners {

RegressionTreeBuilder::RegressionTreeBuilder(const data::BinnedMatrix& matrix,
                                             std::span<const data::BinCuts> cuts,
                                             const HistogramLayout& layout,
                                             const RegressionTreeOptions& options, SplitCriterion criterion,
                                             const FeatureBundles* bundles)
    : matrix_(matrix),
      options_(options),
      criterion_(criterion),
      bundled_(bundles && bundles->useful()),
      histogram_search_(matrix, cuts, layout, bundles, options),
      selected_search_(matrix, cuts, options),
      scratch_(matrix.rows) {}

std::vector<TargetExtent> RegressionTreeBuilder::measure(const TreeTargets& targets,
                                                         std::span<const std::uint32_t> rows) {
    return measure_targets(targets, rows, matrix_.rows, criterion_, tile_);
}

void RegressionTreeBuilder::prepare(const TreeTargets& targets, std::span<const TargetExtent> extents,
                                    std::span<const std::uint32_t> rows, std::span<TreeRoot* const> roots) {
    std::vector<GradientStore*> gradients;
    for (TreeRoot* const root : roots)
        gradients.push_back(&root->gradients);
    QuantiserRule rule;
    rule.criterion = criterion_;
    rule.counts = options_.min_leaf_rows > 1;
    // Bundled rows are read once per node. Lists of stored values read gradients repeatedly from the cache,
    // and half of their time goes into loading sums.
    rule.form = bundled_ ? RowForm::one_word_if_it_fits : RowForm::joined_if_sums_fit;
    const auto quantisers = quantise(targets, extents, rows, matrix_.rows, rule, gradients, tile_);
    for (std::size_t t = 0; t < roots.size(); ++t)
        roots[t]->quantiser = quantisers[t];
}

void RegressionTreeBuilder::grow(std::span<const std::uint32_t> rows, FeatureSelector* selector,
                                 TreeRoot& root, RegressionTree& tree, std::span<std::uint16_t> node_of_row) {
    rows_.assign(rows.begin(), rows.end());
    if (selector && !selector->exhaustive()) {
        selected_search_.begin_tree(root, *selector);
        grow_with(selected_search_, root.quantiser.total, tree);
    } else {
        histogram_search_.begin_tree(root);
        grow_with(histogram_search_, root.quantiser.total, tree);
    }
    for (const SearchNode& leaf : open_)
        for (const std::uint32_t row : leaf.rows)
            node_of_row[row] = static_cast<std::uint16_t>(leaf.id);
    explained_ = root.quantiser.square_sum > 0 ? std::min(gained_ / root.quantiser.square_sum, 1.0) : 0.0;
}

template <class Search>
void RegressionTreeBuilder::grow_with(Search& search, const GradientHessian& total, RegressionTree& tree) {
    tree.nodes.assign(1, {});
    open_.clear();
    gained_ = 0;
    close_at_ = static_cast<std::size_t>(options_.leaves);
    SearchNode root{0, -1, rows_, total, {}};
    search.root(root);
    open_.push_back(root);
    const auto splits = static_cast<std::size_t>(options_.leaves) - 1;
    for (std::size_t to_come = splits; to_come > 0 && split_best(search, tree, to_come > 1); --to_come)
        close_leaves(search, to_come - 1);
    search.end_tree();
}

template <class Search>
bool RegressionTreeBuilder::split_best(Search& search, RegressionTree& tree, bool search_children) {
    if (open_.front().split.feature < 0) return false;  // the largest gain is none
    std::pop_heap(open_.begin(), open_.end());
    const SearchNode parent = open_.back();
    open_.pop_back();
    const data::BinnedColumn& column = matrix_.columns[static_cast<std::size_t>(parent.split.feature)];
    const std::size_t left_rows = partition_rows(column, parent.split.threshold, parent.rows, scratch_);
    const auto next = static_cast<std::int32_t>(tree.nodes.size());
    SearchNode left{next, parent.id, parent.rows.first(left_rows), {}, {}};
    SearchNode right{next + 1, parent.id, parent.rows.subspan(left_rows), {}, {}};
    tree.nodes[static_cast<std::size_t>(parent.id)] = {parent.split.feature, parent.split.threshold, left.id,
                                                       right.id, 0};
    tree.nodes.resize(tree.nodes.size() + 2);
    search.accept(parent.id, parent.split.feature);
    gained_ += parent.split.gain;
    if (search_children) search.children(parent, left, right);
    for (const SearchNode& child : {left, right}) {
        open_.push_back(child);
        std::push_heap(open_.begin(), open_.end());
    }
    return true;
}

template <class Search>
void RegressionTreeBuilder::close_leaves(Search& search, std::size_t splits) {
    if (splits >= open_.size() || splits > close_at_) return;
    close_at_ = splits / 2;
    ranked_ = open_;
    const auto last = ranked_.begin() + static_cast<std::ptrdiff_t>(splits);
    std::ranges::nth_element(ranked_, last, [](const SearchNode& a, const SearchNode& b) { return b < a; });
    for (auto leaf = last; leaf != ranked_.end(); ++leaf)
        search.close(leaf->id);
}

}  // namespace reboost::learners
