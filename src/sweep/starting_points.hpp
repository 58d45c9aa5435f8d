#pragma once
/// The states from which runs continue: their own checkpoints, and states of shorter runs of their families.
#include "core/error.hpp"
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace reboost::sweep {

struct StartingPoint {
    results::Checkpoint checkpoint;
    std::filesystem::path file;
    std::string what;  ///< "its checkpoint", "its family's state"
};

/// Writes and finds checkpoints and states. If one cannot be used, it is reported and set aside, and its run
/// begins with the first round. If one cannot be written, this is reported and the run continues, because
/// only an interrupted run needs it. `find` throws IoError if the results folder cannot be read. All members
/// may be called from any thread.
class StartingPoints {
  public:
    StartingPoints(const Plan& plan, results::Store& store, Progress& progress)
        : plan_(plan), store_(store), progress_(progress) {}

    /// Returns nullopt if the run must begin with its first round. The caller must hold the run's claim.
    std::optional<StartingPoint> find(const PlanEntry& entry);
    /// Sets aside a state from which a run could not continue, and reports it.
    void set_aside(const PlanEntry& entry, const StartingPoint& start, const Error& why);
    void keep_checkpoint(const PlanEntry& entry, const Archive& state, const Value& info);
    /// Keeps a state for longer runs of the family, unless a longer run's state is stored.
    void keep_state(const PlanEntry& entry, const std::string& family, const Archive& state,
                    const Value& info);

  private:
    void keep(const PlanEntry& entry, const char* what, const std::function<void()>& write);
    double rounds_of_state(const Value& info) const;

    const Plan& plan_;
    results::Store& store_;
    Progress& progress_;
};

}  // namespace reboost::sweep
