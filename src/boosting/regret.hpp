#pragma once
/// The parts of regret at log-spaced rounds: the rewards earned, and the rewards of each fixed arm.
#include "core/state.hpp"
#include "learners/mh/stump_scanner.hpp"
#include "learners/mh/weights.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reboost::boosting {

/// Regret over sequences (zhao2019 §2): expected regret is the mean over them of max_i Σ X_{i,t} − Σ
/// X_{I_t,t}, pseudo-regret max_i of the mean of Σ X_{i,t} − Σ X_{I_t,t}; both agree for one sequence.
///
/// The arrays are means over the sequences, one row per point; `save_curves` describes each.
class RegretCurves {
  public:
    static constexpr double kPointsPerDecade = 20;  ///< log-spaced
    explicit RegretCurves(std::size_t arms) : arms_(arms) {}

    /// Adds one sequence at one point; the points of every sequence come in the same order.
    void add(std::size_t point, std::uint64_t round, std::uint64_t samples, double chosen_total,
             std::span<const double> arm_totals);
    void end_sequence() { ++sequences_; }
    std::size_t points() const { return rounds_.size(); }

    void save_curves(Archive& archive) const;
    /// Throws DataError if the loaded arrays belong to another number of arms.
    void state(StateIO& io);

  private:
    std::size_t arms_;
    std::uint64_t sequences_ = 0;
    std::vector<std::uint64_t> rounds_, samples_;
    std::vector<double> chosen_, regret_;   ///< sums over the sequences
    std::vector<double> totals_, squares_;  ///< points × arms: Σ X_{i,t}, (Σ X_{i,t} − Σ X_{I_t,t})²
};

/// FULL beside a run whose selector searches only some features: every `every` rounds the oracle scans all
/// features at the round's weights and records the reward X_{i,t} of each (zhao2019 §2; an arm is a feature).
/// The oracle changes no bit of the run, nor does it count in the run's work and training time.
///
/// The arm I_t is the feature of the round's stump; a round without a stump earns 0.
class RegretOracle {
  public:
    /// `rounds`: planned number of rounds; `columns` must outlive the oracle.
    RegretOracle(const learners::ScanColumns& columns, parallel::Team& team, selectors::RewardMap reward,
                 std::size_t every, std::size_t rounds);

    bool is_due(std::size_t round) const { return (round - 1) % every_ == 0; }
    /// Call with the weights before the round's update. `chosen` is nullopt for a round without a stump.
    void evaluate(std::size_t round, const learners::SignedWeights& weights,
                  std::optional<std::uint32_t> chosen);

    void save_curves(Archive& archive) const;
    void state(StateIO& io);

  private:
    learners::StumpScanner scanner_;
    selectors::RewardMap reward_;
    std::size_t every_, rounds_;
    std::vector<std::uint32_t> features_;  ///< all features
    std::vector<learners::ThresholdScore> scores_;
    std::vector<std::uint64_t> round_;
    std::vector<double> chosen_, best_;
    std::vector<double> arm_totals_;
    double chosen_total_ = 0;
    RegretCurves curves_;
};

}  // namespace reboost::boosting
