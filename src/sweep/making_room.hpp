#pragma once
/// Before a sweep begins: what must not stay where its results go.
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <string>

namespace reboost::sweep {

/// Moves damaged files to damaged/ and names each, but for run files, which the plan names, and checkpoints
/// and states that a run will read, which it names. With --recompute
/// moves the plan's runs to replaced/ and removes their checkpoints, but for runs that a process computes
/// now. Clears what is left of runs that are done. Throws IoError.
void make_room(const Plan& plan, results::Store& store, Progress& progress);

/// Whether a stored run that counts for `source` has a checkpoint or a failure of such a source left, as a
/// process leaves it that is killed between storing a run and clearing up.
bool has_leftovers(const results::Store& store, const std::string& id, const results::SourceState& source);

}  // namespace reboost::sweep
