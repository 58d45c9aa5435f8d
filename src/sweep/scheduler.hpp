#pragma once
/// Decides which run starts when, and which cores help the runs under way.
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
    std::size_t index = 0;  ///< into the plan
    std::string data_key;   ///< runs with equal keys share one BinnedSplit
    double data_bytes = 0;  ///< of that split
    double run_bytes = 0;   ///< of the run beside it
};

/// Whether this process may compute a run.
enum class Admission { granted, ended_elsewhere, computed_elsewhere };

/// A run that may compute, on the core that calls.
struct StartedRun {
    std::size_t index = 0;
    std::shared_ptr<const data::BinnedSplit> data;
    std::exception_ptr load_error;  ///< set where the run cannot compute
    std::shared_ptr<parallel::Team> team;
};

/// How far a run is.
struct Pace {
    double cpu_seconds = 0;   ///< its work so far
    double seconds_left = 0;  ///< of one core, by estimate
};

/// What the scheduler has done; each is called on a core, without a lock.
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
    std::size_t at_once = 1;  ///< runs
    std::size_t threads = 1;  ///< of each run; 0: free cores help the runs under way
    bool pinned = false;      ///< threads are bound to CPUs
    /// Bytes for all runs together with their data.
    double memory = std::numeric_limits<double>::infinity();
};

/// A run is a task on a core. What starts next is decided where a run ends: the first in order that fits into
/// memory beside those under way. A run that does not fit waits, but only some later ones may overtake it;
/// where nothing runs, the next one starts whatever it needs. A data set is loaded when a run first needs it,
/// one set at a time, while others start; it is released with the last run that needs it. Runs that another
/// process computes are asked for again now and then, until they are stored, or free because that process
/// died. No run starts once a drain is requested. A core that no run can use helps a run under way: that
/// which would end last, and gains by it. All members may be called from any thread.
class Scheduler {
  public:
    /// `runs`: in the order to start them. What else is given outlives the scheduler.
    Scheduler(const std::vector<ScheduledRun>& runs, RunSteps& steps, parallel::Cores& cores,
              const SchedulerOptions& options, DrainFlag& drain);
    /// Drains, and waits for what is under way.
    ~Scheduler();
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    /// Starts what can start, and shares out the cores that are left. To be called at first and now and then.
    void tick();
    /// Whether no run is under way and none will start. The flag rings when it becomes so. Rethrows
    /// what a step threw.
    bool finished();

  private:
    enum class Stage { absent, loading, ready };
    struct Data {
        Stage stage = Stage::absent;
        std::shared_ptr<const data::BinnedSplit> split;
        std::exception_ptr error;
        double bytes = 0;
        std::size_t users = 0;  ///< runs not ended
    };
    struct Run : ScheduledRun {
        std::size_t overtaken = 0;  ///< by runs that fitted into memory
        double put_off = 0;         ///< when it was found to be computed by another process
    };
    struct UnderWay {
        std::shared_ptr<parallel::Team> team;            ///< null before it computes
        double cpu_seconds = 0, region_cpu_seconds = 0;  ///< when the share was measured
        double parallel_share = 1;                       ///< of its work that guests can do
    };

    bool stopping() const { return error_ || drain_.requested(); }
    std::optional<std::size_t> choose();
    bool fits(const Run& run) const;
    bool is_ready(const Run& run) const;
    Run* take_next();
    void start_more();
    void work_off(Run* run);
    StartedRun begin(const Run& run);
    void stop(const std::exception_ptr& cause);
    void conclude(Run& run, Admission admission);
    void look_elsewhere();
    void share_cores();

    RunSteps& steps_;
    parallel::Cores& cores_;
    SchedulerOptions options_;
    DrainFlag& drain_;
    std::mutex mutex_;                           ///< what follows
    std::vector<Run> runs_;                      ///< in the order to start them
    std::set<std::size_t> pending_, elsewhere_;  ///< places in it
    std::map<std::size_t, UnderWay> under_way_;  ///< by the run's index
    std::size_t busy_ = 0;                       ///< cores that have a run or look for one
    std::map<std::string, Data> data_;
    double used_ = 0;  ///< bytes of what is in memory or being loaded
    bool loading_ = false;
    std::exception_ptr error_;
};

}  // namespace reboost::sweep
