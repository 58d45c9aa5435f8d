#pragma once
#include "learners/regression/histogram_pool.hpp"
#include "learners/regression/kernels/split_search.hpp"
#include "learners/regression/node_search.hpp"

namespace reboost::learners {

/// Searches every column. A node with many rows keeps its histogram until it is split; then the lighter
/// child's is filled from its rows and the heavier child's is what remains of the parent's, both searched in
/// one pass. A node with few rows keeps none: quantised sums are exact, so filling anew gives the same
/// bits.
class HistogramSearch {
  public:
    /// Matrix, cuts (empty: thresholds in the middle code), layout and bundles (null: none) outlive the
    /// search.
    HistogramSearch(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                    const HistogramLayout& layout, const FeatureBundles* bundles,
                    const RegressionTreeOptions& options);

    /// `root` outlives the tree. A root histogram in it is taken over: the search leaves another buffer in
    /// its place.
    void begin_tree(TreeRoot& root);
    RegressionSplit root(const SearchNode& node);
    void children(const SearchNode& parent, SearchNode& left, SearchNode& right, RegressionSplit& left_split,
                  RegressionSplit& right_split);
    void accept(std::int32_t, std::int32_t) {}
    /// Gives back what is kept for the node's children.
    void close(std::int32_t node);
    void end_tree();
    /// Stored feature values scanned since construction.
    std::uint64_t work() const { return work_; }

  private:
    static constexpr int kNone = -1;

    bool searchable(const SearchNode& node) const { return node.rows.size() >= min_split_rows_; }
    bool keeps_histogram(const SearchNode& node) const { return node.rows.size() >= keep_rows_; }
    NodeSums sums_of(const SearchNode& node) const;
    /// Words of this tree's histograms.
    std::size_t sums_size() const { return gradients_.format().sum_words() * layout_.slots(); }
    HistogramSums histogram(int index) { return {pool_.use(index).data(), sums_size()}; }
    /// sums = the rows' sums. Returns the stored values added.
    std::uint64_t fill(std::span<const std::uint32_t> rows, HistogramSums sums);
    /// The node's histogram in the pool, or kNone.
    int& place_of(std::int32_t node);
    /// The split of a best cut; `sums`: the node's histogram, empty where it is not at hand.
    RegressionSplit finish(const SearchNode& node, const BestCut& best, HistogramSums sums) const;
    /// The occupied bins next to a cut: the last below it, the first above.
    struct Beside {
        std::uint32_t below, above;
    };
    /// By its histogram: as many reads as the column has bins, at most.
    Beside beside(const SearchNode& node, const BestCut& best, HistogramSums sums) const;
    /// By its rows, for the few of a node whose sums are gone.
    Beside beside(const SearchNode& node, const BestCut& best) const;
    RegressionSplit search_alone(const SearchNode& node);
    void split_from_parent(const SearchNode& parent, int parent_place, SearchNode& light, SearchNode& heavy,
                           RegressionSplit& light_split, RegressionSplit& heavy_split);

    const data::BinnedMatrix& matrix_;
    std::span<const data::BinCuts> cuts_;
    const HistogramLayout& layout_;
    const FeatureBundles* bundles_;  ///< null: rows as lists of stored values
    std::size_t min_split_rows_, keep_rows_ = 0;
    double least_ = 1;  ///< rows a leaf has at least
    RowGradients gradients_;
    Quantiser quantiser_;
    PageAlignedVector<std::uint64_t>* root_sums_ = nullptr;  ///< filled for us, or null
    HistogramPool pool_;
    std::vector<int> place_of_node_;
    /// For nodes that keep nothing: sums of one block, zeros between uses; with bundles a whole histogram's.
    PageAlignedVector<std::uint64_t> scratch_;
    AlignedVector<std::uint64_t> bundle_scratch_;
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
