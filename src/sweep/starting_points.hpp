#pragma once
/// Where runs go on from: their own checkpoints, and what shorter runs of their families left.
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <optional>
#include <string>

namespace reboost::sweep {

/// Keeps checkpoints and states and finds them again. One that cannot be used is named and set aside, and its
/// run begins anew; one for which there is no memory is named and not kept, for it is needed only if the run
/// is interrupted. Throws IoError where the results folder fails. All members may be called from any thread.
class StartingPoints {
  public:
    StartingPoints(const Plan& plan, results::Store& store, Progress& progress)
        : plan_(plan), store_(store), progress_(progress) {}

    /// nullopt: the run begins with its first round. Call with the run claimed.
    std::optional<results::Checkpoint> find(const PlanEntry& entry);
    void keep_checkpoint(const PlanEntry& entry, const Archive& state, const Value& info);
    /// For longer runs of the family, unless a longer run's state is there.
    void keep_state(const PlanEntry& entry, const std::string& family, const Archive& state,
                    const Value& info);

  private:
    std::optional<results::Checkpoint> read_checkpoint(const PlanEntry& entry);
    std::optional<results::Checkpoint> read_state(const PlanEntry& entry, const std::string& family);
    bool has_longer_state(const std::string& family, const Value& info);
    void begins_anew(const PlanEntry& entry, const char* what, const std::filesystem::path& file,
                     const Error& why);

    const Plan& plan_;
    results::Store& store_;
    Progress& progress_;
};

}  // namespace reboost::sweep
