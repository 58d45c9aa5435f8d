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
