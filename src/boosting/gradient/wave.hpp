#pragma once
/// Schedules a wave of trees on several threads.
#include <cstddef>
#include <functional>
#include <span>

namespace reboost::boosting {

/// Calls prepare(pass) for each pass over the training matrix, which serves `trees_per_pass` consecutive
/// trees, and grow(tree) once the tree's pass is done, in the given order (a permutation of 0 … order.size()
/// − 1). A free thread takes the next pass; when all passes are taken, the next tree, and waits if its pass
/// is still in progress on another thread. An exception of either function ends the wave and is rethrown.
/// Returns the CPU seconds of helper threads.
double run_wave(int threads, std::size_t trees_per_pass, std::span<const std::size_t> order,
                const std::function<void(std::size_t)>& prepare,
                const std::function<void(std::size_t)>& grow);

}  // namespace reboost::boosting
