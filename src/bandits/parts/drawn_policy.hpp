#pragma once
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

/// A policy that draws its arms from a distribution over them. For k > 1 the arms are drawn with inclusion
/// probabilities min(1, c·p_j), and these take the place of p_j in the estimates: much as in Exp3.M
/// (Uchiyama, Nakamura & Kudo 2010), which caps the weights before they are mixed and leaves those of capped
/// arms.
class DrawnPolicy : public CountedPolicy {
  public:
    void select(std::span<std::uint32_t> out, Rng& rng) final;

  protected:
    /// Writes the distribution of a single draw at `time()`; sums to 1.
    virtual void distribution(std::span<double> probability) = 0;
    /// Whether each arm has a share that no rounding takes. Otherwise, where k > 1, each receives 1e-9/M:
    /// when one arm has all but nothing of the mass, the others are drawn from what rounding left of it.
    virtual bool is_mixed() const { return false; }
    virtual void restart_weights() = 0;
    /// Names what it keeps between decisions.
    virtual void keep_weights(StateIO& io) = 0;
    /// The arm's inclusion probability at the last selection; 1/M before the first.
    double probability_of(std::size_t arm) const { return probability_[arm]; }

  private:
    void restart() final;
    void keep(StateIO& io) final;

    std::vector<double> probability_;
};

}  // namespace reboost::bandits
