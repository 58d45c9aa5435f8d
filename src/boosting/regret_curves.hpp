#pragma once
/// What regret is made of, at log-spaced rounds: rewards earned, and those that each fixed arm would have
/// had.
#include "core/state.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// zhao2019 §2 over some number of sequences: expected regret is the mean over them of max_i Σ X_{i,t} −
/// Σ X_{I_t,t}, pseudo-regret max_i of the mean of Σ X_{i,t} − Σ X_{I_t,t}. For one sequence the two are the
/// same number: that sequence's regret.
///
/// Arrays of `save_curves`, means over the sequences, one row per point:
///   regret/round         the point: steps of a bandit problem, boosting rounds
///   regret/samples       steps whose rewards were summed up to there
///   regret/chosen_total  Σ X_{I_t,t}
///   regret/arm_totals    Σ X_{i,t}: points × arms
///   regret/expected      mean of the sequences' regrets
///   regret/pseudo        regret against the arm that is best in the mean
///   regret/pseudo_sd     standard deviation over the sequences of their regrets against that arm; of two or
///   more
class RegretCurves {
  public:
    explicit RegretCurves(std::size_t arms) : arms_(arms) {}

    /// One sequence at one point; the points of every sequence come in the same order.
    void add(std::size_t point, std::uint64_t round, std::uint64_t samples, double chosen_total,
             std::span<const double> arm_totals);
    void end_sequence() { ++sequences_; }
    std::size_t points() const { return rounds_.size(); }

    void save_curves(Archive& archive) const;
    /// Throws DataError where the arrays loaded belong to another number of arms.
    void state(StateIO& io);

  private:
    std::size_t arms_;
    std::uint64_t sequences_ = 0;
    std::vector<std::uint64_t> rounds_, samples_;
    std::vector<double> chosen_, regret_;  ///< sums over the sequences
    std::vector<double> totals_, squares_;  ///< points × arms: of Σ X_{i,t}, of (Σ X_{i,t} − Σ X_{I_t,t})²
};

}  // namespace reboost::boosting
