#include "sweep/making_room.hpp"

#include "config/identity.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"

namespace reboost::sweep {
namespace {

/// Checkpoints and states of runs that are done are read by no run any more.
std::set<std::string> read_by_none(const Plan& plan, const results::Store& store) {
    std::set<std::string> names;
    const bool has_states = results::is_there(store.folder() / "states");
    for (const PlanEntry& entry : plan.entries) {
        if (entry.state != RunState::done) continue;
        if (entry.has_checkpoint) names.insert(entry.id);
        if (!has_states) continue;
        if (const auto family = config::family_id(entry.run.spec, entry.dataset_sha256))
            names.insert(*family);
    }
    return names;
}

void set_damaged_aside(const Plan& plan, results::Store& store, Progress& progress) {
    store.set_damaged_aside(read_by_none(plan, store), [&](const std::string& line) { progress.note(line); });
    // Who holds a run has set its file aside, or is about to take its place.
    for (const PlanEntry& entry : plan.entries)
        if (const auto claim = entry.damage.empty() ? std::nullopt : store.try_hold(entry.id))
            store.set_aside(results::DamagedFile{store.run_path(entry.id), entry.damage, entry.stamp});
}

void set_replaced_aside(const Plan& plan, results::Store& store) {
    std::set<std::string> ids = plan.ids();
    for (const results::ClaimInfo& claim : store.running())
        ids.erase(claim.run_id);
    store.take_out(ids, "replaced");
    for (const std::string& id : ids)
        if (const auto claim = store.try_hold(id)) store.clear_remains(id);
}

}  // namespace

bool has_leftovers(const results::Store& store, const std::string& id, const results::SourceState& source) {
    const bool checkpoint = results::is_there(store.checkpoint_path(id)),
               failure = results::is_there(store.failure_path(id));
    if ((!checkpoint && !failure) || !store.is_stored(id, source)) return false;
    const auto counts = [&source](const Value& info) {
        return results::why_not_counted(info, source).empty();
    };
    try {
        const auto begun = checkpoint ? store.read_checkpoint(id) : std::nullopt;
        const auto failed = failure ? store.failure(id) : std::nullopt;
        return (!begun || counts(begun->info)) && (!failed || counts(failed->details));
    } catch (const DataError&) {  // `store check` and the next sweep name it
        return false;
    }
}

void make_room(const Plan& plan, results::Store& store, Progress& progress) {
    set_damaged_aside(plan, store, progress);
    if (plan.recompute) set_replaced_aside(plan, store);
    for (const PlanEntry& entry : plan.entries)
        if (entry.state == RunState::done && results::is_there(store.checkpoint_path(entry.id).parent_path()))
            if (const auto claim = store.try_hold(entry.id);
                claim && has_leftovers(store, entry.id, plan.source))
                store.clear_remains(entry.id);
}

}  // namespace reboost::sweep
