#include "bandits/parts/bernoulli_kl.hpp"
#include "bandits/parts/dyadic_sums.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// GLR-klUCB with local restarts (Besson & Kaufmann 2019): KL-UCB with the level e ln(t − τ_j), e = 1, and
/// forced exploration, which forgets an arm when a generalised likelihood ratio test finds a change.
///
/// After each pull the arm's n rewards since its last restart are split into older and newer ones; the arm is
/// forgotten if s kl(μ_old, μ) + (n−s) kl(μ_new, μ) ≥ ln(3 n √n/δ) for some split s. The paper tries all
/// splits, or every tenth; here the newer part has 2^l + (n mod 2^l) rewards, l = 0, 1, 2 …: O(log n) per
/// pull, every length within a factor two of a tried one. Each arm is forced once in ⌈M/α⌉ decisions.
class GlrKlucb final : public IndexPolicy {
    double delta = 0, explore = 0, exploration = 1;
    void fields(Fields& field) override {
        field("delta", delta, {"δ, false alarms of the test; 0: 1/sqrt(T)", 0, 1});
        field("explore", explore, {"α, share of forced pulls; 0: 0.05 sqrt(ln T / T)", 0, 1});
        field("exploration", exploration, {"e, the factor of ln(t - τ_j)", 0, 1e6});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && (delta == 0 || explore == 0); }

    void restart() override {
        const double steps = planned();
        const double forced =
            explore > 0 ? explore : 0.05 * std::sqrt(std::log(std::max(2.0, steps)) / steps);
        log_delta_ = std::log(delta > 0 ? delta : 1 / std::sqrt(steps));
        constexpr double kLongest = 9007199254740992.0;  // 2^53 decisions: no run is longer
        period_ =
            static_cast<std::uint64_t>(std::min(kLongest, std::ceil(static_cast<double>(arms()) / forced)));
        sums_.reset(arms());
        since_.assign(arms(), 0);
        indices_.reset(arms());
    }

    void learn(std::uint32_t arm, double reward) override {
        sums_.add(arm, reward);
        if (!changed(arm)) return;
        sums_.forget(arm);
        since_[arm] = time();
    }
    void refresh(std::uint32_t arm) override {
        const auto count = static_cast<double>(sums_.counts()[arm]);
        if (count > 0) indices_.set(arm, std::min(1.0, sums_.total(arm) / count), count, level(arm));
    }

    bool changed(std::uint32_t arm) const {
        const std::uint64_t count = sums_.counts()[arm];
        const auto n = static_cast<double>(count);
        const double limit = std::log(3 * n * std::sqrt(n)) - log_delta_, mean = sums_.total(arm) / n;
        for (std::size_t level = 0; (std::uint64_t{2} << level) <= count; ++level) {
            const std::uint64_t length = std::uint64_t{1} << level;
            const auto newer = static_cast<double>(length + count % length);
            const double newer_sum = sums_.blocks(level)[arm] + sums_.since(level)[arm];
            const double older = n - newer;
            if (older <= 0) continue;
            const double older_mean = std::clamp((sums_.total(arm) - newer_sum) / older, 0.0, 1.0);
            const double newer_mean = std::min(1.0, newer_sum / newer);
            if (older * bernoulli_kl(older_mean, mean) + newer * bernoulli_kl(newer_mean, mean) >= limit)
                return true;
        }
        return false;
    }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        double log_time = level(0);
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            if (arm > 0 && since_[arm] != since_[arm - 1]) log_time = level(arm);  // most arms share one τ_j
            index[arm] = sums_.counts()[arm] > 0 ? indices_.bound(arm, log_time) : kUntried;
        }
        refine(
            index, k, [this](std::uint32_t arm, double q) { return indices_.reaches(arm, q, level(arm)); },
            [this](std::uint32_t arm) { return indices_.bound(arm, level(arm)); },
            [this](std::uint32_t arm) { return indices_.exact(arm, level(arm)); });
        const std::uint64_t turn = decisions() % period_;
        if (turn < index.size()) index[turn] = kUntried;
    }
    /// Returns the level e ln(t − τ_j).
    double level(std::size_t arm) const {
        const std::uint64_t since = time() > since_[arm] ? time() - since_[arm] : 1;
        return exploration * std::log(static_cast<double>(since));
    }

    void keep(StateIO& io) override {
        sums_.state(io);
        io("restarted", since_);
    }

    double log_delta_ = 0;
    std::uint64_t period_ = 1;
    DyadicSums sums_;
    std::vector<std::uint64_t> since_;  ///< τ_j: the time of the arm's last restart
    KlIndices indices_;                 ///< indices of the rewards since the restart
};

}  // namespace

extern const PolicyEntry glr_klucb =
    entry<GlrKlucb>("glr_klucb", "KL-UCB that forgets an arm when its mean has changed");

}  // namespace reboost::bandits
