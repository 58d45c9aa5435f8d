#include "learners/parallel.hpp"

#include "core/clock.hpp"
#include "simd/flush_to_zero.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <immintrin.h>
#include <sched.h>

namespace reboost::learners {
namespace {

using Moment = std::chrono::steady_clock::time_point;

constexpr std::chrono::milliseconds kAwake{20};       ///< after a region, before a helper sleeps
constexpr std::chrono::microseconds kTakenAway{300};  ///< a core that comes back so late has other users
constexpr int kPausesBetweenYields = 64;              ///< some microseconds

thread_local int this_region_thread = 0;
thread_local bool inside_region = false;
thread_local double helpers_total = 0;

/// Waits without sleeping, and gives the core to whoever else wants it.
class Spin {
  public:
    /// False once it has waited for kAwake, or others use this core.
    bool wait() {
        for (int i = 0; i < kPausesBetweenYields; ++i)
            _mm_pause();
        const Moment before = std::chrono::steady_clock::now();
        sched_yield();
        const Moment now = std::chrono::steady_clock::now();
        return now - before < kTakenAway && now - began_ < kAwake;
    }

  private:
    Moment began_ = std::chrono::steady_clock::now();
};

class Helpers {
  public:
    explicit Helpers(int count) {
        for (int i = 1; i <= count; ++i)
            threads_.emplace_back([this, i] { serve(i); });
    }
    ~Helpers() {
        ending_ = true;
        region_.fetch_add(1);
        region_.notify_all();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    int count() const { return static_cast<int>(threads_.size()); }

    double run(std::size_t chunks, const std::function<void(std::size_t)>& body) {
        body_ = &body;
        chunks_ = chunks;
        next_ = 0;
        error_ = nullptr;
        cpu_seconds_ = 0;
        open_ = true;
        region_.fetch_add(1);
        region_.notify_all();
        work();
        open_ = false;
        // A helper counts itself before it looks whether the region is open: from 0 on none can be inside.
        for (Spin spin; inside_.load() != 0;)
            spin.wait();
        if (error_) std::rethrow_exception(error_);
        return cpu_seconds_;
    }

  private:
    void work() noexcept {
        const simd::FlushToZero flush;
        inside_region = true;
        try {
            for (std::size_t chunk; (chunk = next_.fetch_add(1)) < chunks_;)
                (*body_)(chunk);
        } catch (...) {
            next_ = chunks_;
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
        }
        inside_region = false;
    }

    void serve(int index) {
        this_region_thread = index;
        for (std::uint32_t seen = 0; !ending_;) {
            inside_.fetch_add(1);
            if (open_) help();
            inside_.fetch_sub(1);
            seen = wait_after(seen);
        }
    }

    void help() noexcept {
        const double start = system_clock().thread_cpu_seconds();
        work();
        const double seconds = system_clock().thread_cpu_seconds() - start;
        const std::lock_guard lock(mutex_);
        cpu_seconds_ += seconds;
    }

    /// Until a region begins that is not `seen`; returns its number.
    std::uint32_t wait_after(std::uint32_t seen) {
        for (Spin spin; spin.wait();)
            if (const std::uint32_t now = region_.load(); now != seen) return now;
        region_.wait(seen);
        return region_.load();
    }

    const std::function<void(std::size_t)>* body_ = nullptr;
    std::size_t chunks_ = 0;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> open_{false}, ending_{false};
    std::atomic<int> inside_{0};            ///< helpers that may be using what stands above
    std::atomic<std::uint32_t> region_{0};  ///< its number
    std::mutex mutex_;                      ///< error_, cpu_seconds_
    std::exception_ptr error_;
    double cpu_seconds_ = 0;
    std::vector<std::jthread> threads_;  // last: they use all of the above
};

double run_alone(std::size_t chunks, const std::function<void(std::size_t)>& body) {
    const simd::FlushToZero flush;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk)
        body(chunk);
    return 0;
}

}  // namespace

double parallel_chunks(int threads, std::size_t chunks, const std::function<void(std::size_t)>& body) {
    if (threads <= 1 || chunks <= 1 || inside_region) return run_alone(chunks, body);
    thread_local std::unique_ptr<Helpers> helpers;
    if (!helpers || helpers->count() != threads - 1) {
        helpers.reset();
        helpers = std::make_unique<Helpers>(threads - 1);
    }
    const double seconds = helpers->run(chunks, body);
    helpers_total += seconds;
    return seconds;
}

int region_thread() {
    return this_region_thread;
}

double helper_cpu_seconds() {
    return helpers_total;
}

}  // namespace reboost::learners
