#pragma once
/// Schedules a wave of trees on the threads of a team.
#include "parallel/team.hpp"

#include <cstddef>
#include <functional>
#include <span>

namespace reboost::boosting {

/// Calls prepare(pass, seat) for each pass over the training matrix, which serves `trees_per_pass`
/// consecutive trees, and grow(tree, seat) once the tree's pass is done, in the given order (a permutation of
/// 0 … order.size() − 1). A free thread takes the next pass; when all passes are taken, the next tree, and
/// waits if its pass is still in progress on another thread. An exception of either function ends the wave
/// and is rethrown.
void run_wave(parallel::Team& team, std::size_t trees_per_pass, std::span<const std::size_t> order,
              const parallel::Team::Body& prepare, const parallel::Team::Body& grow);

}  // namespace reboost::boosting
