#pragma once
#include "learners/regression_tree_search.hpp"

namespace reboost::learners {

/// Searches every column. A node with many rows keeps its histogram until it is split; then the lighter
/// child's is filled from its rows and the heavier child's is what remains of the parent's, both searched in
/// one pass. A node with few rows keeps none: sums on the grid are exact, so filling anew gives the same
/// bits.
class HistogramSearch final : public SplitSearch {
  public:
    /// Matrix, cuts (empty: thresholds in the middle code) and layout outlive the search.
    HistogramSearch(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                    const GradientLayout& layout, const RegressionTreeOptions& options,
                    SplitCriterion criterion);

    void begin_tree(TreeRoot& root) override;
    RegressionSplit root(const SearchNode& node) override;
    void children(std::int32_t parent, const SearchNode& left, const SearchNode& right,
                  RegressionSplit& left_split, RegressionSplit& right_split) override;
    void accept(std::int32_t, std::int32_t) override {}
    void end_tree() override;

  private:
    static constexpr int kNone = -1;

    bool searchable(const SearchNode& node) const { return node.rows.size() >= min_split_rows_; }
    bool keeps_histogram(const SearchNode& node) const { return node.rows.size() >= keep_rows_; }
    NodeSums sums_of(const SearchNode& node) const;
    GradientSums sums_of(AlignedVector<double>& buffer) const;
    GradientSums buffer(int index) { return sums_of(buffers_[static_cast<std::size_t>(index)]); }
    std::size_t buffer_size() const;
    void take_root(std::span<const std::uint32_t> rows, AlignedVector<double>& buffer);
    int acquire(bool cleared);
    void release(std::int32_t node);
    int& buffer_of(std::int32_t node);
    RegressionSplit finish(const SearchNode& node, const BestCut& best, GradientSums sums) const;
    RegressionSplit search_alone(const SearchNode& node);
    void split_from_parent(int parent_buffer, const SearchNode& light, const SearchNode& heavy,
                           RegressionSplit& light_split, RegressionSplit& heavy_split);

    const data::BinnedMatrix& matrix_;
    std::span<const data::BinCuts> cuts_;
    const GradientLayout& layout_;
    SplitCriterion criterion_;
    std::size_t min_split_rows_, keep_rows_ = 0;
    double min_weight_ = 1, min_rows_ = 1;
    bool counted_ = false;  ///< buffers hold row counts too, behind the sums
    std::vector<std::uint32_t> root_rows_,
        root_counts_;  ///< counts of the last root: trees of a round share them
    std::span<const GradientPair> pairs_;
    GradientGrid grid_;
    AlignedVector<double>* root_sums_ = nullptr;  ///< filled for us, or null
    std::vector<AlignedVector<double>> buffers_;
    std::vector<int> free_buffers_, buffer_of_node_;
    AlignedVector<double> scratch_;  ///< all zero between uses
};

}  // namespace reboost::learners
