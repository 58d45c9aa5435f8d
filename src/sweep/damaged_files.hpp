#pragma once
/// Before a sweep begins: damaged files make room for what it computes.
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

namespace reboost::sweep {

/// Moves to damaged/: run files of the plan, packs, failures, and what stands in the place of claims,
/// checkpoints and states and is no file. Names each, but for the run files, which the plan names, and for
/// what another process moved first. Throws IoError.
void set_damaged_aside(const Plan& plan, results::Store& store, Progress& progress);

}  // namespace reboost::sweep
