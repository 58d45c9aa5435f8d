#pragma once
/// One round of an abc method: the trees of the candidates for the base class, and which of them is the best
/// (abc2010 Algorithm 2, lines 3 to 15).
#include "boosting/gradient/forest.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// The pairs of classes {base, k} for which `candidates` want a tree, lower class first, each once: for base
/// b and class k the tree is the mirror of that for (k, b), so all K candidates together need K (K − 1)/2
/// trees, not K (K − 1). A job's base is the lower class of its pair.
void list_pairs(std::span<const std::uint32_t> candidates, std::size_t classes, std::vector<TreeJob>& jobs);

/// A tree with the signs of its leaves turned.
learners::RegressionTree mirrored(learners::RegressionTree tree);

class AbcStep {
  public:
    explicit AbcStep(std::size_t classes) : classes_(classes) {}

    /// Grows the trees of all candidates and takes the losses that each would leave. Returns helpers' CPU
    /// seconds.
    double try_candidates(const GradientScores& scores, GradientForest& forest,
                          std::span<const std::uint32_t> candidates, const learners::RowSample& sample,
                          learners::FeatureSelector* selector, int threads);
    /// The training loss after the step of each candidate.
    std::span<const double> losses() const { return losses_; }
    std::span<const TreeJob> jobs() const { return jobs_; }
    /// The job that serves class `k` under base `base`, and the sign of its values there.
    struct Oriented {
        const TreeJob* job;
        double sign;
    };
    Oriented oriented(std::size_t k, std::size_t base) const;

  private:
    void prepare_values();
    Step step_of(std::size_t base) const;

    std::size_t classes_;
    std::vector<TreeJob> jobs_;
    /// What a job's nodes add to a score.
    struct Values {
        std::vector<double> of_node, factor, inverse;  ///< value, e^value, e^−value; in small trees padded
        double largest = 0;                            ///< |value|; factors are given up to kMostStep
    };
    std::vector<Values> values_;            ///< of each job
    std::vector<std::size_t> job_of_pair_;  ///< K × K
    std::vector<double> losses_;
};

}  // namespace reboost::boosting
