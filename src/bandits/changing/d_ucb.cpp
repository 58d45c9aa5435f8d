#include "bandits/parts/forgetting_defaults.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <numeric>

namespace reboost::bandits {
namespace {

/// D-UCB (Kocsis & Szepesvári 2006; Garivier & Moulines 2011): discounted means + 2 √(ξ ln n_t/N_j), N_j the
/// discounted pulls, n_t their sum.
class DUcb final : public IndexPolicy {
    double discount = 0, xi = 0.6;
    std::int64_t horizon = 0;
    void fields(Fields& field) override {
        field("discount", discount, {"γ per decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
        field("xi", xi, {"ξ", 0, 1e6});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && discount == 0; }

    void restart() override {
        discount_ =
            discount > 0 ? std::max(discount, kLeastDiscount) : default_discount(horizon_or(horizon), arms());
        counts_.assign(arms(), 0);
        sums_.assign(arms(), 0);
        fresh_ = 1 / discount_;
    }

    void learn(std::uint32_t arm, double reward) override {
        counts_[arm] += fresh_;
        sums_[arm] += fresh_ * reward;
    }
    void close() override {
        for (double& count : counts_)
            count *= discount_;
        for (double& sum : sums_)
            sum *= discount_;
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double all = std::accumulate(counts_.begin(), counts_.end(), 0.0);
        const double bonus = xi * std::max(0.0, std::log(all));
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            const double n = std::max(counts_[arm], kGone);  // computed for all arms alike: vectorised
            const double bound = sums_[arm] / n + 2 * std::sqrt(bonus / n);
            index[arm] = counts_[arm] > kGone ? bound : kUntried;
        }
    }

    void keep(StateIO& io) override {
        io("discounted_pulls", counts_);
        io("discounted_rewards", sums_);
    }

    /// So that `fresh_` is finite; below it no decision but the last weighs anything.
    static constexpr double kLeastDiscount = 1e-100;
    static constexpr double kGone = 1e-290;  ///< below it an arm counts as never pulled
    double discount_ = 1;
    double fresh_ = 1;  ///< the weight of a new reward, which is 1 once its decision is closed
    std::vector<double> counts_, sums_;
};

}  // namespace

PolicyEntry d_ucb() {
    return entry<DUcb>("d_ucb", "UCB with discounted rewards and pulls");
}

}  // namespace reboost::bandits
