#include "bandits/parts/index_policy.hpp"

#include <deque>
#include <numeric>

namespace reboost::bandits {
namespace {

/// SW-UCB (Garivier & Moulines 2011): mean + √(ξ ln min(t, τ)/N_j) of N_j pulls in the last τ decisions.
class SwUcb final : public IndexPolicy {
    std::int64_t window = 0;
    double xi = 0.6;
    void fields(Fields& field) override {
        field("window", window, {"τ in decisions; 0: 2 sqrt(T ln T), at least 4 M", 0, 1e15});
        field("xi", xi, {"ξ", 0, 1e6});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && window == 0; }

    void restart() override {
        // The paper's window for one change, but at least 4 M: a shorter one would only explore.
        const double derived = std::ceil(2 * std::sqrt(planned() * std::log(planned())));
        window_ =
            window > 0 ? static_cast<double>(window) : std::max(derived, 4 * static_cast<double>(arms()));
        recent_.clear();
        counts_.assign(arms(), 0);
        sums_.assign(arms(), 0);
        means_.reset(arms());
    }

    void learn(std::uint32_t arm, double reward) override {
        recent_.push_back({decisions(), reward, arm});
        ++counts_[arm];
        sums_[arm] += reward;
    }
    void refresh(std::uint32_t arm) override {
        means_.set(arm, sums_[arm], static_cast<double>(counts_[arm]));
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        while (!recent_.empty() && static_cast<double>(recent_.front().decision) + window_ < now()) {
            const Recent old = recent_.front();
            sums_[old.arm] = --counts_[old.arm] == 0 ? 0 : sums_[old.arm] - old.reward;
            refresh(old.arm);
            recent_.pop_front();
        }
        means_.fill(index, xi * std::log(std::min(static_cast<double>(time()), window_)));
    }
    double now() const { return static_cast<double>(decisions()); }

    void keep(StateIO& io) override {
        io.first_column("recent_decisions", recent_, &Recent::decision);
        io.column("recent_rewards", recent_, &Recent::reward);
        io.column("recent_arms", recent_, &Recent::arm);
        io("recent_sums", sums_);
        if (!io.loading()) return;
        for (const Recent& one : recent_) {
            if (one.arm >= arms()) throw DataError("a saved reward is of an arm that does not exist");
            ++counts_[one.arm];
        }
    }

    struct Recent {
        std::uint64_t decision;
        double reward;
        std::uint32_t arm;
    };
    double window_ = 1;                  ///< length τ of the window, in decisions
    std::deque<Recent> recent_;          ///< rewards inside the window, oldest first
    std::vector<std::uint64_t> counts_;  ///< pulls inside the window
    std::vector<double> sums_;           ///< rewards inside the window
    MeansAndCounts means_;               ///< made from counts_ and sums_
};

/// D-UCB (Kocsis & Szepesvári 2006; Garivier & Moulines 2011): discounted means + 2 √(ξ ln n_t/N_j), N_j the
/// discounted pulls, n_t their sum.
class DUcb final : public IndexPolicy {
    double discount = 0, xi = 0.6;
    void fields(Fields& field) override {
        field("discount", discount, {"γ per decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
        field("xi", xi, {"ξ", 0, 1e6});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && discount == 0; }

    void restart() override {
        discount_ = discount > 0 ? std::max(discount, kLeastDiscount) : default_discount(planned(), arms());
        fill_arms(0, counts_, sums_);
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
            const double n = std::max(counts_[arm], kGone);  // no branch: the loop vectorises
            const double bound = sums_[arm] / n + 2 * std::sqrt(bonus / n);
            index[arm] = counts_[arm] > kGone ? bound : kUntried;
        }
    }

    void keep(StateIO& io) override { io("discounted_pulls", counts_)("discounted_rewards", sums_); }

    /// Keeps `fresh_` finite; below this discount only the last decision has any weight.
    static constexpr double kLeastDiscount = 1e-100;
    static constexpr double kGone = 1e-290;  ///< with fewer discounted pulls an arm counts as never pulled
    double discount_ = 1;
    double fresh_ = 1;  ///< weight of a new reward; `close` discounts it to 1
    std::vector<double> counts_, sums_;
};

}  // namespace

extern const PolicyEntry sw_ucb = entry<SwUcb>("sw_ucb", "UCB over a sliding window");
extern const PolicyEntry d_ucb = entry<DUcb>("d_ucb", "UCB with discounted rewards and pulls");

}  // namespace reboost::bandits
