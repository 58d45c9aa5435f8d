#include "bandits/parts/bernoulli_kl.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// IMED (Honda & Takemura 2015): the smallest T_j kl(r̄_j, max r̄) + e ln T_j, e = 1; every arm once first.
///
/// kl(r̄_j, μ) = r̄_j ln r̄_j + (1−r̄_j) ln(1−r̄_j) − r̄_j ln μ − (1−r̄_j) ln(1−μ): the first two change with a pull
/// only, so that a decision takes two logarithms in all.
class Imed final : public IndexPolicy {
    double exploration = 1;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor of ln T_j", 0, 1e6});
    }

    void restart() override {
        negative_entropy_.assign(arms(), 0);
        log_pulls_.assign(arms(), 0);
    }
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

    std::vector<double> negative_entropy_, log_pulls_;  ///< the latter e ln T_j
};

}  // namespace

PolicyEntry imed() {
    return entry<Imed>("imed", "indexed minimum empirical divergence");
}

}  // namespace reboost::bandits
