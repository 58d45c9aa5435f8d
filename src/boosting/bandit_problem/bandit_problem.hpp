#pragma once
#include "bandits/policy.hpp"
#include "bandits/problems.hpp"
#include "boosting/bookkeeping.hpp"
#include "boosting/booster.hpp"
#include "boosting/recipe.hpp"
#include "boosting/regret.hpp"

#include <memory>

namespace reboost::boosting {

/// Plays a bandit problem `plays` times with the policy of the selector; it boosts nothing and leaves no
/// model that predicts. To the observer a play is a round, work is steps. Play r draws from (seed + r − 1):
/// the environment and the policy's choices from streams of their own.
class BanditProblem final : public Booster {
  public:
    /// For a recipe that fits (compatibility.hpp): its selector is a bandit that pulls one arm per step.
    BanditProblem(const Recipe& recipe, const Resources& resources);

    StopReason train(RoundObserver& observer) override;
    std::size_t rounds_trained() const override { return plays_done_; }
    void state(StateIO& io) override;
    void save_model(Archive&) const override {}
    void summarise(Archive&) const override {}
    void save_curves(Archive& archive) const override;

  private:
    void play_once();

    BanditProblemOptions options_;
    std::uint64_t seed_;
    std::shared_ptr<parallel::Team> team_;
    TrainingClock clock_;
    std::unique_ptr<bandits::Policy> policy_;
    std::unique_ptr<bandits::Problem> problem_;
    RegretCurves curves_;  ///< sums over the plays
    std::size_t plays_done_ = 0;
};

}  // namespace reboost::boosting
