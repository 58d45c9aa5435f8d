#include "boosting/bookkeeping.hpp"

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

void EarlyStopping::note(const EvaluationRecord& record) {
    if (record.part != Part::validation || !(record.one_error < best_error_)) return;
    best_error_ = record.one_error;
    best_round_ = record.round;
}

bool EarlyStopping::out_of_patience(std::size_t rounds_trained) const {
    return patience_ > 0 && best_round_ > 0 && rounds_trained - best_round_ >= patience_;
}

void EarlyStopping::state(StateIO& io) {
    io("best_error", best_error_);
    io("best_round", best_round_);
}

}  // namespace reboost::boosting
