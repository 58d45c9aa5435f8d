#pragma once
/// Fork and join over numbered chunks. What a chunk computes must not depend on the thread that runs it.
///
/// Each thread that asks for regions owns its helpers. Between regions they stay awake for a few milliseconds
/// while nobody else wants their core: a round has dozens of short regions, and waking a sleeping thread
/// takes longer than many of them.
#include <cstddef>
#include <functional>

namespace reboost::learners {

/// Stored values that a search must read for a second thread to be worth waking.
inline constexpr std::size_t kMinParallelValues = 200'000;

/// Runs body(0) … body(chunks − 1) on at most `threads` threads, the caller's among them, with denormals
/// flushed on each. Returns the CPU seconds spent on the others. The first exception of a body leaves out the
/// chunks not yet begun and is rethrown. Inside a body, regions are run by their caller alone.
double parallel_chunks(int threads, std::size_t chunks, const std::function<void(std::size_t)>& body);

/// Inside a body: which of the region's threads runs it, 0 (the caller) … threads − 1.
int region_thread();

/// CPU seconds that helpers spent in all regions of the calling thread so far.
double helper_cpu_seconds();

}  // namespace reboost::learners
