#pragma once
/// Rewards of edges.
#include "core/state.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::selectors {

/// Returns the reward in [0,1] of an edge γ in [0,1] (opt2009 §3.2; zhao2019 §3 with its sign corrected):
/// sqrt 1 − √(1−γ²), log min(1, −½ ln(1−γ²)), edge_squared γ². γ > 1 counts as 1, NaN throws TrainingError.
double reward_of_edge(RewardMap map, double edge);

/// Returns the reward r at a price c ≥ 0, mapped into [0,1]: r/(r+c), ordered as r/c; 0 if r = 0.
double reward_per_cost(double reward, double price);

/// Returns the expected maximum of k ≥ 1 draws, with replacement, from R values in ascending order:
/// Σ_r v_(r) ((r/R)^k − ((r − 1)/R)^k).
double expected_best(std::span<const double> ascending, double k);

/// Rewards as shares of the 0.95 quantile of those seen so far, so that they fill [0,1] for every data set,
/// as the bonuses of policies assume. The quantile comes from a histogram of logarithmic bins, 16 per octave:
/// it is exact to a sixteenth, and the largest reward while fewer than 20 rewards were seen.
class RewardScale {
  public:
    explicit RewardScale(RewardScaling kind);
    /// Counts a reward in [0,1] for the quantile.
    void see(double reward);
    /// Returns min(1, reward/quantile); the reward itself if nothing is scaled.
    double share(double reward) const;

    /// Saves or loads the array "reward_counts"; none if nothing is scaled.
    void state(StateIO& io);

  private:
    void find_quantile();

    std::vector<std::uint64_t> counts_;  ///< number of rewards per bin; empty: nothing is scaled
    std::uint64_t seen_ = 0;             ///< sum of counts_
    double quantile_ = 1;
};

}  // namespace reboost::selectors
