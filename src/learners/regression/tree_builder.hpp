#pragma once
/// Grows one regression tree with J leaves, best-first (abc2010 §1.2).
#include "learners/kernels/row_partition.hpp"
#include "learners/regression/histogram_search.hpp"
#include "learners/regression/regression_tree.hpp"
#include "learners/regression/selected_feature_search.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace reboost::learners {

/// Owns the buffers for growing, so that rounds hardly allocate. One per thread.
class RegressionTreeBuilder {
  public:
    RegressionTreeBuilder(const TreeData& data, const RegressionTreeOptions& options,
                          SplitCriterion criterion)
        : on_(data),
          options_(options),
          criterion_(criterion),
          histogram_search_(data, options),
          selected_search_(data, options),
          scratch_(data.matrix.rows) {}

    /// Returns the extent of each target's values, for `prepare`. Targets of one call share the derivatives
    /// of their classes, so one call for all trees costs least.
    std::vector<TargetExtent> measure(const TreeTargets& targets, std::span<const std::uint32_t> rows) {
        return measure_targets(targets, rows, on_.matrix.rows, criterion_, tile_);
    }
    /// Quantises each target on `rows`; roots[t] is the root of the tree for target t.
    void prepare(const TreeTargets& targets, std::span<const TargetExtent> extents,
                 std::span<const std::uint32_t> rows, std::span<TreeRoot* const> roots) {
        std::vector<GradientStore*> gradients;
        for (TreeRoot* const root : roots)
            gradients.push_back(&root->gradients);
        // Bundled rows are read once per node. Lists of stored values read gradients repeatedly from the
        // cache and spend half of their time on loading sums; joined sums are half as long.
        const QuantiserRule rule{criterion_, options_.min_leaf_rows > 1,
                                 on_.bundled() ? RowForm::one_word_if_it_fits : RowForm::joined_if_sums_fit};
        const auto quantisers = quantise(targets, extents, rows, on_.matrix.rows, rule, gradients, tile_);
        for (std::size_t t = 0; t < roots.size(); ++t)
            roots[t]->quantiser = quantisers[t];
    }
    /// Grows a tree on `rows` (ascending) from a root that `prepare` has quantised. If root.sums holds the
    /// root histogram, a search of all columns uses it and swaps it for another buffer. A `selector` that is
    /// not exhaustive says which columns each node searches; the caller opens and closes its round.
    /// node_of_row[i] = the leaf's index in tree.nodes, for each i of `rows`. The leaves have no values yet
    /// (`set_leaf_values`).
    void grow(std::span<const std::uint32_t> rows, FeatureSelector* selector, TreeRoot& root,
              RegressionTree& tree, std::span<std::uint16_t> node_of_row) {
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
    /// Restarts the numbering of the selector's decisions at 0.
    void begin_round() { selected_search_.begin_round(); }
    /// Stored feature values scanned since construction.
    std::uint64_t work() const { return histogram_search_.work() + selected_search_.work(); }
    /// Share in [0,1] of the root's Σ gradient²/weight that the last tree explains; edge = its square root.
    double explained() const { return explained_; }

  private:
    template <class Search>
    void grow_with(Search& search, const GradientHessian& total, RegressionTree& tree) {
        tree.nodes.assign(1, {});
        open_.clear();
        gained_ = 0;
        SearchNode root{0, -1, rows_, total, {}};
        search.root(root);
        open_.push_back(root);
        // If `to_come` splits are to come, a leaf stays a leaf once as many other leaves have larger gains.
        // Such leaves are closed whenever `to_come` has halved: J log J steps per tree.
        auto to_come = static_cast<std::size_t>(options_.leaves) - 1;
        for (std::size_t close_at = to_come + 1; to_come > 0 && split_best(search, tree, to_come > 1);) {
            if (--to_come >= open_.size() || to_come > close_at) continue;
            close_at = to_come / 2;
            ranked_ = open_;
            const auto last = ranked_.begin() + static_cast<std::ptrdiff_t>(to_come);
            std::ranges::nth_element(ranked_, last,
                                     [](const SearchNode& a, const SearchNode& b) { return b < a; });
            for (auto leaf = last; leaf != ranked_.end(); ++leaf)
                search.close(leaf->id);
        }
        search.end_tree();
    }
    template <class Search>
    bool split_best(Search& search, RegressionTree& tree, bool search_children) {
        if (open_.front().split.feature < 0) return false;  // no leaf has a split
        std::pop_heap(open_.begin(), open_.end());
        const SearchNode parent = open_.back();
        open_.pop_back();
        const data::BinnedColumn& column = on_.matrix.columns[static_cast<std::size_t>(parent.split.feature)];
        const std::size_t left_rows = partition_rows(column, parent.split.threshold, parent.rows, scratch_);
        const auto next = static_cast<std::int32_t>(tree.nodes.size());
        SearchNode left{next, parent.id, parent.rows.first(left_rows), {}, {}};
        SearchNode right{next + 1, parent.id, parent.rows.subspan(left_rows), {}, {}};
        tree.nodes[static_cast<std::size_t>(parent.id)] = {parent.split.feature, parent.split.threshold,
                                                           left.id, right.id, 0};
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

    TreeData on_;
    RegressionTreeOptions options_;
    SplitCriterion criterion_;
    HistogramSearch histogram_search_;
    SelectedFeatureSearch selected_search_;
    TargetTile tile_;
    std::vector<std::uint32_t> rows_, scratch_;
    std::vector<SearchNode> open_;    ///< a heap: the largest gain first
    std::vector<SearchNode> ranked_;  ///< the same, partly ordered by gain, to close leaves
    double gained_ = 0, explained_ = 0;
};

}  // namespace reboost::learners
