/// Bootstrap intervals and gamma deviates: what rests on random draws.
#include "core/error.hpp"
#include "core/rng.hpp"
#include "statistics/distributions.hpp"
#include "statistics/intervals.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::statistics;

namespace {

using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("BCa without bias or skewness takes the plain quantiles") {
    Numbers draws(999);
    std::iota(draws.begin(), draws.end(), 1.0);  // median 500, the estimate
    const Interval plain = bca_interval(500, draws, Numbers{-1, 0, 1}, 0.9);
    CHECK(plain.low == Approx(50).margin(1e-9));
    CHECK(plain.high == Approx(950).margin(1e-9));
}

TEST_CASE("BCa shifts its quantiles by the bias and by the acceleration") {
    Numbers draws(999);
    std::iota(draws.begin(), draws.end(), 1.0);
    // 599.5 of the 999 draws count as below 600: z0 = Φ⁻¹(599.5/999); the level of the lower end is Φ(2 z0
    // − 1.645).
    const double z0 = normal_quantile(599.5 / 999);
    const Interval biased = bca_interval(600, draws, Numbers{}, 0.9);
    CHECK(biased.low == Approx(1000 * normal_cdf(2 * z0 - 1.6448536269514722)).epsilon(1e-9));
    CHECK(biased.high == Approx(1000 * normal_cdf(2 * z0 + 1.6448536269514722)).epsilon(1e-9));
    // Jackknife 0, 0, 0, 4: distances below their mean 1, 1, 1, −3; Σ d³ = −24, Σ d² = 12, a =
    // −24/(6·12^1.5).
    const double a = -24 / (6 * std::pow(12.0, 1.5));
    const Interval skewed = bca_interval(500, draws, Numbers{0, 0, 0, 4}, 0.9);
    const double z = 1.6448536269514722;
    CHECK(skewed.low == Approx(1000 * normal_cdf(-z / (1 + a * z))).epsilon(1e-9));
    CHECK(skewed.high == Approx(1000 * normal_cdf(z / (1 - a * z))).epsilon(1e-9));
}

TEST_CASE("a paired difference that is everywhere the same has an interval without width") {
    Rng rng(1);
    const std::vector<Numbers> differences{{0.5, 0.5}, {0.5}};
    const Interval interval = paired_difference(differences, rng);
    CHECK(interval.estimate == 0.5);
    CHECK(interval.low == 0.5);
    CHECK(interval.high == 0.5);
}

TEST_CASE("a paired difference weighs every data set alike, whatever its replicates") {
    Rng rng(2);
    const std::vector<Numbers> differences{{1, 1, 1, 1}, {3}};
    CHECK(paired_difference(differences, rng).estimate == 2);
    CHECK_THROWS_AS(paired_difference(std::vector<Numbers>{{}}, rng), UsageError);
    CHECK_THROWS_AS(paired_difference(std::vector<Numbers>{}, rng), UsageError);
}

TEST_CASE("the interval of many sets is near the normal one, and repeats under a seed") {
    Rng noise(3);
    std::vector<Numbers> differences(200, Numbers(1));
    for (Numbers& set : differences)
        set[0] = 1 + noise.normal();
    Rng rng(4), same(4);
    const Interval interval = paired_difference(differences, rng);
    CHECK(interval.estimate == Approx(1).margin(0.2));
    CHECK(interval.high - interval.low == Approx(2 * 1.96 / std::sqrt(200.0)).epsilon(0.12));
    const Interval again = paired_difference(differences, same);
    CHECK(again.low == interval.low);
    CHECK(again.high == interval.high);
}

TEST_CASE("both data sets and replicates are resampled") {
    // One set of replicates −1 and 1: without redrawing replicates the interval would have no width.
    Rng rng(5);
    const Interval inside = paired_difference(std::vector<Numbers>{{-1, 1, -1, 1, -1, 1}}, rng);
    CHECK(inside.low < -0.3);
    CHECK(inside.high > 0.3);
    // Sets differ, replicates do not: without redrawing sets it would have none either.
    const Interval between = paired_difference(std::vector<Numbers>{{-1, -1}, {1, 1}, {-1, -1}, {1, 1}}, rng);
    CHECK(between.low < -0.4);
    CHECK(between.high > 0.4);
}

TEST_CASE("BCa intervals of a skewed mean cover it about as often as they say") {
    Rng rng(6);
    int covered = 0;
    constexpr int kTrials = 300;
    for (int trial = 0; trial < kTrials; ++trial) {
        std::vector<Numbers> differences(40, Numbers(1));
        for (Numbers& set : differences)
            set[0] = draw_gamma(1, rng);
        const Interval interval = paired_difference(differences, rng, {.draws = 1000});
        covered += interval.low <= 1 && 1 <= interval.high;
    }
    CHECK(covered > 0.90 * kTrials);  // 95% less the known shortfall at n = 40 and three standard errors
}

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
