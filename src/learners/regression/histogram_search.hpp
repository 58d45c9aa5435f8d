#pragma once
/// Reusable arrays for the histograms of a tree's nodes.
#include "core/matrix.hpp"
#include "learners/kernels/row_partition.hpp"
#include "learners/regression/kernels/split_search.hpp"
#include "learners/regression/tree_search.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace reboost::learners {

/// Hands out the most recently used free array first: most of it is still in a cache.
class HistogramPool {
  public:
    using Sums = PageAlignedVector<std::uint64_t>;

    /// The index of an array of at least `words` words with any content; it is reserved until released.
    int acquire(std::size_t words) {
        if (free_.empty()) {
            free_.push_back(static_cast<int>(arrays_.size()));
            arrays_.emplace_back();
        }
        const auto latest =
            std::ranges::max_element(free_, {}, [&](int index) { return at(index).last_use; });
        std::swap(*latest, free_.back());
        const int index = free_.back();
        free_.pop_back();
        Sums& sums = use(index);
        sums.resize(std::max(sums.size(), words));
        return index;
    }
    void release(int index) { free_.push_back(index); }
    /// The array; marks it as used now.
    Sums& use(int index) {
        at(index).last_use = ++uses_;
        return at(index).sums;
    }

  private:
    struct Array {
        Sums sums;
        std::uint64_t last_use = 0;
    };
    Array& at(int index) { return arrays_[static_cast<std::size_t>(index)]; }

    std::vector<Array> arrays_;
    std::vector<int> free_;
    std::uint64_t uses_ = 0;
};

/// Searches every column. A node with many rows keeps its histogram until it is split. Then the lighter
/// child's is filled from that child's rows, the heavier child's is the parent's minus the lighter's, and one
/// pass searches both. A small node's histogram is filled anew, with the same bits: quantised sums are exact.
class HistogramSearch {
  public:
    HistogramSearch(const TreeData& data, const RegressionTreeOptions& options);

    /// `root` must outlive the tree's growth. The search may swap a non-empty root.sums for another buffer.
    void begin_tree(TreeRoot& root);
    void root(SearchNode& node);
    void children(const SearchNode& parent, SearchNode& left, SearchNode& right);
    void accept(std::int32_t, std::int32_t) {}
    /// Releases the histogram that is kept for the node's children.
    void close(std::int32_t node);
    void end_tree();
    std::uint64_t work() const { return work_; }

  private:
    static constexpr int kNone = -1;

    bool searchable(const SearchNode& node) const { return node.rows.size() >= min_split_rows_; }
    bool keeps_histogram(const SearchNode& node) const { return node.rows.size() >= keep_rows_; }
    NodeSums sums_of(const SearchNode& node) const;
    /// The number of words of a histogram of this tree.
    std::size_t sums_size() const { return gradients_.format().sum_words() * on_.layout.slots(); }
    HistogramSums histogram(int index) { return {pool_.use(index).data(), sums_size()}; }
    /// sums = the histogram of `rows`. Returns the number of stored values added.
    std::uint64_t fill(std::span<const std::uint32_t> rows, HistogramSums sums);
    /// The node's histogram in the pool, or kNone.
    int& place_of(std::int32_t node);
    /// Sets the node's split from its best cut; `sums`: the node's histogram, empty if it is not available.
    void finish(SearchNode& node, const BestCut& best, HistogramSums sums) const;
    /// The non-empty bins on both sides of a cut, from the node's histogram: at most one read per bin.
    NeighbourCodes neighbour_bins(const SearchNode& node, const BestCut& best, HistogramSums sums) const;
    void search_alone(SearchNode& node);
    void split_from_parent(const SearchNode& parent, int parent_place, SearchNode& light, SearchNode& heavy);

    TreeData on_;
    std::size_t min_split_rows_, keep_rows_ = 0;
    double least_ = 1;  ///< minimum number of rows of a leaf
    RowGradients gradients_;
    Quantiser quantiser_;
    PageAlignedVector<std::uint64_t>* root_sums_ = nullptr;  ///< the root's histogram, or null
    HistogramPool pool_;
    std::vector<int> place_of_node_;
    /// Scratch sums for nodes without histogram: one block, zeros between uses; with bundles, all blocks.
    PageAlignedVector<std::uint64_t> scratch_;
    AlignedVector<std::uint64_t> bundle_scratch_;
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
