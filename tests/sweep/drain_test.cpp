#include "sweep/drain.hpp"

#include <csignal>
#include <future>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost::sweep;

TEST_CASE("the first SIGTERM asks for an end, said once") {
    DrainFlag flag;
    std::promise<void> drain_begun;
    {
        const SignalDrain signals(flag, [&] { drain_begun.set_value(); });
        kill(getpid(), SIGTERM);
        drain_begun.get_future().wait();
    }
    CHECK(flag.requested());
}

TEST_CASE("the second Ctrl-C ends the process at once with status 130") {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        signal(SIGINT, SIG_DFL);  // a shell's background jobs ignore it
        DrainFlag flag;
        std::promise<void> drain_begun;
        const SignalDrain signals(flag, [&] { drain_begun.set_value(); });
        kill(getpid(), SIGINT);
        drain_begun.get_future().wait();
        kill(getpid(), SIGINT);
        pause();
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
    std::promise<void> said;
    {
        const SignalDrain signals(flag, [&] { said.set_value(); });
        kill(getpid(), SIGINT);
        said.get_future().wait();  // this process lives
    }
    signal(SIGINT, before);
    CHECK(flag.requested());
}

TEST_CASE("a signal that is ignored at the beginning, as nohup's SIGHUP, asks for no end") {
    const auto before = signal(SIGHUP, SIG_IGN);
    DrainFlag flag;
    {
        const SignalDrain signals(flag, [] {});
        sigset_t blocked;
        pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
        CHECK(sigismember(&blocked, SIGHUP) == 0);  // nobody waits for it, and it is lost as it should be
        CHECK(sigismember(&blocked, SIGTERM) == 1);
        kill(getpid(), SIGHUP);
    }
    CHECK_FALSE(flag.requested());
    signal(SIGHUP, before);
}
