#include "parallel/cores.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <malloc.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace reboost::parallel {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kStackBytes = std::size_t{8} << 20;
constexpr std::chrono::seconds kPatience{2};  ///< for workers that do not come

/// Calls sched_yield until `reached` holds, or patience ends.
template <class Condition>
void yield_until(Condition reached) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!reached() && std::chrono::steady_clock::now() < end)
        sched_yield();
}

/// Threads that are started meanwhile leave these signals to the main thread.
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

/// The limit on bytes of addresses (`ulimit -v`).
std::optional<std::size_t> address_limit() {
    rlimit found{};
    if (::getrlimit(RLIMIT_AS, &found) != 0 || found.rlim_cur == RLIM_INFINITY) return std::nullopt;
    return found.rlim_cur;
}

/// Holds back an eighth of the limit while threads are started, so that as many as there is room for are not
/// more than can work in it: HDF5 crashes where it does not get a few bytes. Nothing where there is no limit.
class HeldBackAddresses {
  public:
    HeldBackAddresses() : bytes_(address_limit().value_or(0) / 8) {
        if (bytes_ == 0) return;
        void* const place =
            ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place != MAP_FAILED) place_ = place;
    }
    ~HeldBackAddresses() {
        if (place_ != nullptr) ::munmap(place_, bytes_);
    }
    HeldBackAddresses(const HeldBackAddresses&) = delete;
    HeldBackAddresses& operator=(const HeldBackAddresses&) = delete;

  private:
    void* place_ = nullptr;
    std::size_t bytes_ = 0;
};

std::ptrdiff_t threads_now() {
    std::error_code none;
    const fs::directory_iterator tasks("/proc/self/task", none);
    return none ? 0 : std::distance(begin(tasks), end(tasks));
}

/// How many of `wanted` threads the system gives at once. oneTBB ends the process where it cannot start a
/// worker, so we try beforehand.
int startable_threads(int wanted) {
    const HeldBackAddresses held_back;
    const std::ptrdiff_t before = threads_now();
    std::atomic<bool> over{false};
    const auto wait = [](void* flag) -> void* {
        static_cast<std::atomic<bool>*>(flag)->wait(false);
        return nullptr;
    };
    std::vector<pthread_t> started;
    started.reserve(static_cast<std::size_t>(wanted));
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
    yield_until([&] { return threads_now() <= before; });  // a joined thread counts a moment longer
    return static_cast<int>(started.size());
}

/// A task on its way to a worker.
struct Job {
    std::function<void()> work;
    std::atomic<bool> handed{false};  ///< ThreadSanitizer does not see how oneTBB hands it over
};

}  // namespace

struct Cores::Pool {
    Pool(int workers, bool has_aside)
        : aside(has_aside),
          stack(tbb::global_control::thread_stack_size, kStackBytes),
          limit(tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(workers + 1 + (aside ? 1 : 0))),  // oneTBB counts the main thread
          arena(workers, 0),
          aside_arena(1, 0) {}

    void enqueue(tbb::task_arena& to, std::function<void()> work) {
        const auto job = std::make_shared<Job>();
        job->work = std::move(work);
        job->handed.store(true, std::memory_order_release);
        under_way->fetch_add(1);
        try {
            to.enqueue([job, count = under_way]() noexcept {
                if (!job->handed.load(std::memory_order_acquire)) return;
                job->work();
                job->work = nullptr;  // what it holds is given back before it counts as done
                count->fetch_sub(1);
                count->notify_all();
            });
        } catch (...) {
            under_way->fetch_sub(1);
            throw;
        }
    }

    void wait_for_all() const {
        for (int left; (left = under_way->load()) != 0;)
            under_way->wait(left);
    }

    /// oneTBB starts its workers when they are first needed; by then the system may have no thread for them.
    /// Returns how many came.
    int start_workers(int workers) {
        const auto here = std::make_shared<std::atomic<int>>(0);
        const auto over = std::make_shared<std::atomic<bool>>(false);
        const int all = workers + (aside ? 1 : 0);
        for (int i = 0; i < all; ++i)
            enqueue(i < workers ? arena : aside_arena, [here, over] {
                here->fetch_add(1);
                over->wait(false);
            });
        yield_until([&] { return here->load() == all; });
        const int came = here->load() - (aside ? 1 : 0);
        over->store(true);
        over->notify_all();
        wait_for_all();
        return std::max(1, came);
    }

    int count = 0;
    bool aside;
    tbb::global_control stack, limit;
    tbb::task_arena arena, aside_arena;
    std::shared_ptr<std::atomic<int>> under_way = std::make_shared<std::atomic<int>>(0);
};

Cores::Cores(int wanted) {
    const BlockedSignals blocked;
    const int given = startable_threads(wanted + 1);
    if (given == 0) return;
    const int workers = std::min(wanted, std::max(1, given - 1));
    pool_ = std::make_unique<Pool>(workers, given > 1);
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
    const bool able = pool_ && pool_->aside;
    if (able) pool_->enqueue(pool_->aside_arena, std::move(task));
    return able;
}

void share_heap_if_limited() {
    if (address_limit()) ::mallopt(M_ARENA_MAX, 1);
}

fs::path group_root() {
    return "/sys/fs/cgroup";
}

fs::path own_group() {
    constexpr std::string_view kVersion2 = "0::/";
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(kVersion2) && line.find("..") == std::string::npos)
            return group_root() / line.substr(kVersion2.size());
    return group_root();
}

std::optional<int> group_cpus(const fs::path& group) {
    std::ifstream file(group / "cpu.max");  // "200000 100000" or "max 100000": microseconds in each period
    double quota = 0, period = 0;
    if (!(file >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
    return std::max(1, static_cast<int>(std::ceil(quota / period)));
}

int usable_cpus() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    int cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) cpus = CPU_COUNT(&mask);
    const auto limit = [&cpus](std::optional<int> granted) { cpus = std::min(cpus, granted.value_or(cpus)); };
    for (fs::path group = own_group(); limit(group_cpus(group)), group != group_root();)
        group = group.parent_path();
    // Slurm need not bind a task to the CPUs that it allocates.
    if (const char* const slurm = std::getenv("SLURM_CPUS_PER_TASK"))
        if (const int allotted = std::atoi(slurm); allotted > 0) limit(allotted);
    return std::max(1, cpus);
}

struct PinnedThread::Mask {
    cpu_set_t cpus;
};

PinnedThread::PinnedThread(int cpus) : old_(std::make_unique<Mask>()) {
    CPU_ZERO(&old_->cpus);
    if (sched_getaffinity(0, sizeof(cpu_set_t), &old_->cpus) != 0) return;
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&chosen) < cpus; ++cpu)
        if (CPU_ISSET(cpu, &old_->cpus)) CPU_SET(cpu, &chosen);
    sched_setaffinity(0, sizeof chosen, &chosen);  // a refusal costs accuracy of timings, nothing else
}

PinnedThread::~PinnedThread() {
    if (CPU_COUNT(&old_->cpus) > 0) sched_setaffinity(0, sizeof(cpu_set_t), &old_->cpus);
}

}  // namespace reboost::parallel
