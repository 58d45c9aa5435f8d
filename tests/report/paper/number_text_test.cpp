#include "report/paper/number_text.hpp"

#include "report/measures/measures.hpp"

#include <limits>

#include <catch2/catch.hpp>

using namespace reboost::report;

TEST_CASE("A number that two decimals would round to 0 gets as many as show that it is not") {
    CHECK(ratio_text(-0.17) == "−0.17");
    CHECK(ratio_text(-0.0031) == "−0.003");
    CHECK(ratio_text(0.004) == "0.004");
    CHECK(ratio_text(0.005) == "0.01");
    CHECK(ratio_text(123.4) == "123");
    CHECK(ratio_text(kNoValue) == "–");
    CHECK(ratio_text(std::numeric_limits<double>::infinity()) == "∞");
}

TEST_CASE("What is nothing but rounding is 0, without a sign") {
    CHECK(ratio_text(8.882e-16) == "0.00");
    CHECK(digits_text(-8.882e-16) == "0");
    CHECK(digits_text(-0.017891) == "−0.01789");
}

TEST_CASE("Ratios have one decimal from 10 on") {
    CHECK(ratio_text(0.314) == "0.31");
    CHECK(ratio_text(16.57) == "16.6");
    CHECK(ratio_text(0.0012) == "0.001");
}
