#pragma once
/// Trains one run and records its results.
#include "boosting/booster.hpp"
#include "core/state.hpp"
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

/// Keeps all rounds and evaluations of a run in memory for the arrays of /curves (curve_recorder.cpp).
///
/// Columns of `curves()`
///  - `round` (1 … T) is the axis of the arrays at the top level: edge, alpha, log_exponential_loss,
///    training_loss, spent, feature, base_class, train_cpu_seconds, wall_seconds, eval_cpu_seconds, work. A
///    column that the booster never measured (all NaN, all −1) is left out.
///  - a part evaluated after every round adds `<part>_error`, `<part>_hamming_loss`, `<part>_log_loss`,
///    `<part>_auc`, `<part>_balanced_accuracy` to them; a part on a coarser cadence has a table of its own,
///    `<part>/round`, `<part>/error`, …, as have losses measured more rarely than the part's others (AUC).
/// `save_state` and `load` carry the recorder through a checkpoint; a loaded recorder continues with
/// identical bits. `load` throws DataError if columns have different lengths.
class CurveRecorder final : public boosting::RoundObserver {
  public:
    /// Throws TrainingError unless the round's number is one more than the last.
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
        double cpu_seconds = 0;  ///< total of all evaluations so far
    };
    std::vector<Evaluated> evaluations_;  ///< in order of arrival
};

/// The progress of a run. The run writes it, the thread that shows the progress reads it.
struct LiveRun {
    std::string label;
    std::string kind;  ///< result of kind_of()
    double estimated_seconds = 0;
    std::uint64_t rounds = 0;                   ///< number of rounds to do
    std::atomic<std::uint64_t> round{0};        ///< rounds done
    std::atomic<std::uint64_t> first_round{0};  ///< rounds that an earlier process did, from a checkpoint
    std::atomic<double> test_error{boosting::kNotMeasured};
    std::atomic<double> train_cpu_seconds{0};  ///< CPU seconds that this process has trained
};
/// The progress of a run of the plan that has not begun.
std::shared_ptr<LiveRun> live_run_of(const PlanEntry& entry);

/// What a run needs besides its specification.
struct RunContext {
    const Environment* environment = nullptr;
    std::shared_ptr<parallel::Team> team = std::make_shared<parallel::Team>();
    std::string thread_mode;          ///< for the record: "throughput, 2 cores, shared by the runs"
    double checkpoint_seconds = 300;  ///< wall seconds between checkpoints; 0: after every round
    double time_limit = 0;            ///< wall seconds in this process; 0: none
    const DrainFlag* drain = nullptr;
    /// Stores a checkpoint; may return before it is stored. If this is empty, a drained run ends as a
    /// finished run of fewer rounds (stop reason "interrupted"), and a start that cannot be used is an error.
    std::function<void(Archive state, Value info)> checkpoint;
    /// If not empty, receives the state before the last round, from which a longer run can continue. (After
    /// the last round, losses have been measured that a longer run does not measure there.)
    std::function<void(Archive state, Value info)> keep_state;
    /// If not null, receives the state after the last round, in the form of a checkpoint.
    Archive* final_state = nullptr;
    /// Called with a message to the user that is not a failure; must be set if `checkpoint` is.
    std::function<void(const std::string&)> note;
};

/// Trains one run from `start` or, if there is none or (with a note) it cannot be used, from the beginning.
/// Returns nullopt if the run was drained, its checkpoint handed over. Throws as data, booster and memory.
std::optional<results::RunRecord> execute_run(const PlanEntry& entry,
                                              const std::shared_ptr<const data::BinnedSplit>& data,
                                              std::optional<results::Checkpoint> start,
                                              const RunContext& context, LiveRun& live);

}  // namespace reboost::sweep
