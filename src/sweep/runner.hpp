#pragma once
/// One run from data to record.
#include "results/run_record.hpp"
#include "results/store.hpp"
#include "sweep/environment.hpp"
#include "sweep/house.hpp"
#include "sweep/plan.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace reboost::sweep {

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
