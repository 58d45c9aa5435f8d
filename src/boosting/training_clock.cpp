#include "boosting/training_clock.hpp"

namespace reboost::boosting {

void TrainingClock::turn_to(Activity next) {
    const double cpu = clock_->thread_cpu_seconds() + team_->cpu_seconds_beside(),
                 wall = clock_->wall_seconds();
    if (activity_ == Activity::training) {
        train_cpu_seconds_ += cpu - cpu_;
        train_wall_seconds_ += wall - wall_;
    } else if (activity_ == Activity::evaluation) {
        eval_cpu_seconds_ += cpu - cpu_;
    }
    activity_ = next;
    cpu_ = cpu;
    wall_ = wall;
}

void TrainingClock::fill(RoundRecord& record) const {
    record.train_cpu_seconds = train_cpu_seconds_;
    record.wall_seconds = train_wall_seconds_;
}

void TrainingClock::state(StateIO& io) {
    io("train_cpu_seconds", train_cpu_seconds_);
    io("train_wall_seconds", train_wall_seconds_);
    io("eval_cpu_seconds", eval_cpu_seconds_);
}

}  // namespace reboost::boosting
