#include "parallel/cores.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <malloc.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace reboost::parallel {
namespace {

constexpr std::size_t kStackBytes = std::size_t{8} << 20;
constexpr std::chrono::seconds kPatience{2};  ///< how long to wait for workers that do not start

/// Calls sched_yield until `reached` holds, at most for kPatience.
template <class Condition>
void yield_until(Condition reached) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!reached() && std::chrono::steady_clock::now() < end)
        sched_yield();
}

/// Blocks these signals in threads that start during its lifetime, so that the main thread receives them.
class BlockedSignals {
  public:
    BlockedSignals() {
        sigset_t signals;
        sigemptyset(&signals);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1})
            sigaddset(&signals, signal);
        pthread_sigmask(SIG_BLOCK, &signals, &before_);
    }
    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;

  private:
    sigset_t before_{};
};

/// The limit on address space in bytes (`ulimit -v`); nullopt if there is none.
std::optional<std::size_t> address_limit() {
    rlimit found{};
    if (::getrlimit(RLIMIT_AS, &found) != 0 || found.rlim_cur == RLIM_INFINITY) return std::nullopt;
    return found.rlim_cur;
}

std::ptrdiff_t threads_now() {
    std::error_code none;
    const std::filesystem::directory_iterator tasks("/proc/self/task", none);
    return none ? 0 : std::distance(begin(tasks), end(tasks));
}

/// How many of `wanted` threads the system can start at once. oneTBB ends the process if it cannot start a
/// worker, so this is tried beforehand. An eighth of the address space is reserved during the trial, so that
/// memory is left for the threads to work in: HDF5 crashes if it cannot allocate a few bytes.
int startable_threads(int wanted) {
    const std::ptrdiff_t before = threads_now();
    std::atomic<bool> over{false};
    const auto wait = [](void* flag) -> void* {
        static_cast<std::atomic<bool>*>(flag)->wait(false);
        return nullptr;
    };
    std::vector<pthread_t> started;
    started.reserve(static_cast<std::size_t>(wanted));
    const std::size_t held_back = address_limit().value_or(0) / 8;
    void* const place =
        ::mmap(nullptr, held_back, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    for (pthread_t thread; std::ssize(started) < wanted; started.push_back(thread))
        if (pthread_create(&thread, &attributes, wait, &over) != 0) break;
    pthread_attr_destroy(&attributes);
    over = true;
    over.notify_all();
    for (const pthread_t thread : started)
        pthread_join(thread, nullptr);
    if (place != MAP_FAILED) ::munmap(place, held_back);   // failed: 0 bytes were asked for, or none is left
    yield_until([&] { return threads_now() <= before; });  // /proc lists a joined thread a moment longer
    return static_cast<int>(started.size());
}

/// A task that has been queued for a worker.
struct Job {
    std::function<void()> work;
    std::shared_ptr<std::atomic<int>> under_way;
    std::atomic<bool> handed{false};  ///< for ThreadSanitizer, which does not see oneTBB's synchronisation
};

}  // namespace

struct Cores::Pool {
    Pool(int workers, int workers_aside)
        : aside(workers_aside),
          stack(tbb::global_control::thread_stack_size, kStackBytes),
          limit(tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(workers + aside + 1)),  // oneTBB counts the main thread
          arena(workers, 0),
          aside_arena(1, 0) {}

    void enqueue(tbb::task_arena& to, std::function<void()> work) {
        auto job = std::make_unique<Job>();
        job->work = std::move(work);
        job->under_way = under_way;
        job->handed.store(true, std::memory_order_release);
        under_way->fetch_add(1);
        try {
            to.enqueue([given = job.get()]() noexcept {
                const std::unique_ptr<Job> own(given);
                if (!own->handed.load(std::memory_order_acquire)) return;
                own->work();
                own->work = nullptr;  // frees what `work` holds before it counts as done
                own->under_way->fetch_sub(1);
                own->under_way->notify_all();
            });
        } catch (...) {
            under_way->fetch_sub(1);
            throw;
        }
        static_cast<void>(job.release());  // the task owns it
    }

    void wait_for_all() const {
        for (int left; (left = under_way->load()) != 0;)
            under_way->wait(left);
    }

    /// Starts all workers now and returns how many of `workers` started: oneTBB would start them when first
    /// needed, and the system may have no thread then.
    int start_workers(int workers) {
        const auto here = std::make_shared<std::atomic<int>>(0);
        const auto over = std::make_shared<std::atomic<bool>>(false);
        const int all = workers + aside;
        for (int i = 0; i < all; ++i)
            enqueue(i < workers ? arena : aside_arena, [here, over] {
                here->fetch_add(1);
                over->wait(false);
            });
        yield_until([&] { return here->load() == all; });
        const int came = here->load() - aside;
        over->store(true);
        over->notify_all();
        wait_for_all();
        return std::max(1, came);
    }

    int count = 0;
    const int aside;  ///< workers for enqueue_aside(): 1, or 0 if no thread could be started for it
    tbb::global_control stack, limit;
    tbb::task_arena arena, aside_arena;
    std::shared_ptr<std::atomic<int>> under_way = std::make_shared<std::atomic<int>>(0);
};

Cores::Cores(int wanted) {
    const BlockedSignals blocked;
    const int given = startable_threads(wanted + 1);
    if (given == 0) return;
    const int workers = std::min(wanted, std::max(1, given - 1));
    pool_ = std::make_unique<Pool>(workers, given > 1 ? 1 : 0);
    pool_->count = pool_->start_workers(workers);
}

Cores::~Cores() {
    if (pool_) pool_->wait_for_all();
}

int Cores::count() const {
    return pool_ ? pool_->count : 0;
}

void Cores::enqueue(std::function<void()> task) {
    if (!pool_) throw std::system_error(EAGAIN, std::generic_category(), "not one thread can be started");
    pool_->enqueue(pool_->arena, std::move(task));
}

bool Cores::enqueue_aside(std::function<void()> task) {
    const bool able = pool_ && pool_->aside > 0;
    if (able) pool_->enqueue(pool_->aside_arena, std::move(task));
    return able;
}

void share_heap_if_limited() {
    if (address_limit()) ::mallopt(M_ARENA_MAX, 1);
}

}  // namespace reboost::parallel
