#pragma once
/// One run from data to record.
#include "boosting/booster.hpp"
#include "core/state.hpp"
#include "results/run_record.hpp"
#include "results/store.hpp"
#include "sweep/environment.hpp"
#include "sweep/house.hpp"
#include "sweep/plan.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reboost::sweep {

/// Keeps every round and every evaluation of a run in memory and turns them into the arrays of /curves
/// (curve_recorder.cpp).
///
/// Columns of `curves()`
///  - `round` (1 … T) is the axis of the arrays at the top level: edge, alpha, log_exponential_loss,
///    training_loss, spent, feature, base_class, train_cpu_seconds, wall_seconds, eval_cpu_seconds, work. A
///    column that the booster never measured (all NaN, all −1) is left out.
///  - a part evaluated after every round adds `<part>_error`, `<part>_hamming_loss`, `<part>_log_loss`,
///    `<part>_auc`, `<part>_balanced_accuracy` to them; a part on a coarser cadence has a table of its own,
///    `<part>/round`, `<part>/error`, …; so have losses that are measured more seldom than the part's others
///    (AUC).
/// `save_state` and `load` carry it through a checkpoint; what a loaded recorder goes on to produce is
/// bit-identical. `load` throws DataError where columns are of different lengths.
class CurveRecorder final : public boosting::RoundObserver {
  public:
    /// Throws TrainingError where a round does not follow its predecessor.
    void on_round(const boosting::RoundRecord& record) override;
    void on_evaluation(const boosting::EvaluationRecord& record) override;

    std::size_t rounds() const { return rounds_.size(); }
    /// CPU seconds and work after the last round; 0 before the first.
    double train_cpu_seconds() const { return rounds_.empty() ? 0 : rounds_.back().train_cpu_seconds; }
    std::uint64_t work() const { return rounds_.empty() ? 0 : rounds_.back().work; }

    Archive curves() const;
    void load(const Archive& archive);
    void state(StateIO& io);

  private:
    std::vector<boosting::RoundRecord> rounds_;
    std::map<boosting::Part, std::vector<boosting::EvaluationRecord>> parts_;
    struct Evaluated {
        std::uint64_t round = 0;
        double cpu_seconds = 0;  ///< of all evaluation so far
    };
    std::vector<Evaluated> evaluations_;  ///< in order of arrival
};

/// The progress of a run; written by the run, read by the thread that shows it.
struct LiveRun {
    std::string label;
    std::string kind;  ///< "adaboost_mh stump bandit": runs whose estimates err alike
    double estimated_seconds = 0;
    std::uint64_t rounds = 0;                   ///< asked for
    std::atomic<std::uint64_t> round{0};        ///< done
    std::atomic<std::uint64_t> first_round{0};  ///< done before this process began, from a checkpoint
    std::atomic<double> test_error{boosting::kNotMeasured};
    std::atomic<double> train_cpu_seconds{0};  ///< of this process
};
/// A run of the plan that has not begun.
std::shared_ptr<LiveRun> live_run_of(const PlanEntry& entry);

/// What a run is given beside its specification.
struct RunContext {
    const Environment* environment = nullptr;
    std::shared_ptr<parallel::Team> team = std::make_shared<parallel::Team>();
    std::string thread_mode;          ///< "throughput, 2 cores, shared by the runs": goes into the record
    double checkpoint_seconds = 300;  ///< between checkpoints, wall time; 0: after every round
    double time_limit = 0;            ///< wall seconds in this process; 0: none
    const DrainFlag* drain = nullptr;
    /// Stores a checkpoint. May return before it is stored. Where empty, a drained run ends as a finished one
    /// of fewer rounds (stop reason "interrupted"), and a start that cannot be used is an error.
    std::function<void(Archive state, Value info)> checkpoint;
    /// Where not empty: takes the state before the last round, for a longer run to go on from. (After it,
    /// losses have been measured that a longer run does not measure there.)
    std::function<void(Archive state, Value info)> keep_state;
    /// Where not null: takes the state after the last round, in the form of a checkpoint's.
    Archive* final_state = nullptr;
    /// Called with a message to the user that is not a failure; stands beside `checkpoint`.
    std::function<void(const std::string&)> note;
};

/// Trains one run, going on from `start` where there is one (from the beginning where it cannot be used, with
/// a note). nullopt: drained, and its checkpoint was handed over. Throws whatever data, booster or memory
/// throw.
std::optional<results::RunRecord> execute_run(const PlanEntry& entry,
                                              const std::shared_ptr<const data::BinnedSplit>& data,
                                              std::optional<results::Checkpoint> start,
                                              const RunContext& context, LiveRun& live);

}  // namespace reboost::sweep
