#pragma once
/// What edges are worth.
#include "core/state.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::selectors {

/// The reward in [0,1] of an edge in [0,1] (opt2009 §3.2; zhao2019 §3 with its sign corrected): sqrt 1 −
/// √(1−γ²), log min(1, −½ ln(1−γ²)), edge_squared γ². Edges above 1 count as 1. Throws TrainingError for NaN.
double reward_of_edge(RewardMap map, double edge);

/// A reward paid at a price c ≥ 0, in [0,1]: r/(r+c), which orders as r/c does; 0 where r = 0.
double reward_per_cost(double reward, double price);

/// The expected best of k ≥ 1 draws, with replacement, from R values given in ascending order:
/// Σ_r v_(r) ((r/R)^k − ((r − 1)/R)^k).
double expected_best(std::span<const double> ascending, double k);

/// Rewards as shares of the 0.95 quantile of those seen so far, so that they fill [0,1] whatever edges a data
/// set has: bonuses of policies are made for that. It comes from a histogram of logarithmic bins, 16 to an
/// octave: exact to a sixteenth, and the largest reward while fewer than 20 were seen.
class RewardScale {
  public:
    explicit RewardScale(RewardScaling kind);
    /// A reward in [0,1] that counts from now on.
    void see(double reward);
    /// reward/quantile, at most 1; the reward itself where nothing is scaled.
    double share(double reward) const;

    /// Array "reward_counts"; none where nothing is scaled.
    void state(StateIO& io);

  private:
    void find_quantile();

    std::vector<std::uint64_t> counts_;  ///< rewards of each bin; empty: nothing is scaled
    std::uint64_t seen_ = 0;             ///< their sum
    double quantile_ = 1;
};

}  // namespace reboost::selectors
