#pragma once
/// Fork and join over numbered chunks. What a chunk computes must not depend on the thread that runs it.
#include <cstddef>
#include <functional>

namespace reboost::learners {

/// Runs body(0) … body(chunks − 1) on at most `threads` threads, with denormals flushed on each. Returns the
/// CPU seconds spent on threads other than the caller's.
double parallel_chunks(int threads, std::size_t chunks, const std::function<void(std::size_t)>& body);

}  // namespace reboost::learners
