#include "learners/parallel.hpp"

#include "core/clock.hpp"
#include "simd/flush_to_zero.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace reboost::learners {

double parallel_chunks(int threads, std::size_t chunks, const std::function<void(std::size_t)>& body) {
    const std::thread::id caller = std::this_thread::get_id();
    const Clock& clock = system_clock();
    std::vector<double> helper_seconds(chunks, 0.0);
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_for(
            std::size_t{0}, chunks,
            [&](std::size_t chunk) {
                const simd::FlushToZero flush;
                const double start = clock.thread_cpu_seconds();
                body(chunk);
                if (std::this_thread::get_id() != caller)
                    helper_seconds[chunk] = clock.thread_cpu_seconds() - start;
            },
            tbb::simple_partitioner());
    });
    double total = 0;
    for (const double seconds : helper_seconds)
        total += seconds;
    return total;
}

}  // namespace reboost::learners
