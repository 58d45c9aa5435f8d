#include "sweep/damaged_files.hpp"

namespace reboost::sweep {

void set_damaged_aside(const Plan& plan, results::Store& store, Progress& progress) {
    for (const auto& damaged : {store.damaged_packs(), store.not_files(), store.damaged_failures()})
        for (const results::DamagedFile& file : damaged)
            // Gone where another process moved it, or in two of the lists: a folder in place of a failure.
            if (const auto now = store.set_aside(file)) progress.note(file.what + ": now " + now->string());
    // Who holds a run has set its file aside, or is about to take its place.
    for (const PlanEntry& entry : plan.entries) {
        const auto claim = entry.damage.empty() ? std::nullopt : store.try_hold(entry.id);
        if (claim && store.stamp(entry.id) == entry.replaces.stamp) store.set_aside(store.run_path(entry.id));
    }
}

}  // namespace reboost::sweep
