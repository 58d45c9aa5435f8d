#pragma once
/// The order of work of a wave of trees on several threads.
#include <cstddef>
#include <functional>
#include <span>

namespace reboost::boosting {

/// Calls prepare(pass) for each pass over the training matrix, which serves `trees_per_pass` trees (0, 1, …),
/// and grow(tree) once the tree's pass is done, trees in the given order (each of 0 … order.size() − 1 once).
/// Whoever is free takes the next pass or, where all are taken, the next tree, and waits where its pass is
/// still under way with another thread. An exception of either ends the wave. Returns the CPU seconds of
/// helper threads.
double run_wave(int threads, std::size_t trees_per_pass, std::span<const std::size_t> order,
                const std::function<void(std::size_t)>& prepare,
                const std::function<void(std::size_t)>& grow);

}  // namespace reboost::boosting
