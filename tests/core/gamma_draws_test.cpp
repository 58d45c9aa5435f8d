/// Gamma and beta deviates.
#include "core/rng.hpp"

#include <utility>

#include <catch2/catch.hpp>

using namespace reboost;

TEST_CASE("gamma and beta draws have their mean and variance") {
    Rng rng(7);
    for (const double shape : {0.3, 1.0, 2.5, 40.0}) {
        double sum = 0, squares = 0;
        constexpr int kDraws = 200'000;
        for (int i = 0; i < kDraws; ++i) {
            const double x = draw_gamma(shape, rng);
            sum += x;
            squares += x * x;
        }
        const double mean = sum / kDraws;
        CHECK(mean == Approx(shape).epsilon(0.02));
        CHECK(squares / kDraws - mean * mean == Approx(shape).epsilon(0.04));
    }
    // By a second implementation.
    for (const auto& [shape, expected] : {std::pair{0.4, 7943.972821001428},
                                          {1.0, 20027.061286318236},
                                          {1.5, 29834.32971145544},
                                          {30.0, 598993.5868454891}}) {
        Rng pinned(8);
        double total = 0;
        for (int i = 0; i < 20'000; ++i)
            total += draw_gamma(shape, pinned);
        CHECK(total == Approx(expected).epsilon(1e-12));
    }
    double sum = 0;
    for (int i = 0; i < 100'000; ++i)
        sum += draw_beta(2, 6, rng);
    CHECK(sum / 100'000 == Approx(0.25).margin(0.003));
}
