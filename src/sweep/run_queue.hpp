#pragma once
/// Hands out runs together with their data.
#include "data/binning.hpp"
#include "sweep/drain.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace reboost::sweep {

struct QueuedRun {
    std::size_t index = 0;  ///< into the plan
    std::string data_key;   ///< runs with equal keys share one BinnedSplit
    double data_bytes = 0;  ///< of that split
    double run_bytes = 0;   ///< of the run beside it
};

/// Whether this process may compute a run.
enum class Admission { granted, stored_elsewhere, failed_elsewhere, computed_elsewhere };

/// A data set is loaded when a run first needs it, by the worker that got that run, one data set at a time;
/// meanwhile the other workers are given runs whose data is at hand. It is released with the last run that
/// needs it. A run that does not fit into memory beside those that run waits, and a later one that fits is
/// started before it; where nothing runs, the next one starts whatever it needs. Runs that another process
/// computes are asked for again until they are stored, or free because that process died.
///
/// All members may be called from any thread.
class RunQueue {
  public:
    using Loader = std::function<std::shared_ptr<const data::BinnedSplit>(std::size_t index)>;
    using Admit = std::function<Admission(std::size_t index)>;

    /// No run is handed out once `drain` is requested; whoever waits then notices within 300 ms.
    /// `memory`: bytes for all runs together with their data; nullopt: without limit.
    RunQueue(const std::vector<QueuedRun>& runs, Loader load, Admit admit, const DrainFlag& drain,
             std::optional<double> memory = std::nullopt);

    struct Item {
        std::size_t index = 0;
        std::shared_ptr<const data::BinnedSplit> data;
        std::exception_ptr load_error;  ///< set in place of data
    };
    /// The next run, or nullopt where none is left or the sweep drains. Blocks while the only runs left wait
    /// for data or for another process. Rethrows what `admit` throws.
    std::optional<Item> next();
    /// A run handed out has ended, however it did.
    void done(std::size_t index);

    /// Runs that another process stored meanwhile.
    std::size_t stored_elsewhere() const;

  private:
    enum class Stage { absent, loading, ready };
    struct Data {
        Stage stage = Stage::absent;
        std::shared_ptr<const data::BinnedSplit> split;
        std::exception_ptr error;
        double bytes = 0;
        std::size_t users = 0;  ///< runs not ended
    };
    struct Handed {
        std::string data_key;
        double bytes = 0;
    };
    std::optional<std::size_t> choose() const;
    bool fits(const QueuedRun& run) const;
    bool is_ready(const QueuedRun& run) const;
    void release(const std::string& key);
    Item load_for(const QueuedRun& run, std::unique_lock<std::mutex>& lock);
    void retry_elsewhere();

    Loader load_;
    Admit admit_;
    const DrainFlag& drain_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<double> memory_;          ///< the limit, in bytes
    double used_ = 0;                       ///< bytes of what is in memory or being loaded
    std::deque<QueuedRun> pending_;         ///< in the order to start them
    std::vector<QueuedRun> elsewhere_;      ///< computed by another process
    std::map<std::size_t, Handed> handed_;  ///< runs under way
    std::map<std::string, Data> data_;
    bool loading_ = false;
    std::size_t stored_elsewhere_ = 0;
};

}  // namespace reboost::sweep
