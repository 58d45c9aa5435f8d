#pragma once
/// Draws with given probabilities, and the base class of policies that draw their arms.
#include "bandits/policy.hpp"
#include "core/rng.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

/// out_j = exp(logs_j − max logs); returns Σ out. Nothing overflows; 700 or more below the maximum the result
/// is about 1e-304, never denormal. Relative error below 1e-15; the same bits on every machine.
double exponentials(std::span<const double> logs, std::span<double> out);

/// Returns the sum, added in a fixed order of four lanes.
double sum(std::span<const double> values);

/// Turns probabilities (sum 1) into the inclusion probabilities of a draw of k arms: min(1, c·p_j) with c
/// such that they sum to k. k = 1 changes nothing. 1 ≤ k ≤ size; every p_j > 0 if k > 1.
void cap_inclusion(std::span<double> probabilities, std::size_t k);

/// Draws out.size() distinct arms, in index order, each with its inclusion probability (systematic sampling,
/// one uniform deviate). For one arm this inverts the distribution function.
void draw_systematic(std::span<const double> inclusion, std::span<std::uint32_t> out, Rng& rng);

/// Fills out[done …] with distinct arms, not in out[0 … done − 1], one after the other in proportion to
/// `weights` ≥ 0 (uniformly if all weights left are 0). Zeroes the weights of all arms in `out`. O(k·M).
void draw_proportional(std::span<double> weights, std::span<std::uint32_t> out, std::size_t done, Rng& rng);

/// A policy that draws its arms from a distribution. k > 1 arms are drawn with inclusion probabilities min(1,
/// c·p_j), which take the place of p_j in the estimates: much as in Exp3.M (Uchiyama, Nakamura & Kudo 2010),
/// which caps the weights before they are mixed.
class DrawnPolicy : public Policy {
  public:
    void select(std::span<std::uint32_t> out, Rng& rng) final;

  protected:
    /// Writes the distribution of a single draw at `time()`; sums to 1.
    virtual void distribution(std::span<double> probability) = 0;
    /// Whether every probability stays well above rounding errors. Otherwise, if k > 1, each arm receives
    /// 1e-9/M: if one arm had nearly all mass, rounding errors would decide among the others.
    virtual bool is_mixed() const { return false; }
    virtual void restart_weights() = 0;
    /// Saves or loads the derived policy's own state.
    virtual void keep_weights(StateIO& io) = 0;
    /// Returns the arm's inclusion probability at the last selection; 1/M before the first.
    double probability_of(std::size_t arm) const { return probability_[arm]; }

  private:
    void restart() final;
    void keep(StateIO& io) final;

    std::vector<double> probability_;
};

}  // namespace reboost::bandits
