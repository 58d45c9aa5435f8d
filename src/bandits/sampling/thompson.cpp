#include "bandits/parts/deviates.hpp"
#include "bandits/parts/index_policy.hpp"
#include "core/rng.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace reboost::bandits {
namespace {

/// Tail bounds hold until discounting has left this share of the evidence: a lower share makes them looser.
constexpr double kShare = 0.85;
/// Tail bounds that hold for fewer decisions are not worth their cost.
constexpr double kFewestDecisions = 32;

/// Returns the decisions until discounting has left `kShare`; 0 if fewer than kFewestDecisions.
std::uint64_t decisions_until_stale(double discount) {
    if (discount == 1) return std::numeric_limits<std::uint64_t>::max();
    const double decisions = std::floor(std::log(kShare) / std::log(discount));
    return decisions < kFewestDecisions ? 0 : static_cast<std::uint64_t>(std::min(decisions, 1e18));
}

/// Thompson sampling for rewards in [0,1] (Agrawal & Goyal 2012): the k arms with the largest draws from
/// Beta(1 + S_j, 1 + F_j), S_j and F_j the successes and failures so far. A reward r becomes a success with
/// probability r and counts from the next selection on.
///
/// Few draws can be among the k largest. Each arm keeps the probability that its draw exceeds a level near
/// the best draws; one uniform deviate decides whether it does, and mostly only such draws are made. A new
/// level is set if too few or too many arms are expected above it.
class TsBeta : public IndexPolicy {
    /// Returns the factor in (0, 1] that multiplies successes and failures at the end of a decision.
    virtual double kept_share() const { return 1; }

    void restart() override {
        discount_ = kept_share();
        fill_arms(0, successes_, failures_);
        pending_.reset(arms());
        level_ = 0;
        tails_.assign(arms(), 1);
        expected_above_ = 0;
        decisions_left_ = 0;
        above_.reserve(arms());
        sorted_.reserve(arms());
    }
    void learn(std::uint32_t arm, double reward) override { pending_.add(arm, reward); }
    void close() override {
        if (discount_ == 1) return;
        for (std::size_t arm = 0; arm < arms(); ++arm) {
            successes_[arm] *= discount_;
            failures_[arm] *= discount_;
        }
        if (decisions_left_ > 0) --decisions_left_;
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        pending_.settle(rng, [this](std::uint32_t arm, bool success) {
            (success ? successes_ : failures_)[arm] += 1;
            if (level_ > 0) bound_tail(arm);
        });
        const auto taken = static_cast<double>(k);
        const double wanted = taken + 3 * std::sqrt(taken) + 4;  // arms above the level: seldom too few
        const std::uint64_t decisions = decisions_until_stale(discount_);
        if (decisions == 0 || 4 * wanted > static_cast<double>(arms())) return draw_all(index, rng);
        const bool fits = level_ > 0 && 2 * expected_above_ > taken + wanted && expected_above_ < 3 * wanted;
        if (!fits) {
            draw_all(index, rng);
            return set_level(index, static_cast<std::size_t>(wanted));
        }
        if (decisions_left_ == 0) bound_tails();

        for (double& deviate : index)
            deviate = rng.uniform();
        above_.clear();
        for (std::uint32_t arm = 0; arm < index.size(); ++arm)
            if (index[arm] < tails_[arm] && is_above(arm, index[arm])) above_.push_back(arm);
        if (above_.size() < k)
            for (std::size_t arm = 0; arm < index.size(); ++arm)
                index[arm] = draw_beta_below(alpha(arm), beta(arm), level_, tails_[arm], rng);
        else
            std::ranges::fill(index, 0.0);
        for (const std::uint32_t arm : above_)
            index[arm] = draw_beta_above(alpha(arm), beta(arm), level_, tails_[arm], rng);
    }

    double alpha(std::size_t arm) const { return 1 + successes_[arm]; }
    double beta(std::size_t arm) const { return 1 + failures_[arm]; }
    void draw_all(std::span<double> draws, Rng& rng) const {
        for (std::size_t arm = 0; arm < draws.size(); ++arm)
            draws[arm] = draw_beta(alpha(arm), beta(arm), rng);
    }
    /// Sets a level that the draws of about `above` arms exceed, from one draw of each arm.
    void set_level(std::span<const double> draws, std::size_t above) {
        sorted_.assign(draws.begin(), draws.end());
        const auto place = sorted_.begin() + static_cast<std::ptrdiff_t>(above);
        std::ranges::nth_element(sorted_, place, std::greater());
        level_ = *place < 1 ? *place : 0;
        if (level_ > 0) bound_tails();
    }
    void bound_tails() {
        decisions_left_ = decisions_until_stale(discount_);
        expected_above_ = 0;
        std::ranges::fill(tails_, 0.0);
        for (std::uint32_t arm = 0; arm < tails_.size(); ++arm)
            bound_tail(arm);
    }
    void bound_tail(std::uint32_t arm) {
        const double share = discount_ == 1 ? 1 : kShare, successes = successes_[arm],
                     failures = failures_[arm];
        double tail = beta_tail(1 + share * successes, 1 + share * failures, level_);
        if (share < 1) tail = std::min(1.0, tail * evidence_growth(successes, failures, share));
        expected_above_ += tail - tails_[arm];
        tails_[arm] = tail;
    }
    /// Whether the arm's draw exceeds the level; `deviate` is uniform and below the arm's tail bound.
    bool is_above(std::uint32_t arm, double deviate) const {
        return discount_ == 1 || deviate < beta_tail(alpha(arm), beta(arm), level_);
    }

    void keep(StateIO& io) override {
        io("successes", successes_)("failures", failures_);
        pending_.state(io);
        io("level", level_)("tails", tails_);
        io("expected_above", expected_above_)("decisions_left", decisions_left_);
    }

    double discount_ = 1;
    std::vector<double> successes_, failures_;  ///< discounted counts per arm
    PendingRewards pending_;

    double level_ = 0;                  ///< 0: no level is set
    std::vector<double> tails_;         ///< per arm: bound of the probability of a draw above the level
    double expected_above_ = 0;         ///< sum of tails_
    std::uint64_t decisions_left_ = 0;  ///< decisions for which the tails still hold

    std::vector<std::uint32_t> above_;  ///< arms above the level in one decision
    std::vector<double> sorted_;
};

/// Discounted Thompson sampling (Raj & Kalyani 2017): successes and failures fade by γ per decision.
class DTs final : public TsBeta {
    double discount = 0;
    void fields(Fields& field) override {
        field("discount", discount, {"γ per decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && discount == 0; }

    double kept_share() const override {
        return discount > 0 ? discount : default_discount(planned(), arms());
    }
};

}  // namespace

extern const PolicyEntry ts_beta = entry<TsBeta>("ts_beta", "Thompson sampling with beta posteriors");
extern const PolicyEntry d_ts = entry<DTs>("d_ts", "Thompson sampling with discounted counts");

}  // namespace reboost::bandits
