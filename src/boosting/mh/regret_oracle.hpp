#pragma once
#include "boosting/regret_curves.hpp"
#include "core/state.hpp"
#include "learners/mh/stump_scanner.hpp"
#include "learners/mh/weights.hpp"
#include "selectors/features/options.hpp"

#include <optional>

namespace reboost::boosting {

/// FULL beside a run whose selector searches some features only: every `every` rounds it scans all features
/// at the round's weights and notes the reward X_{i,t} of each of them, so that the run's regret is known
/// (zhao2019 §2; an arm is a feature). The oracle changes no bit of the run, and the run's work and training
/// time do not count it.
///
/// The arm I_t is the feature of the round's stump; a round without a stump earns 0.
///
/// Arrays of `save_curves`, beside those of RegretCurves (one sequence, up to each of some log-spaced
/// rounds):
///   oracle/round          the rounds of an evaluation: 1, 1 + every, …
///   oracle/chosen_reward  X_{I_t,t}
///   oracle/best_reward    max_i X_{i,t}: what FULL would have had
class RegretOracle {
  public:
    /// Rounds 1 … `rounds`; `columns` must outlive the oracle.
    RegretOracle(const learners::ScanColumns& columns, std::size_t stride, parallel::Team& team,
                 selectors::RewardMap reward, std::size_t every, std::size_t rounds);

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
