#pragma once
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/pending_rewards.hpp"

#include <vector>

namespace reboost::bandits {

/// The k arms with the largest draws from Beta(1 + S_j, 1 + F_j), S_j and F_j the successes and failures so
/// far, which a decision discounts. A reward is drawn to a success or a failure and counts from the next
/// selection on.
///
/// Few draws can be among the k largest. For a level near the best draws each arm holds the probability that
/// its draw is above it, from which whether it is costs one uniform deviate; mostly only those above are
/// drawn at all. The level is made anew where too few or too many arms come above it.
class BetaThompson : public IndexPolicy {
  private:
    /// By which successes and failures are multiplied when a decision ends, in (0, 1].
    virtual double kept_share() const = 0;

    void restart() final;
    void learn(std::uint32_t arm, double reward) final { pending_.add(arm, reward); }
    void close() final;
    void fill(std::span<double> index, std::size_t k, Rng& rng) final;
    void keep(StateIO& io) final;

    double alpha(std::size_t arm) const { return 1 + successes_[arm]; }
    double beta(std::size_t arm) const { return 1 + failures_[arm]; }
    void draw_all(std::span<double> draws, Rng& rng) const;
    /// A level that about `above` arms' draws exceed, from one draw of each.
    void set_level(std::span<const double> draws, std::size_t above);
    void bound_tails();
    void bound_tail(std::uint32_t arm);
    bool is_above(std::uint32_t arm, double uniform) const;

    double discount_ = 1;
    std::vector<double> successes_, failures_;  ///< discounted
    PendingRewards pending_;

    double level_ = 0;                  ///< 0: none
    std::vector<double> tails_;         ///< of each arm at least the probability of a draw above the level
    double expected_above_ = 0;         ///< their sum
    std::uint64_t decisions_left_ = 0;  ///< for which the tails hold

    std::vector<std::uint32_t> above_;  ///< of one decision
    std::vector<double> sorted_;
};

}  // namespace reboost::bandits
