#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/kl_indices.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// KL-UCB for rewards in [0,1] (Garivier & Cappé 2011): the largest q with T_j kl(r̄_j, q) ≤ e (ln t + c ln ln
/// t), e = 1.
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

    /// What an arm's pulls times the divergence may reach: e (ln t + c ln ln t).
    double level() const {
        const double log_time = std::log(static_cast<double>(time()));
        return exploration * (log_time + (log_time > 1 ? c * std::log(log_time) : 0));
    }

    KlIndices indices_;
};

}  // namespace

PolicyEntry kl_ucb() {
    return entry<KlUcb>("kl_ucb", "upper confidence bound by the Bernoulli Kullback-Leibler divergence");
}

}  // namespace reboost::bandits
