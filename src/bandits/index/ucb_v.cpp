#include "bandits/parts/counted_policy.hpp"
#include "bandits/parts/first_pass.hpp"
#include "bandits/policy_entry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::bandits {
namespace {

/// UCB-V (Audibert, Munos & Szepesvári 2009): the k arms with the largest r̄_j + √(2 ξ v_j ln t / T_j) + c·3 b
/// ξ ln t / T_j, v_j the empirical variance (divided by T_j); every arm once first, as in `Ucb`.
class UcbV final : public CountedPolicy {
    double xi = 1, c = 1.0 / 3.0, b = 1;
    FirstPass first_pass = FirstPass::index;
    void fields(Fields& field) override {
        field("xi", xi, {"ξ", 0, 1e6});
        field("c", c, {"c", 0, 1e6});
        field("b", b, {"b, the range of the rewards", 0, 1e6});
        field("first_pass", first_pass, kFirstPassField);
    }
    bool draws() const override { return first_pass == FirstPass::random; }
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        const double log_time = std::log(static_cast<double>(time()));
        const double wide = std::sqrt(2 * xi * log_time);
        const double narrow = c * 3 * b * xi * log_time;
        for (std::size_t arm = 0; arm < index_.size(); ++arm)
            index_[arm] = base_[arm] + wide * spread_[arm] + narrow * scarcity_[arm];
        select_after_first_pass(best_, index_, first_pass, out, rng);
    }

    void restart() override {
        deviations_.assign(arms(), 0);
        base_.assign(arms(), std::numeric_limits<double>::infinity());
        spread_.assign(arms(), 0);
        scarcity_.assign(arms(), 0);
        index_.assign(arms(), 0);
    }
    void learn(std::uint32_t arm, double reward) override {
        const double old_mean = pulls_of(arm) > 1 ? base_[arm] : 0;
        deviations_[arm] += (reward - old_mean) * (reward - mean_of(arm));
    }
    void keep(StateIO& io) override { io("deviations", deviations_); }
    void refresh(std::uint32_t arm) override {
        const double pulled = pulls_of(arm);
        const double variance = std::max(0.0, deviations_[arm]) / pulled;
        base_[arm] = mean_of(arm);
        spread_[arm] = std::sqrt(variance / pulled);
        scarcity_[arm] = 1 / pulled;
    }

    std::vector<double> deviations_;  ///< Σ (r − r̄)², by Welford's recurrence
    std::vector<double> base_;        ///< r̄_j, +∞ before the first pull
    std::vector<double> spread_;      ///< √(v_j/T_j)
    std::vector<double> scarcity_;    ///< 1/T_j
    std::vector<double> index_;
    BestArms best_;
};

}  // namespace

PolicyEntry ucb_v() {
    return entry<UcbV>("ucb_v", "upper confidence bound with each arm's empirical variance; deterministic");
}

}  // namespace reboost::bandits
