#include "sweep/house.hpp"

#include "parallel/cores.hpp"
#include "sweep/progress.hpp"

#include <csignal>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::sweep;

TEST_CASE("the first SIGTERM asks for an end, said once") {
    DrainFlag flag;
    std::ostringstream out;
    Progress progress(out, ProgressMode::plain, system_clock());
    {
        const SignalDrain signals(flag);
        House house(progress, flag, "Stopping.");
        int looks = 0;
        house.add(0, [&] {
            if (++looks == 1) kill(getpid(), SIGTERM);
        });
        house.add(0.06, [&] { kill(getpid(), SIGTERM); });
        house.keep_until([&] { return flag.requested() && out.str().size() > 1 && looks > 5; });
    }
    CHECK(out.str() == "Stopping.\n");
}

TEST_CASE("the second Ctrl-C ends the process at once with status 130") {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        signal(SIGINT, SIG_DFL);  // a shell's background jobs ignore it
        DrainFlag flag;
        const SignalDrain signals(flag);
        kill(getpid(), SIGINT);
        if (!flag.requested()) _exit(98);
        kill(getpid(), SIGTERM);  // no person
        kill(getpid(), SIGINT);
        _exit(99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
}

TEST_CASE("the first Ctrl-C waits also where the sweep gives up by itself") {
    DrainFlag flag;
    flag.request();
    const auto before = signal(SIGINT, SIG_DFL);
    {
        const SignalDrain signals(flag);
        kill(getpid(), SIGINT);  // this process lives
        CHECK(SignalDrain::signalled());
    }
    signal(SIGINT, before);
    CHECK(flag.requested());
}

TEST_CASE("a signal that is ignored at the beginning, as nohup's SIGHUP, asks for no end") {
    const auto before = signal(SIGHUP, SIG_IGN);
    DrainFlag flag;
    {
        const SignalDrain signals(flag);
        kill(getpid(), SIGHUP);
    }
    CHECK_FALSE(flag.requested());
    signal(SIGHUP, before);
}

TEST_CASE("no chore is done before it is due again") {
    DrainFlag flag;
    std::ostringstream out;
    Progress progress(out, ProgressMode::quiet, system_clock());
    House house(progress, flag);
    const double begun = system_clock().wall_seconds();
    int done = 0;
    house.add(0.02, [&] { ++done; });
    house.keep_until([&] { return done >= 3; });
    CHECK(system_clock().wall_seconds() - begun >= 3 * 0.02 - 1e-9);
}

TEST_CASE("house is kept while a core works, and its exception comes back") {
    DrainFlag flag;
    std::ostringstream out;
    Progress progress(out, ProgressMode::quiet, system_clock());
    House house(progress, flag);
    parallel::Cores cores(1);
    std::atomic<int> chores{0};
    house.add(0.001, [&] { ++chores; });
    house.keep_during(cores, [&] {
        while (chores < 3)
            std::this_thread::yield();
    });
    CHECK(chores >= 3);
    CHECK_THROWS_WITH(house.keep_during(cores, [] { throw std::runtime_error("no"); }), "no");
}

TEST_CASE("the bell wakes who waits, and is not heard twice") {
    DrainFlag bell;
    const auto seconds = [&](int milliseconds) {
        const auto start = std::chrono::steady_clock::now();
        bell.wait(std::chrono::milliseconds(milliseconds));
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    bell.ring();
    bell.ring();
    CHECK(seconds(20'000) < 10);
    CHECK(seconds(30) >= 0.03);
}
