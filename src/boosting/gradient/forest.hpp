#pragma once
/// Grows the trees of a round, side by side on several threads; what comes out does not depend on how many.
#include "boosting/gradient/class_targets.hpp"
#include "learners/regression/tree_builder.hpp"
#include "learners/row_sample.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace reboost::boosting {

/// One tree wanted.
struct TreeJob : ClassPair {
    learners::RegressionTree tree;
    std::vector<std::uint16_t>
        node_of_row;       ///< of every training row, also one that the tree did not see; padded to 8
    double explained = 0;  ///< share of the root's weighted square sum
    /// Stored values scanned for the tree. Kept from round to round: about what the next one takes, too.
    std::uint64_t work = 0;
};

/// How trees are split and what their leaves are worth.
struct TreeRule {
    learners::SplitCriterion criterion = learners::SplitCriterion::mart;
    learners::LeafRule leaf;
    bool multiplied = false;  ///< samples have multipliers
};

class GradientForest {
  public:
    /// Matrix and cuts outlive the forest.
    GradientForest(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                   const learners::RegressionTreeOptions& options, const TreeRule& rule, int threads);
    ~GradientForest();

    /// Grows all jobs on the rows of the sample. With a `selector` that is not exhaustive, one
    /// after the other. Returns the CPU seconds of helper threads.
    double grow(const GradientScores& scores, std::span<TreeJob> jobs, const learners::RowSample& sample,
                learners::FeatureSelector* selector);

    /// Stored feature values scanned so far.
    std::uint64_t work() const;

  private:
    struct Worker;
    Worker& worker();
    /// Trees whose roots are prepared together: as many as a pass of each thread, or as memory takes.
    std::size_t roots_at_once() const;
    /// Calls use(worker, first, count) for a portion of the jobs a thread; returns helpers' CPU seconds.
    double for_each_portion(std::size_t jobs,
                            const std::function<void(Worker&, std::size_t, std::size_t)>& use);
    double grow_wave(const GradientScores& scores, std::span<TreeJob> jobs, std::size_t first,
                     std::size_t count, const learners::RowSample& sample);
    /// Of up to learners::kRootTrees jobs, whose extents are given.
    void prepare_roots(const GradientScores& scores, std::span<const TreeJob> jobs,
                       std::span<const learners::TargetExtent> extents, std::span<learners::TreeRoot> roots,
                       const learners::RowSample& sample);
    void grow_selected(const GradientScores& scores, std::span<TreeJob> jobs,
                       const learners::RowSample& sample, learners::FeatureSelector& selector);
    /// What splits are searched on.
    RowScale search_scale(const learners::RowSample& sample) const;
    void set_values(const GradientScores& scores, std::span<TreeJob> jobs, const learners::RowSample& sample,
                    Worker& worker);
    /// What is left to do once a job's rows have their leaves.
    void complete(Worker& worker, TreeJob& job);

    const data::BinnedMatrix& matrix_;
    learners::HistogramLayout layout_;
    learners::FeatureBundles bundles_;
    std::optional<learners::RootEntries> entries_;  ///< where bundles are of no use
    TreeRule rule_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::uint32_t> left_out_;
    std::vector<learners::TreeRoot> roots_;        ///< of one wave
    std::vector<learners::TargetExtent> extents_;  ///< of each job
};

}  // namespace reboost::boosting
