#pragma once
/// One round of an abc method: the trees and losses of its candidates (abc2010 Algorithm 2, lines 3 to 15).
#include "boosting/gradient/forest.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// The class pairs {base, k} for which `candidates` need a tree, each once, the lower class as base: the
/// trees of (k, b) and (b, k) differ in sign only. K candidates need K (K − 1)/2 trees, not K (K − 1).
void list_pairs(std::span<const std::uint32_t> candidates, std::size_t classes, std::vector<TreeJob>& jobs);

/// Returns the tree with its leaf values negated.
learners::RegressionTree negated(learners::RegressionTree tree);

class AbcStep {
  public:
    explicit AbcStep(std::size_t classes) : classes_(classes) {}

    /// Grows the trees of all candidates and computes the loss after each candidate's step.
    void try_candidates(const GradientScores& scores, GradientForest& forest,
                        std::span<const std::uint32_t> candidates, const RowSample& sample,
                        learners::FeatureSelector* selector, parallel::Team& team);
    /// The training loss after each candidate's step; empty for one candidate: its step computes the loss.
    std::span<const double> losses() const { return losses_; }
    std::span<const TreeJob> jobs() const { return jobs_; }
    /// Returns the job of class `k` with base `base`; values have the opposite sign if its base is `k`.
    const TreeJob& job(std::size_t k, std::size_t base) const {
        return jobs_[job_of_pair_[base * classes_ + k]];
    }
    Step step_of(std::size_t base) const;

  private:
    void prepare_factors();

    std::size_t classes_;
    std::vector<TreeJob> jobs_;
    /// Factors by which a job's nodes multiply a probability.
    struct Factors {
        std::vector<double> factor, inverse;  ///< e^value, e^−value
        double largest = 0;                   ///< max |value|; factors are computed up to kMostStep
    };
    std::vector<Factors> factors_;          ///< one per job
    std::vector<std::size_t> job_of_pair_;  ///< K × K: job of (base, class)
    std::vector<double> losses_;
};

}  // namespace reboost::boosting
