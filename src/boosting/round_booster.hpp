#pragma once
/// The training loop, and the common parts, of the boosters that train a model.
#include "boosting/bookkeeping.hpp"
#include "boosting/recipe.hpp"

#include <memory>
#include <optional>

namespace reboost::boosting {

class RoundBooster : public Booster {
  public:
    StopReason train(RoundObserver& observer) override {
        StopReason reason = reason_to_stop();
        while (reason == StopReason::rounds_done && rounds_trained() < planned_) {
            RoundRecord record;
            const std::size_t before = rounds_trained();
            const std::optional<StopReason> stop = train_round(record);
            if (rounds_trained() > before) {
                observer.on_round(record);
                evaluate(observer, false);
            }
            reason = stop.value_or(stopping_.out_of_patience(rounds_trained()) ? StopReason::early_stopping
                                                                               : StopReason::rounds_done);
            if (reason == StopReason::rounds_done && observer.interrupt() && rounds_trained() < planned_)
                reason = StopReason::interrupted;
        }
        evaluate(observer, reason != StopReason::interrupted);
        return reason;
    }

  protected:
    RoundBooster(const Recipe& recipe, std::int64_t rounds, SharedSplit data, const Resources& resources)
        : planned_(static_cast<std::size_t>(rounds)),
          evaluation_(recipe.evaluation),
          data_(std::move(data)),
          team_(resources.team),
          clock_(*resources.clock, *team_),
          stopping_(evaluation_.patience) {}

    /// Trains one round; returns a reason if training ends with this round, or if the round is impossible.
    virtual std::optional<StopReason> train_round(RoundRecord& record) = 0;
    /// Evaluates and reports what is due after a round; `flush` reports everything not yet reported.
    virtual void evaluate(RoundObserver& observer, bool flush) = 0;
    /// Returns a reason if a resumed training has nothing left to do, else rounds_done.
    virtual StopReason reason_to_stop() const { return StopReason::rounds_done; }

    bool log_spaced(double per_decade) const { return is_log_spaced(rounds_trained(), planned_, per_decade); }
    void report(EvaluationRecord& record, RoundObserver& observer) {
        record.eval_cpu_seconds = clock_.eval_cpu_seconds();
        stopping_.note(record);
        observer.on_evaluation(record);
    }
    /// `own_work`: feature values scanned by this object, without those of the state it loaded.
    void state_of_rounds(StateIO& io, std::uint64_t own_work) {
        io.part("clock", clock_);
        io.part("early_stopping", stopping_);
        std::uint64_t work = work_base_ + own_work;
        io("work", work);
        work_base_ = work - own_work;
    }

    std::size_t planned_;  ///< planned rounds
    EvaluationOptions evaluation_;
    SharedSplit data_;
    std::shared_ptr<parallel::Team> team_;
    TrainingClock clock_;
    EarlyStopping stopping_;
    std::uint64_t work_base_ = 0;
};

}  // namespace reboost::boosting
