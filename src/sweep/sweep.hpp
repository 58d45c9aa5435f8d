#pragma once
/// Runs a plan: side by side, resumable, one record a run.
#include "results/store.hpp"
#include "sweep/environment.hpp"
#include "sweep/house.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <optional>
#include <string>
#include <vector>

namespace reboost::sweep {

struct SweepOptions {
    int jobs = 0;             ///< runs side by side, and cores where they are shared; 0: all usable CPUs
    int threads_per_run = 0;  ///< inside each run, to the same results; 0: cores that no run needs help
    double checkpoint_seconds = 300;  ///< between checkpoints of a run; 0: after every round
    /// Exactly the runs whose failure is recorded, and is of this type; "": any.
    std::optional<std::string> only_failed;
    std::size_t max_failures = 0;  ///< no run is begun after this many failures; 0: without limit
    double time_limit = 0;         ///< wall seconds a run may take; 0: without limit
    bool keep_state = false;       ///< finished runs keep what longer ones go on from
    double memory_bytes = 0;       ///< for all runs at once, by estimate; 0: four fifths of what is free
};

struct FailedRun {
    std::string id, label, type, message;
};

struct SweepSummary {
    std::size_t planned = 0;        ///< runs of the plan
    std::size_t done_before = 0;    ///< stored already when the sweep began
    std::size_t asked = 0;          ///< to be computed: those not done, or the failed ones of them alone
    std::size_t computed = 0;       ///< by this sweep
    std::size_t elsewhere = 0;      ///< stored meanwhile by another process
    std::size_t interrupted = 0;    ///< begun and checkpointed, but drained
    std::vector<FailedRun> failed;  ///< of this sweep, sorted by label
    bool drained = false;           ///< and something is left to do
    bool gave_up = false;           ///< drained since max_failures was reached
    double seconds = 0;             ///< wall time
};

/// Runs whose spec says `timing` follow after the others, one at a time, each with exactly the threads asked
/// for (1 where none are), bound to the first CPUs. The calling thread keeps house meanwhile; `on_signal` is
/// told to the user when the first signal has come. A run that throws is recorded as failed and the sweep
/// goes on. When `drain` is requested, no run is started any more and the running ones are checkpointed.
/// Throws IoError where the results folder can no longer be written.
SweepSummary run_sweep(const Plan& plan, results::Store& store, const Environment& environment,
                       const SweepOptions& options, Progress& progress, DrainFlag& drain,
                       const std::string& on_signal = {});

/// Runs side by side at most.
std::size_t runs_at_once(const SweepOptions& options);

}  // namespace reboost::sweep
