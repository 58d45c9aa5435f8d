#pragma once
/// Where runs go on from: their own checkpoints, and what shorter runs of their families left.
#include "core/error.hpp"
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace reboost::sweep {

/// What a run goes on from.
struct StartingPoint {
    results::Checkpoint checkpoint;
    std::filesystem::path file;
    std::string what;  ///< "its checkpoint", "its family's state"
};

/// Keeps checkpoints and states and finds them again. One that cannot be used is named and set aside, and its
/// run begins anew; one that cannot be written, or for which there is no memory, is named and not kept, for
/// it is needed only if the run is interrupted. `find` throws IoError where the results folder fails. All
/// members may be called from any thread.
class StartingPoints {
  public:
    StartingPoints(const Plan& plan, results::Store& store, Progress& progress)
        : plan_(plan), store_(store), progress_(progress) {}

    /// nullopt: the run begins with its first round. Call with the run claimed.
    std::optional<StartingPoint> find(const PlanEntry& entry);
    /// Sets aside what a run could not go on from and tells it.
    void set_aside(const PlanEntry& entry, const StartingPoint& start, const Error& why);
    void keep_checkpoint(const PlanEntry& entry, const Archive& state, const Value& info);
    /// For longer runs of the family, unless a longer run's state is there.
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
