#include "sweep/drain.hpp"

#include <catch2/catch.hpp>

using reboost::sweep::Bell;

TEST_CASE("the bell wakes who waits, and is not heard twice") {
    Bell bell;
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
