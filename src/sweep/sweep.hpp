#pragma once
/// Runs a plan: several runs at once, resumable, one record for each run.
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
    int jobs = 0;                     ///< runs at once, and cores if runs share them; 0: all usable CPUs
    int threads_per_run = 0;          ///< threads of each run, same results; 0: free cores help
    double checkpoint_seconds = 300;  ///< seconds between a run's checkpoints; 0: after every round
    /// Computes only the runs with a recorded failure of this type; "": of any type.
    std::optional<std::string> only_failed;
    std::size_t max_failures = 0;  ///< after so many failures no run is started; 0: no limit
    double time_limit = 0;         ///< wall seconds that a run may take; 0: no limit
    bool keep_state = false;       ///< finished runs keep states from which longer runs continue
    double memory_bytes = 0;       ///< estimated bytes of all running runs; 0: 4/5 of the free memory
};

struct FailedRun {
    std::string id, label, type, message;
};

struct SweepSummary {
    std::size_t planned = 0;        ///< all runs of the plan
    std::size_t done_before = 0;    ///< stored before the sweep began
    std::size_t asked = 0;          ///< runs to compute: those not done, or only the failed ones
    std::size_t computed = 0;       ///< runs computed by this sweep
    std::size_t elsewhere = 0;      ///< stored by another process meanwhile
    std::size_t interrupted = 0;    ///< drained after a checkpoint
    std::vector<FailedRun> failed;  ///< runs that failed in this sweep, sorted by label
    bool drained = false;           ///< a drain was requested and runs are left to do
    bool gave_up = false;           ///< drained because max_failures was reached
    double seconds = 0;             ///< wall time of the sweep
};

/// Runs with `timing` in their specification follow after the others, one at a time. Each gets exactly the
/// threads asked for (1 by default), bound to the first CPUs. The calling thread keeps house; `on_signal` is
/// shown to the user when the first signal has arrived. A run that throws is recorded as failed and the sweep
/// continues. After `drain` is requested no run is started, and the running ones are checkpointed. Throws
/// IoError if the results folder can no longer be written.
SweepSummary run_sweep(const Plan& plan, results::Store& store, const Environment& environment,
                       const SweepOptions& options, Progress& progress, DrainFlag& drain,
                       const std::string& on_signal = {});

/// The largest number of runs at once.
std::size_t runs_at_once(const SweepOptions& options);

}  // namespace reboost::sweep
