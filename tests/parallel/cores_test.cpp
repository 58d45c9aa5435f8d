#include "parallel/cores.hpp"

#include "core/clock.hpp"
#include "parallel/team.hpp"
#include "support/temporary_folder.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include <catch2/catch.hpp>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::parallel;

namespace {

template <class Condition>
bool comes_true(Condition reached) {
    const double end = system_clock().wall_seconds() + 20;
    while (!reached() && system_clock().wall_seconds() < end)
        sched_yield();
    return reached();
}

/// The exit status of `work` in a child process that may have few threads; −1 for a signal, as of an alarm.
template <class Work>
int in_child(Work work) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        _exit(work());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

// These come first: a process that is forked has none of the workers of its parent.
#if !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)  // whose shadows take terabytes of addresses
TEST_CASE("where addresses for threads are few there are fewer cores, and the work is done") {
    for (const rlim_t room : {0U, 12U, 30U, 60U, 150U}) {  // megabytes; a stack takes 8
        CAPTURE(room);
        const int status = in_child([room] {
            std::size_t pages = 0;
            std::ifstream("/proc/self/statm") >> pages;
            const rlim_t bytes = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (room << 20U);
            const rlimit limit{bytes, bytes};
            setrlimit(RLIMIT_AS, &limit);
            Cores cores(8);
            if (cores.count() == 8 && room < 60) return 1;
            Team team(cores, 4);
            std::atomic<int> done{0};
            team.for_chunks(100, [&](std::size_t, std::size_t) { ++done; });
            return done == 100 ? 0 : 2;
        });
        CHECK(status == 0);
    }
}

TEST_CASE("threads share one heap where addresses are limited, and only there") {
    for (const bool limited : {true, false}) {
        CAPTURE(limited);
        const int heaps = in_child([limited] {
            const rlim_t most = limited ? rlim_t{64} << 30U : RLIM_INFINITY;  // 64 GB: enough for all threads
            const rlimit limit{most, RLIM_INFINITY};
            setrlimit(RLIMIT_AS, &limit);
            share_heap_if_limited();
            Cores cores(3);  // while they start, each thread allocates memory
            char* text = nullptr;
            std::size_t size = 0;
            std::FILE* const to = open_memstream(&text, &size);
            malloc_info(0, to);
            std::fclose(to);
            int count = 0;
            for (const char* at = text; (at = std::strstr(at, "<heap nr=")) != nullptr; ++at)
                ++count;
            return count;
        });
        CHECK((heaps == 1) == limited);
    }
}

TEST_CASE("where the user may have few processes there are fewer cores, none at the worst") {
    if (getuid() != 0) return;  // only root can become a user without processes
    for (const int most : {1, 2, 3, 5}) {
        CAPTURE(most);
        const int status = in_child([most] {
            if (setuid(54321) != 0) return 0;
            const rlimit limit{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
            setrlimit(RLIMIT_NPROC, &limit);
            Cores cores(4);
            if (cores.count() > most - 1) return 1;
            // The second thread is for tasks aside.
            if (cores.enqueue_aside([] {}) != (most >= 3)) return 3;
            Team team(cores, 4);
            std::atomic<int> done{0};
            for (int i = 0; i < 50; ++i)
                team.for_chunks(4, [&](std::size_t, std::size_t) { ++done; });
            return done == 200 ? 0 : 2;
        });
        CHECK(status == 0);
    }
}
#endif

TEST_CASE("as many tasks as cores are under way at once, and the destructor waits for all") {
    std::atomic<int> met{0}, ended{0};
    {
        Cores cores(5);
        CHECK(cores.count() == 5);
        for (int i = 0; i < 5; ++i)
            cores.enqueue([&] {
                ++met;
                comes_true([&] { return met == 5; });
                ++ended;
            });
        CHECK(comes_true([&] { return met == 5; }));
        for (int i = 0; i < 20; ++i)
            cores.enqueue([&] { ++ended; });
    }
    CHECK(ended == 25);
}

TEST_CASE("a task aside runs while every core is busy") {
    Cores cores(2);
    std::atomic<bool> written{false};
    std::atomic<int> saw{0}, ended{0};
    for (int i = 0; i < 2; ++i)
        cores.enqueue([&] {
            saw += comes_true([&] { return written.load(); }) ? 1 : 0;
            ++ended;
        });
    CHECK(cores.enqueue_aside([&] { written = true; }));
    CHECK(comes_true([&] { return ended == 2; }));
    CHECK(saw == 2);
}

TEST_CASE("signals that ask for an end are left to the main thread") {
    Cores cores(1);
    std::atomic<int> blocked{0}, ended{0};
    const auto look = [&] {
        sigset_t mask;
        pthread_sigmask(SIG_BLOCK, nullptr, &mask);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1})
            blocked += sigismember(&mask, signal);
        ++ended;
    };
    cores.enqueue(look);
    cores.enqueue_aside(look);
    CHECK(comes_true([&] { return ended == 2; }));
    CHECK(blocked == 8);
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    CHECK(sigismember(&mask, SIGTERM) == 0);
}

TEST_CASE("a control group grants so many CPUs") {
    const test::TemporaryFolder folder;
    const std::filesystem::path& group = folder.path();
    CHECK_FALSE(group_cpus(group));
    std::ofstream(group / "cpu.max") << "max 100000\n";
    CHECK_FALSE(group_cpus(group));
    std::ofstream(group / "cpu.max") << "250000 100000\n";
    CHECK(group_cpus(group) == 3);
    std::ofstream(group / "cpu.max") << "20000 100000\n";
    CHECK(group_cpus(group) == 1);
    for (const char* none : {"0 100000\n", "100000 0\n", "-1 100000\n"}) {
        std::ofstream(group / "cpu.max") << none;
        CHECK_FALSE(group_cpus(group));
    }
}

TEST_CASE("Slurm's allotment and the affinity mask bound the usable CPUs") {
    const int all = usable_cpus();
    CHECK(all >= 1);
    ::setenv("SLURM_CPUS_PER_TASK", "1", 1);
    CHECK(usable_cpus() == 1);
    ::unsetenv("SLURM_CPUS_PER_TASK");
    {
        const PinnedThread pinned(1);
        CHECK(usable_cpus() == 1);
    }
    CHECK(usable_cpus() == all);
}

TEST_CASE("Slurm's allotment bounds the memory, which is otherwise some of the machine's") {
    const double machine =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    CHECK(free_memory_bytes() > 4e6);
    CHECK(free_memory_bytes() < machine);
    ::setenv("SLURM_CPUS_PER_TASK", "1", 1);
    ::setenv("SLURM_MEM_PER_CPU", "2", 1);
    CHECK(free_memory_bytes() == 2 * 1048576.0);
    ::setenv("SLURM_MEM_PER_NODE", "3", 1);
    CHECK(free_memory_bytes() == 3 * 1048576.0);
    for (const char* name : {"SLURM_CPUS_PER_TASK", "SLURM_MEM_PER_CPU", "SLURM_MEM_PER_NODE"})
        ::unsetenv(name);
}

TEST_CASE("the machine's processor and the memory used are those that the system names") {
    const auto used = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    };
    const std::uint64_t before = used(), peak = peak_memory_bytes();
    CHECK(before <= peak);
    CHECK(peak <= used());
    std::ifstream file("/proc/cpuinfo");
    const std::string all(std::istreambuf_iterator<char>(file), {});
    if (all.find("model name") != std::string::npos)
        CHECK_THAT(all, Catch::Contains("\t: " + cpu_model() + "\n"));
}

TEST_CASE("workers have stacks of 8 MiB") {
    Cores cores(1);
    std::atomic<std::size_t> bytes{0};
    cores.enqueue([&] {
        pthread_attr_t attributes;
        std::size_t size = 0;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstacksize(&attributes, &size);
        pthread_attr_destroy(&attributes);
        bytes = size;
    });
    CHECK(comes_true([&] { return bytes != 0; }));
    CHECK(bytes == std::size_t{8} << 20);
}

TEST_CASE("a control group that is full leaves nothing, and files that it caches are free") {
    const test::TemporaryFolder group;
    CHECK_FALSE(group_memory_left(group.path()));
    std::ofstream(group.path() / "memory.max") << "max\n";
    CHECK_FALSE(group_memory_left(group.path()));
    std::ofstream(group.path() / "memory.max") << "1000\n";
    std::ofstream(group.path() / "memory.current") << "1000\n";
    CHECK(group_memory_left(group.path()) == 0.0);
    std::ofstream(group.path() / "memory.stat") << "anon 600\nfile 400\ninactive_file 300\nactive_file 100\n";
    CHECK(group_memory_left(group.path()) == 300.0);
    std::ofstream(group.path() / "memory.current") << "1500\n";
    CHECK(group_memory_left(group.path()) == 0.0);
}
