#pragma once
/// What a process that was killed between storing a run and clearing up left of it.
#include "results/store.hpp"

#include <string>

namespace reboost::sweep {

/// Whether the stored run's checkpoint is of no use to anyone: begun no later than the run, and of a source
/// whose results count for `source`. One that is newer, or of another source, is of a process that computes
/// the run for itself. False where there is none, or it is damaged. Throws IoError.
bool is_leftover_checkpoint(const results::Store& store, const std::string& id,
                            const results::SourceState& source);

/// Removes a stored run's checkpoint and failure where they are left over and no process holds the run.
void clear_leftovers(results::Store& store, const std::string& id, const results::SourceState& source);

}  // namespace reboost::sweep
