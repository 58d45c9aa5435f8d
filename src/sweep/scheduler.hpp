#pragma once
/// Decides when each run starts, and which cores help the running runs.
#include "data/binning.hpp"
#include "parallel/cores.hpp"
#include "parallel/team.hpp"
#include "sweep/house.hpp"

#include <cstddef>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace reboost::sweep {

struct ScheduledRun {
    std::size_t index = 0;  ///< index of the run's entry in the plan
    std::string data_key;   ///< runs with equal keys share one BinnedSplit
    double data_bytes = 0;  ///< size of the shared BinnedSplit
    double run_bytes = 0;   ///< size of the run's own arrays
};

enum class Admission { granted, ended_elsewhere, computed_elsewhere };

/// An admitted run, handed to the calling core.
struct StartedRun {
    std::size_t index = 0;
    std::shared_ptr<const data::BinnedSplit> data;
    std::exception_ptr load_error;  ///< set if the data could not be loaded
    std::shared_ptr<parallel::Team> team;
};

struct Pace {
    double cpu_seconds = 0;   ///< CPU seconds spent on the run so far
    double seconds_left = 0;  ///< estimated seconds of one core
};

/// The steps of a run that the scheduler calls, each on a core and without a lock.
class RunSteps {
  public:
    virtual ~RunSteps() = default;
    virtual Admission admit(std::size_t index) = 0;
    /// Called by one thread at a time.
    virtual std::shared_ptr<const data::BinnedSplit> load(std::size_t index) = 0;
    virtual void compute(const StartedRun& run) = 0;
    /// The pace of a run that was admitted. Must return at once.
    virtual Pace pace(std::size_t index) const = 0;
};

struct SchedulerOptions {
    std::size_t at_once = 1;  ///< largest number of running runs
    std::size_t threads = 1;  ///< threads of each run; 0: free cores help running runs
    bool pinned = false;      ///< threads are bound to CPUs
    /// Bytes that all running runs and their data may take.
    double memory = std::numeric_limits<double>::infinity();
};

/// Each run is a task on a core. When a run ends, the next one starts: the first in order that fits into
/// memory beside the running ones. Only a limited number of later runs may overtake a run that does not fit;
/// if no run is running, the next one starts even if it does not fit. A data set is loaded when a run first
/// needs it, one set at a time, while other runs start; it is released with the last run that needs it. Runs
/// that another process computes are tried again at intervals, until they are stored or that process has
/// died. No run starts after a drain is requested. A core that no run can use helps the running run that
/// would end last among those that gain by it. All members may be called from any thread.
class Scheduler {
  public:
    /// `runs`: in the order to start them. All references must outlive the scheduler.
    Scheduler(const std::vector<ScheduledRun>& runs, RunSteps& steps, parallel::Cores& cores,
              const SchedulerOptions& options, DrainFlag& drain);
    /// Requests a drain and waits for the running runs.
    ~Scheduler();

    /// Starts runs and distributes free cores. Must be called at the beginning and at intervals.
    void tick();
    /// Whether no run is running and none will start; the drain flag rings then. Rethrows a step's exception.
    bool finished();

  private:
    enum class Stage { absent, loading, ready };
    struct Data {
        Stage stage = Stage::absent;
        std::shared_ptr<const data::BinnedSplit> split;
        std::exception_ptr error;
        double bytes = 0;
        std::size_t users = 0;  ///< runs on this data set that have not ended
    };
    struct Run : ScheduledRun {
        Data& data;
        std::size_t overtaken = 0;  ///< number of runs that overtook it because they fitted
        double put_off = 0;         ///< time at which another process was found computing it
    };
    struct UnderWay {
        std::shared_ptr<parallel::Team> team;            ///< null until the run computes
        double cpu_seconds = 0, region_cpu_seconds = 0;  ///< when parallel_share was measured
        double parallel_share = 1;                       ///< share of the run's work that guests can do
        double seconds_left = 0;                         ///< of one core
        std::size_t guests = 0;
        /// Seconds until the run ends with so many more guests (Amdahl's law).
        double end(std::size_t more) const {
            const auto cores = static_cast<double>(1 + guests + more);
            return seconds_left * (1 - parallel_share + parallel_share / cores);
        }
    };

    bool stopping() const { return error_ || drain_.requested(); }
    std::optional<std::size_t> choose();
    Run* take_next();
    void start_more();
    void work_off(Run* run);
    StartedRun begin(const Run& run);
    void stop(const std::exception_ptr& cause);
    void conclude(Run& run, Admission admission);
    void share_cores();

    RunSteps& steps_;
    parallel::Cores& cores_;
    SchedulerOptions options_;
    DrainFlag& drain_;
    std::mutex mutex_;                           ///< guards the members below
    std::vector<Run> runs_;                      ///< in the order to start them
    std::set<std::size_t> pending_, elsewhere_;  ///< indices of runs_
    std::map<std::size_t, UnderWay> under_way_;  ///< key: index in the plan
    std::size_t busy_ = 0;                       ///< cores that compute a run or look for one
    std::map<std::string, Data> data_;
    double used_ = 0;  ///< bytes of running runs and of data loaded or loading
    bool loading_ = false;
    std::exception_ptr error_;
};

}  // namespace reboost::sweep
