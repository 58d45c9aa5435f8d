#pragma once
/// One round of an abc method: the trees and losses of its candidates (abc2010 Algorithm 2, lines 3 to 15).
#include "boosting/gradient/forest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// The class pairs {base, k} for which `candidates` need a tree, each once, the lower class as base: the
/// trees of (k, b) and (b, k) differ in sign only. K candidates need K (K − 1)/2 trees, not K (K − 1).
inline void list_pairs(std::span<const std::uint32_t> candidates, std::size_t classes,
                       std::vector<TreeJob>& jobs) {
    std::size_t count = 0;
    const auto wanted = [&](std::size_t k) { return std::ranges::find(candidates, k) != candidates.end(); };
    for (std::size_t low = 0; low < classes; ++low) {
        for (std::size_t high = low + 1; high < classes; ++high) {
            if (!wanted(low) && !wanted(high)) continue;
            if (count == jobs.size()) jobs.emplace_back();  // jobs are reused with their buffers
            jobs[count].base = static_cast<std::int64_t>(low);
            jobs[count++].k = high;
        }
    }
    jobs.resize(count);
}

/// Returns the tree with its leaf values negated.
inline learners::RegressionTree negated(learners::RegressionTree tree) {
    for (learners::RegressionNode& node : tree.nodes)
        node.value = -node.value;
    return tree;
}

class AbcStep {
  public:
    explicit AbcStep(std::size_t classes) : classes_(classes) {}

    /// Grows the trees of all candidates and computes the loss after each candidate's step.
    void try_candidates(const GradientScores& scores, GradientForest& forest,
                        std::span<const std::uint32_t> candidates, const RowSample& sample,
                        learners::FeatureSelector* selector, parallel::Team& team) {
        list_pairs(candidates, classes_, jobs_);
        job_of_pair_.assign(classes_ * classes_, jobs_.size());
        for (std::size_t j = 0; j < jobs_.size(); ++j) {
            const auto base = static_cast<std::size_t>(jobs_[j].base);
            job_of_pair_[base * classes_ + jobs_[j].k] = job_of_pair_[jobs_[j].k * classes_ + base] = j;
        }
        forest.grow(scores, jobs_, sample, selector);
        prepare_factors();
        losses_.clear();
        if (candidates.size() == 1) return;  // nothing to compare the candidate with
        losses_.resize(candidates.size());
        std::vector<Step> steps;
        for (const std::uint32_t base : candidates)
            steps.push_back(step_of(base));
        scores.losses_after(steps, team, losses_);
    }
    /// The training loss after each candidate's step; empty for one candidate: its step computes the loss.
    std::span<const double> losses() const { return losses_; }
    std::span<const TreeJob> jobs() const { return jobs_; }
    /// Returns the job of class `k` with base `base`; values have the opposite sign if its base is `k`.
    const TreeJob& job(std::size_t k, std::size_t base) const {
        return jobs_[job_of_pair_[base * classes_ + k]];
    }
    Step step_of(std::size_t base) const {
        Step step{base, std::vector<ClassStep>(classes_)};
        double largest = 0;
        for (std::size_t k = 0; k < classes_; ++k) {
            if (k == base) continue;
            const TreeJob& own = job(k, base);
            const Factors& factors = factors_[job_of_pair_[base * classes_ + k]];
            const bool as_grown = own.k == k;
            step.of_class[k] = {own.node_of_row.data(), own.values.data(), as_grown ? 1.0 : -1.0,
                                as_grown ? factors.factor.data() : factors.inverse.data()};
            largest += factors.largest;
        }
        for (ClassStep& of_class : step.of_class)
            if (largest > kMostStep) of_class.factor_of_node = nullptr;
        return step;
    }

  private:
    void prepare_factors() {
        factors_.resize(std::max(factors_.size(), jobs_.size()));
        for (std::size_t j = 0; j < jobs_.size(); ++j) {
            const std::vector<double>& values = jobs_[j].values;
            Factors& factors = factors_[j];
            factors.largest = 0;
            std::vector<double> turned;
            for (const double value : values) {
                turned.push_back(-value);
                factors.largest = std::max(factors.largest, std::abs(value));
            }
            if (factors.largest > kMostStep) continue;
            factors.factor.resize(values.size());
            factors.inverse.resize(values.size());
            softmax_kernels().exponentials(values.data(), values.size(), factors.factor.data());
            softmax_kernels().exponentials(turned.data(), values.size(), factors.inverse.data());
        }
    }

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
