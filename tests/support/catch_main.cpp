#define CATCH_CONFIG_RUNNER
#include "support/skip.hpp"

#include <csignal>
#include <iostream>

#include <catch2/catch.hpp>

namespace reboost::test {
namespace {

bool said_so = false;
int tests = 0, skipped = 0;

/// Counts the tests that said `skip` and checked nothing.
struct SkipListener : Catch::TestEventListenerBase {
    using TestEventListenerBase::TestEventListenerBase;

    void testCaseStarting(const Catch::TestCaseInfo&) override { said_so = false; }
    void testCaseEnded(const Catch::TestCaseStats& stats) override {
        ++tests;
        if (said_so && stats.totals.assertions.total() == 0) ++skipped;
    }
};
CATCH_REGISTER_LISTENER(SkipListener)

}  // namespace

void skip(const std::string& reason) {
    said_so = true;
    std::cout << "skipped: " << reason << std::endl;
}

}  // namespace reboost::test

int main(int count, char** arguments) {
    using namespace reboost::test;
    std::signal(SIGPIPE, SIG_IGN);  // as src/app/main.cpp does
    const int failed = Catch::Session().run(count, arguments);
    if (failed == 0 && skipped > 0 && tests > 1)
        std::cout << skipped << " of " << tests << " tests were skipped" << std::endl;
    return failed == 0 && tests == 1 && skipped == 1 ? kSkipped : failed;
}
