#pragma once
/// Grows the trees of a round, side by side on several threads; what comes out does not depend on how many.
#include "boosting/gradient_scores.hpp"
#include "learners/regression_tree_builder.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace reboost::boosting {

/// One tree wanted: of class `k`, with base class `base` (−1: none, eq. 4).
struct TreeJob {
    std::size_t k = 0;
    std::int64_t base = -1;
    learners::RegressionTree tree;
    std::vector<std::uint16_t>
        node_of_row;       ///< of every training row, also one that the tree did not see; padded to 8
    double explained = 0;  ///< share of the root's weighted square sum
};

class GradientForest {
  public:
    /// Matrix and cuts outlive the forest.
    GradientForest(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                   const learners::RegressionTreeOptions& options, learners::SplitCriterion criterion,
                   const learners::LeafRule& rule, int threads);
    ~GradientForest();

    /// Grows all jobs on the rows of the sample (ascending). With a `selector` that is not exhaustive, one
    /// after the other. Returns the CPU seconds of helper threads.
    double grow(const GradientScores& scores, std::span<TreeJob> jobs, std::span<const std::uint32_t> sample,
                learners::FeatureSelector* selector);

    /// Stored feature values scanned so far.
    std::uint64_t work() const;

  private:
    struct Worker;
    /// What a tree starts from.
    struct Root {
        AlignedVector<double> gradient, hessian;  ///< abc only
        learners::TreeTarget target;
        learners::TreeRoot on_grid;
    };
    Worker& worker();
    /// Trees whose roots are prepared together: as many as a pass of each thread, or as memory takes.
    std::size_t roots_at_once(std::span<const TreeJob> jobs) const;
    double grow_wave(const GradientScores& scores, std::span<TreeJob> wave,
                     std::span<const std::uint32_t> sample);
    void set_target(const GradientScores& scores, const TreeJob& job, Root& root) const;
    void prepare_roots(const GradientScores& scores, std::span<const TreeJob> jobs, std::size_t first,
                       std::span<const std::uint32_t> sample);
    /// `root` has its target, and its rows on the grid where no selector narrows the search.
    void grow_one(Worker& worker, TreeJob& job, std::span<const std::uint32_t> sample,
                  learners::FeatureSelector* selector, Root& root);

    const data::BinnedMatrix& matrix_;
    learners::GradientLayout layout_;
    learners::GradientBundles bundles_;
    std::optional<learners::GradientColumns> columns_;  ///< where bundles are of no use
    learners::LeafRule rule_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::uint32_t> left_out_;
    std::vector<Root> roots_;  ///< of one wave
};

}  // namespace reboost::boosting
