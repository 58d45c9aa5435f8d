#pragma once
/// Grows the trees of a round in parallel; the result does not depend on the number of threads.
#include "boosting/gradient/scores.hpp"
#include "boosting/rows/sampler.hpp"
#include "learners/regression/tree_builder.hpp"
#include "parallel/team.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace reboost::boosting {

/// Runs a wave of trees: calls prepare(pass, seat) for each pass over the training matrix, which serves
/// `trees_per_pass` consecutive trees, and grow(tree, seat) after the tree's pass, in the given order (a
/// permutation of 0 … order.size() − 1). A free thread takes the next pass, then the next tree, and waits
/// while that tree's pass is running. An exception of either function ends the wave and is rethrown.
void run_wave(parallel::Team& team, std::size_t trees_per_pass, std::span<const std::size_t> order,
              const parallel::Team::Body& prepare, const parallel::Team::Body& grow);

/// A tree to grow.
struct TreeJob : ClassPair {
    learners::RegressionTree tree;
    std::vector<double> values;  ///< one per node
    std::vector<std::uint16_t>
        node_of_row;       ///< node of every training row, sampled or not; padded to a multiple of 8
    double explained = 0;  ///< share of the root's weighted sum of squares
    /// Stored feature values scanned for this tree; the estimate for the next round's tree.
    std::uint64_t work = 0;
};

/// The split criterion and the rule for leaf values.
struct TreeRule {
    learners::SplitCriterion criterion = learners::SplitCriterion::mart;
    learners::LeafRule leaf;
    bool multiplied = false;  ///< row samples have multipliers
};

class GradientForest {
  public:
    /// `matrix`, `cuts` and `team` must outlive the forest.
    GradientForest(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                   const learners::RegressionTreeOptions& options, const TreeRule& rule,
                   parallel::Team& team);

    /// Sets the rule for leaf values of the trees grown from now on.
    void set_leaf_rule(const learners::LeafRule& leaf) { rule_.leaf = leaf; }

    /// Grows all jobs on the rows of the sample; one after the other if `selector` is not exhaustive.
    void grow(const GradientScores& scores, std::span<TreeJob> jobs, const RowSample& sample,
              learners::FeatureSelector* selector);

    /// Stored feature values scanned so far.
    std::uint64_t work() const;

  private:
    /// The buffers of one thread.
    struct Worker {
        learners::RegressionTreeBuilder builder;
        learners::RowRouter router{};
        learners::RootScratch scratch{};
        learners::TargetTile tile{};
    };
    /// Returns the buffers of the thread in that seat.
    Worker& worker(std::size_t seat);
    /// Calls use(worker, first, count) with one portion of the jobs per thread.
    void for_each_portion(std::size_t jobs,
                          const std::function<void(Worker&, std::size_t, std::size_t)>& use);
    void grow_wave(const GradientScores& scores, std::span<TreeJob> jobs, std::size_t first,
                   std::size_t count, const RowSample& sample);
    void grow_selected(const GradientScores& scores, std::span<TreeJob> jobs, const RowSample& sample,
                       learners::FeatureSelector& selector);
    void set_values(const GradientScores& scores, std::span<TreeJob> jobs, const RowSample& sample,
                    Worker& worker);

    const data::BinnedMatrix& matrix_;
    learners::RegressionTreeOptions options_;
    learners::HistogramLayout layout_;
    learners::FeatureBundles bundles_;
    learners::TreeData data_;                       ///< refers to the members above
    std::optional<learners::RootEntries> entries_;  ///< set if bundles do not pay off
    TreeRule rule_;
    parallel::Team& team_;
    std::vector<std::unique_ptr<Worker>> workers_;  ///< per seat; made when the seat is first used
    RowScale search_scale_;                         ///< multipliers of the rows on which splits are searched
    std::vector<std::uint32_t> left_out_;
    std::vector<learners::TreeRoot> roots_;        ///< one per tree of a wave
    std::vector<learners::TargetExtent> extents_;  ///< one per job
};

}  // namespace reboost::boosting
