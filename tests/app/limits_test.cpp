/// Limits of the system (`ulimit`): what they refuse is said, and nothing crashes.
#include "app/four_runs.hpp"

#include <functional>
#include <string>

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using Catch::Contains;
using test::Outcome;

namespace {

/// A call before exec that sets a limit, root's included.
std::function<void()> limited(__rlimit_resource what, rlim_t to) {
    return [what, to] {
        const rlimit limit{to, to};
        setrlimit(what, &limit);
    };
}

}  // namespace

TEST_CASE("a limit on the size of files is a failed write: the runs fail and the program says so") {
    test::Program reboost;
    const std::string config = reboost.write("c.json", test::kFourRuns).string();
    const std::string results = (reboost.folder / "r").string();
    reboost.before = limited(RLIMIT_FSIZE, 6000);  // bytes: a failure's file fits, a run's does not
    const Outcome run = reboost({"run", config, "--results", results, "--set", "booster.rounds=2000"});
    CAPTURE(run.out, run.err);
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("File too large") && Contains("failed (io_error)"));
    reboost.before = nullptr;
    CHECK_THAT(reboost({"run", config, "--results", results, "--set", "booster.rounds=2000"}).out,
               Contains("4 computed"));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which need more stack to begin with
namespace {

/// Whether a process may raise its hard limit again: root may, unless a container forbids it.
bool may_raise_the_stack() {
    const pid_t child = fork();
    if (child == 0) {
        limited(RLIMIT_STACK, 64 << 10)();
        const rlimit more{1 << 20, 1 << 20};
        _exit(setrlimit(RLIMIT_STACK, &more) == 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("a stack of 64 KB is enlarged where that is allowed, and refused otherwise, not overrun") {
    test::Program reboost;
    const std::string config = reboost.write("c.json", test::kFourRuns).string();
    const std::string results = (reboost.folder / "r").string();
    reboost.before = limited(RLIMIT_STACK, 64 << 10);
    const Outcome run = reboost({"run", config, "--results", results});
    CAPTURE(run.out, run.err);
    if (run.status == 0)
        CHECK_THAT(run.out, Contains("4 computed"));
    else
        CHECK_THAT(run.err, Contains("the stack may take 64 KB (ulimit -s); 1024 are needed"));
    CHECK(run.status == (may_raise_the_stack() ? 0 : 2));
}
#endif
