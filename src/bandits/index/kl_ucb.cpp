#include "bandits/parts/bernoulli_kl.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// KL-UCB (Garivier & Cappé 2011): the largest q with T_j kl(r̄_j, q) ≤ e (ln t + c ln ln t), e = 1.
class KlUcb final : public IndexPolicy {
    double exploration = 1, c = 0;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor of ln t + c ln ln t", 0, 1e6});
        field("c", c, {"c, the factor of ln ln t; 0 in practice, 3 in the proof", 0, 1e6});
    }

    void restart() override { indices_.reset(arms()); }
    void refresh(std::uint32_t arm) override { indices_.set(arm, mean_of(arm), pulls_of(arm), level()); }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        const double now = level();
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = indices_.bound(arm, now);
        refine(
            index, k, [&](std::uint32_t arm, double q) { return indices_.reaches(arm, q, now); },
            [&](std::uint32_t arm) { return indices_.bound(arm, now); },
            [&](std::uint32_t arm) { return indices_.exact(arm, now); });
    }

    /// Returns the bound e (ln t + c ln ln t) on an arm's pulls times the divergence.
    double level() const {
        const double log_time = std::log(static_cast<double>(time()));
        return exploration * (log_time + (log_time > 1 ? c * std::log(log_time) : 0));
    }

    KlIndices indices_;
};

/// IMED (Honda & Takemura 2015): minimises T_j kl(r̄_j, max r̄) + e ln T_j, e = 1, after a pull of each arm.
///
/// kl(r̄_j, μ) = r̄_j ln r̄_j + (1−r̄_j) ln(1−r̄_j) − r̄_j ln μ − (1−r̄_j) ln(1−μ): the first two terms
/// change only with a pull, so that a decision takes two logarithms in all.
class Imed final : public IndexPolicy {
    double exploration = 1;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor of ln T_j", 0, 1e6});
    }

    void restart() override { fill_arms(0, negative_entropy_, log_pulls_); }
    void refresh(std::uint32_t arm) override {
        negative_entropy_[arm] = negative_entropy(mean_of(arm));
        log_pulls_[arm] = exploration * std::log(pulls_of(arm));
    }
    void fill(std::span<double> index, std::size_t, Rng&) override {
        constexpr double kLogOfZero = -1e290;  // finite, so that 0 times it is 0
        const double best = mean_rewards()[first_best(mean_rewards())];
        const double log_best = best > 0 ? std::log(best) : kLogOfZero;
        const double log_rest = best < 1 ? std::log1p(-best) : kLogOfZero;
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            const double mean = mean_of(arm);
            const double kl = std::max(0.0, negative_entropy_[arm] - mean * log_best - (1 - mean) * log_rest);
            index[arm] = tried(arm) ? -(pulls_of(arm) * kl + log_pulls_[arm]) : kUntried;
        }
    }

    std::vector<double> negative_entropy_, log_pulls_;  ///< r̄_j ln r̄_j + (1−r̄_j) ln(1−r̄_j), e ln T_j
};

}  // namespace

extern const PolicyEntry kl_ucb =
    entry<KlUcb>("kl_ucb", "upper confidence bound by the Bernoulli Kullback-Leibler divergence");
extern const PolicyEntry imed = entry<Imed>("imed", "indexed minimum empirical divergence");

}  // namespace reboost::bandits
