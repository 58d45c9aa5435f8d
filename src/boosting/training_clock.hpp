#pragma once
/// The one clock of a training. At any moment it counts for training, for evaluation or for nothing, so that
/// no second is counted twice: evaluation never enters the training time.
#include "boosting/round_observer.hpp"
#include "core/clock.hpp"
#include "core/state.hpp"
#include "parallel/team.hpp"

namespace reboost::boosting {

class TrainingClock {
  public:
    /// Clock and team outlive this one. Nothing is counted yet.
    TrainingClock(const Clock& clock, const parallel::Team& team) : clock_(&clock), team_(&team) {}

    /// From now on the time goes to training; to evaluation (a regret oracle too); to nothing.
    void train() { turn_to(Activity::training); }
    void evaluate() { turn_to(Activity::evaluation); }
    void rest() { turn_to(Activity::none); }

    /// The work of this thread and of its guests, without waiting. What runs is counted up to the last turn.
    double train_cpu_seconds() const { return train_cpu_seconds_; }
    double eval_cpu_seconds() const { return eval_cpu_seconds_; }
    void fill(RoundRecord& record) const;

    void state(StateIO& io);

  private:
    enum class Activity { none, training, evaluation };
    void turn_to(Activity next);

    const Clock* clock_;
    const parallel::Team* team_;
    Activity activity_ = Activity::none;
    double cpu_ = 0, wall_ = 0;  ///< at the last turn
    double train_cpu_seconds_ = 0, train_wall_seconds_ = 0, eval_cpu_seconds_ = 0;
};

}  // namespace reboost::boosting
