#pragma once
/// What regret is made of, at log-spaced rounds: rewards earned, and those of each fixed arm.
#include "core/state.hpp"
#include "learners/mh/stump_scanner.hpp"
#include "learners/mh/weights.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reboost::boosting {

/// zhao2019 §2 over some sequences: expected regret is the mean over them of max_i Σ X_{i,t} − Σ X_{I_t,t},
/// pseudo-regret max_i of the mean of Σ X_{i,t} − Σ X_{I_t,t}. For one sequence the two are the same.
///
/// `save_curves` says what each array is: means over the sequences, one row per point.
class RegretCurves {
  public:
    static constexpr double kPointsPerDecade = 20;  ///< log-spaced
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

/// FULL beside a run whose selector searches some features only: every `every` rounds it scans all features
/// at the round's weights and notes the reward X_{i,t} of each (zhao2019 §2; an arm is a feature). The oracle
/// changes no bit of the run, whose work and training time do not count it.
///
/// The arm I_t is the feature of the round's stump; a round without a stump earns 0.
class RegretOracle {
  public:
    /// Rounds 1 … `rounds`; `columns` must outlive the oracle.
    RegretOracle(const learners::ScanColumns& columns, parallel::Team& team, selectors::RewardMap reward,
                 std::size_t every, std::size_t rounds);

    bool is_due(std::size_t round) const { return (round - 1) % every_ == 0; }
    /// At the weights before the round's update. `chosen`: nullopt for a round without a stump.
    void evaluate(std::size_t round, const learners::SignedWeights& weights,
                  std::optional<std::uint32_t> chosen);

    void save_curves(Archive& archive) const;
    void state(StateIO& io);

  private:
    learners::StumpScanner scanner_;
    selectors::RewardMap reward_;
    std::size_t every_, rounds_;
    std::vector<std::uint32_t> features_;  ///< all of them
    std::vector<learners::ThresholdScore> scores_;
    std::vector<std::uint64_t> round_;
    std::vector<double> chosen_, best_;
    std::vector<double> arm_totals_;
    double chosen_total_ = 0;
    RegretCurves curves_;
};

}  // namespace reboost::boosting
