#include "bandits/parts/counted_policy.hpp"
#include "bandits/parts/first_pass.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>
#include <limits>

namespace reboost::bandits {
namespace {

/// UCB(k): the k arms with the largest r̄_j + √(e ln t / T_j), e = 2, every arm once first (opt2009 §3.1; Auer
/// et al. 2002a for k = 1). An arm never pulled has an infinite index, so that a first pass with fewer than k
/// arms left fills up with the best of the others. Ties: the lower arm first. Deterministic but for a random
/// first pass.
class Ucb final : public CountedPolicy {
    double exploration = 2;
    FirstPass first_pass = FirstPass::index;
    void fields(Fields& field) override {
        field("exploration", exploration,
              {"the factor under the root: sqrt(exploration ln t / T_j)", 0, 1e6});
        field("first_pass", first_pass, kFirstPassField);
    }
    bool draws() const override { return first_pass == FirstPass::random; }
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        const double factor = std::sqrt(exploration * std::log(static_cast<double>(time())));
        for (std::size_t arm = 0; arm < index_.size(); ++arm)
            index_[arm] = base_[arm] + factor * width_[arm];
        select_after_first_pass(best_, index_, first_pass, out, rng);
    }

    void restart() override {
        base_.assign(arms(), std::numeric_limits<double>::infinity());
        width_.assign(arms(), 0);
        index_.assign(arms(), 0);
    }
    void refresh(std::uint32_t arm) override {
        base_[arm] = mean_of(arm);
        width_[arm] = 1 / std::sqrt(pulls_of(arm));
    }

    std::vector<double> base_;   ///< r̄_j, +∞ before the first pull
    std::vector<double> width_;  ///< 1/√T_j: the index is base + √(e ln t)·width
    std::vector<double> index_;
    BestArms best_;
};

}  // namespace

PolicyEntry ucb() {
    return entry<Ucb>("ucb", "upper confidence bound: mean reward + sqrt(2 ln t / pulls); deterministic");
}

}  // namespace reboost::bandits
