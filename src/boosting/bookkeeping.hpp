#pragma once
/// What boosters keep besides the model: the clock, the best round, and the choice of rounds to evaluate.
#include "boosting/booster.hpp"
#include "core/clock.hpp"
#include "core/state.hpp"
#include "parallel/team.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace reboost::boosting {

/// The single clock of a training. At any moment it counts training, evaluation or nothing, so that no second
/// is counted twice: evaluation never enters the training time.
class TrainingClock {
  public:
    /// `clock` and `team` must outlive this object, which counts nothing at first.
    TrainingClock(const Clock& clock, const parallel::Team& team) : clock_(&clock), team_(&team) {}

    /// From now on time counts as training, as evaluation (a regret oracle's too), or not at all.
    void train() { turn_to(training); }
    void evaluate() { turn_to(evaluation); }
    void rest() { turn_to(nothing); }

    /// CPU time of this thread and its guests, without waiting; a running activity counts to the last turn.
    double train_cpu_seconds() const { return seconds_[training].cpu; }
    double eval_cpu_seconds() const { return seconds_[evaluation].cpu; }
    void fill(RoundRecord& record) const {
        record.train_cpu_seconds = seconds_[training].cpu;
        record.wall_seconds = seconds_[training].wall;
    }
    void state(StateIO& io) {
        io("train_cpu_seconds", seconds_[training].cpu)("train_wall_seconds", seconds_[training].wall);
        io("eval_cpu_seconds", seconds_[evaluation].cpu);
    }

  private:
    enum Activity { training, evaluation, nothing };
    struct Seconds {
        double cpu = 0, wall = 0;
    };
    void turn_to(Activity next) {
        const Seconds now{clock_->thread_cpu_seconds() + team_->cpu_seconds_beside(), clock_->wall_seconds()};
        seconds_[activity_].cpu += now.cpu - turned_.cpu;
        seconds_[activity_].wall += now.wall - turned_.wall;
        activity_ = next;
        turned_ = now;
    }

    const Clock* clock_;
    const parallel::Team* team_;
    Activity activity_ = nothing;
    Seconds turned_, seconds_[3];  ///< clock readings at the last turn; sums per activity
};

/// Finds the best round on the validation part, and decides when to stop training.
class EarlyStopping {
  public:
    /// `patience`: training stops after so many rounds without a lower validation error; 0: it never does.
    explicit EarlyStopping(std::int64_t patience) : patience_(static_cast<std::size_t>(patience)) {}

    /// Takes records of every part; only the validation part counts. The first of equal errors is the best.
    void note(const EvaluationRecord& record) {
        if (record.part != Part::validation || !(record.one_error < best_error_)) return;
        best_error_ = record.one_error;
        best_round_ = record.round;
    }
    bool out_of_patience(std::size_t rounds_trained) const {
        return patience_ > 0 && best_round_ > 0 && rounds_trained - best_round_ >= patience_;
    }
    /// The round with the lowest validation error; `otherwise` if nothing was validated.
    std::size_t best_round(std::size_t otherwise) const { return best_round_ > 0 ? best_round_ : otherwise; }
    void state(StateIO& io) { io("best_error", best_error_)("best_round", best_round_); }

  private:
    std::size_t patience_;
    double best_error_ = 2;  ///< above every error
    std::size_t best_round_ = 0;
};

/// Returns true at log-spaced rounds, `per_decade` per decade, and at the first and the last; 0: at the last.
inline bool is_log_spaced(std::size_t round, std::size_t last, double per_decade) {
    if (round == last) return true;
    if (per_decade <= 0) return false;
    if (round == 1) return true;
    const auto slot = [&](std::size_t r) {
        return std::floor(per_decade * std::log10(static_cast<double>(r)) + 1e-9);
    };
    return slot(round) > slot(round - 1);
}

}  // namespace reboost::boosting
