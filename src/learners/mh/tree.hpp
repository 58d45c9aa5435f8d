#pragma once
#include "learners/mh/learner.hpp"
#include "learners/mh/node_rows.hpp"
#include "learners/mh/node_search.hpp"

#include <memory>

namespace reboost::learners {

/// Best-first tree of stumps (kdd2009 §2.1).
///
/// A leaf is searched for its best stump as soon as it appears; the leaf split next is the one whose stump
/// raises the edge most over the best constant there (Σ_l |Σ_i w y φ| − Σ_l |Σ_i w y|), or least, if so
/// asked. Growth ends at N or when no split raises the edge. The threshold of a split is moved to the middle
/// of the gap between the node's own codes.
class TreeLearner final : public Learner {
  public:
    /// Throws UsageError where N leaves less than one split.
    TreeLearner(const TreeOptions& options, const ScanColumns& columns, std::size_t classes,
                parallel::Team& team);
    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override;
    std::uint64_t work() const override { return search_.work(); }

  private:
    /// A leaf that may be split.
    struct Leaf {
        RowRange rows;
        Decision decision;
        StumpChoice choice;
        double improvement = 0;
        std::uint16_t cell = 0;
        std::int32_t* link = nullptr;  ///< the parent's child entry that names this leaf; null for the root
        std::size_t state = 0;         ///< NodeSearch's number of this node
        bool open = false;             ///< still to be split or kept
        std::vector<double> totals;    ///< Σ_i w y over its rows
        std::vector<std::int8_t> votes;
    };

    void start(const SignedWeights& weights, Fitted& found);
    void search(Leaf& leaf, const SignedWeights& weights, FeatureSelector& selector);
    /// A leaf whose stump raises the edge, by the growth rule; the first of equals. nullptr: there is none.
    Leaf* next_to_split();
    /// Splits `leaf`, which keeps the rows below; false where its stump separates nothing.
    bool split(std::size_t index, const SignedWeights& weights, FeatureSelector& selector, Fitted& found,
               bool grow_on);
    void set_votes(Leaf& below, Leaf& above) const;
    void finish(Fitted& found) const;

    const ScanColumns& columns_;
    std::size_t classes_, stride_, max_splits_;
    LeafVotes leaf_votes_;
    TreeGrowth growth_;
    const Kernels& kernels_;
    NodeRows rows_;
    NodeSearch search_;
    std::vector<Leaf> leaves_;
    std::size_t leaf_count_ = 0;
    std::uint32_t step_ = 0;
};

}  // namespace reboost::learners
