#include "statistics/tests.hpp"

#include <catch2/catch.hpp>

using namespace reboost::statistics;

TEST_CASE("The sign test counts the falls of a coin that are as uneven, on either side") {
    CHECK(sign_test(3, 0) == Approx(0.25).epsilon(1e-12));  // 2 of 8
    CHECK(sign_test(1, 4) == Approx(2.0 * (1 + 5) / 32).epsilon(1e-12));
    CHECK(sign_test(4, 1) == sign_test(1, 4));
    CHECK(sign_test(2, 2) == 1);
    CHECK(sign_test(0, 0) == 1);
    // As R has it: binom.test(47, 99), binom.test(8, 30)
    CHECK(sign_test(52, 47) == Approx(0.687885).epsilon(1e-5));
    CHECK(sign_test(8, 22) == Approx(0.0161248).epsilon(1e-5));
    CHECK(sign_test(2000, 1000) < 1e-70);
}
