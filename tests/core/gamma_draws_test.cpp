/// Gamma and beta deviates.
#include "core/rng.hpp"

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
    double sum = 0;
    for (int i = 0; i < 100'000; ++i)
        sum += draw_beta(2, 6, rng);
    CHECK(sum / 100'000 == Approx(0.25).margin(0.003));
}
