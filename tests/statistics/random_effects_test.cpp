/// Summaries over data sets against R: library(metafor); m <- rma(y, v, method = "PM", test = "knha",
/// control = list(tol = 1e-14, maxiter = 10000)); p <- predict(m); and of these m$b, m$se, m$ci.lb, m$ci.ub,
/// m$pval, sqrt(m$tau2), p$pi.lb, p$pi.ub. R 4.2.2, metafor 3.8-1.
#include "statistics/random_effects.hpp"

#include "core/error.hpp"
#include "statistics/intervals.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::statistics;
using Effects = std::vector<Effect>;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// In the order of the numbers from R.
void check_all(const RandomEffects& ours, const std::vector<double>& theirs) {
    const std::vector<double> all{ours.mean, ours.standard_error, ours.low,           ours.high, ours.p,
                                  ours.tau,  ours.predicted_low,  ours.predicted_high};
    REQUIRE(theirs.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        INFO("number " << i);
        CHECK(all[i] == Approx(theirs[i]).epsilon(0).margin(1e-6));
    }
}

/// Log relative risks of 13 trials of the BCG vaccine (Colditz et al. 1994), and their variances:
/// escalc(measure = "RR", ai = tpos, bi = tneg, ci = cpos, di = cneg, data = dat.bcg).
const Effects kBcg{
    {-0.88931133392020545, 0.32558476500396133},   {-1.5853886572014306, 0.19458112139814385},
    {-1.3480731482996933, 0.41536796536796539},    {-1.4415511900213054, 0.020010031902247573},
    {-0.21754732221129558, 0.051210172169630863},  {-0.78611558581886398, 0.0069056184559087574},
    {-1.6208982235983918, 0.22301724757231517},    {0.011952333523840508, 0.0039615792978177295},
    {-0.4694176487381494, 0.056434210463248966},   {-1.3713448034727844, 0.07302479361302891},
    {-0.33935882833839059, 0.01241221397155972},   {0.44591340057137874, 0.53250584520015276},
    {-0.017313948216879815, 0.071404659683986293},
};

}  // namespace

TEST_CASE("the random-effects summary of the BCG trials is metafor's") {
    const RandomEffects bcg = random_effects(kBcg);
    CHECK(bcg.sets == 13);
    check_all(bcg, {-0.714968153493, 0.180892191538, -1.1090983812, -0.320837925785, 0.00191927183128,
                    0.563975577667, -2.00542592293, 0.575489615941});
    // level = 90
    const RandomEffects narrower = random_effects(kBcg, 0.9);
    CHECK(narrower.low == Approx(-1.03737005539).margin(1e-6));
    CHECK(narrower.high == Approx(-0.392566251602).margin(1e-6));
}

TEST_CASE("sets that differ by less than their noise have tau = 0, and the interval predicts a new set") {
    check_all(random_effects(Effects{{0.11, 0.01}, {0.09, 0.02}, {0.10, 0.03}, {0.12, 0.02}, {0.10, 0.01}}),
              {0.1045, 0.00460298815988, 0.0917200560542, 0.117279943946, 2.22971236093e-05, 0,
               0.0917200560542, 0.117279943946});
}

TEST_CASE("a random-effects summary of two sets is metafor's") {
    check_all(random_effects(Effects{{0.3, 0.01}, {-0.1, 0.02}}),
              {0.1125, 0.199608992783, -2.42377272949, 2.64877272949, 0.673270124075, 0.25495097568,
               -4.00171631422, 4.22671631422});
}

TEST_CASE("of two sets, tau makes their difference as large as expected, whatever the scale") {
    // (y1 - y2)² = v1 + v2 + 2τ². The first τ² that the bisection tries is v1.
    for (const double scale : {1.0, 100.0, 1e6})
        CHECK(random_effects(Effects{{scale, scale * scale}, {-scale, 1.5 * scale * scale}}).tau ==
              Approx(scale * std::sqrt(0.75)).epsilon(1e-9));
}

TEST_CASE("the effect of a set is the mean of its splits, with the variance of that mean") {
    const Effect effect = effect_of(std::vector<double>{1, 2, 4});
    CHECK(effect.mean == Approx(7.0 / 3));
    CHECK(effect.variance == Approx(7.0 / 9));  // s² = 7/3
    CHECK(effect_of(std::vector<double>{1, 3}).variance == 1);
    CHECK(effect_of(std::vector<double>{5}).variance == 0);
}

TEST_CASE("without variances the summary over sets is Student's t-test of the effects") {
    // y <- c(0.3, -0.1, 0.25); s <- sd(y); t.test(y); mean(y) + c(-1, 1)*qt(0.975, 2)*sqrt(s^2 + s^2/3)
    // (metafor refuses variances of 0)
    const std::vector<double> theirs{0.15,           0.125830573921, -0.391405262368, 0.691405262368,
                                     0.355496613365, 0.217944947177, -0.932810524736, 1.23281052474};
    check_all(random_effects(Effects{{0.3, 0}, {-0.1, 0}, {0.25, 0}}), theirs);
}

TEST_CASE("one set without variance is the limit of small variances") {
    // y <- c(0.3, -0.1, 0.25); v <- c(1e-14, 0.02, 0.01)
    check_all(random_effects(Effects{{0.3, 0}, {-0.1, 0.02}, {0.25, 0.01}}),
              {0.179286531866, 0.118506786507, -0.330607016593, 0.689180080325, 0.269473005284,
               0.183534164458, -0.760709156004, 1.11928221974});
}

TEST_CASE("where tau = 0, a set without variance weighs as much as the others") {
    // t.test(c(0.11, 0.09, 0.10, 0.12, 0.10)): estimate, stderr, conf.int, p.value
    check_all(random_effects(Effects{{0.11, 0.01}, {0.09, 0.02}, {0.10, 0}, {0.12, 0.02}, {0.10, 0}}),
              {0.104, 0.00509901951359, 0.0898428522302, 0.11815714777, 3.41221673031e-05, 0, 0.0898428522302,
               0.11815714777});
    const RandomEffects same = random_effects(Effects{{0, 0}, {0, 0}, {0, 0}});
    check_all(same, {0, 0, 0, 0, 1, 0, 0, 0});
    CHECK(detectable(same) == 0);
    CHECK(random_effects(Effects{{0.5, 0}, {0.5, 0}}).p == 0);
}

TEST_CASE("one set has a mean and nothing else, no set has nothing") {
    const RandomEffects one = random_effects(Effects{{0.25, 0.1}});
    CHECK(one.mean == 0.25);
    CHECK(one.sets == 1);
    for (const double number : {one.standard_error, one.low, one.high, one.p, one.tau, one.predicted_low,
                                one.predicted_high, detectable(one), random_effects({}).mean})
        CHECK(std::isnan(number));
    CHECK(random_effects({}).sets == 0);
}

TEST_CASE("the effect that is found with a given power is that of R's power of a t-test") {
    // power.t.test(n = k, sd = sqrt(k), power = ..., type = "one.sample")$delta, to more digits:
    // uniroot(function(d) pt(qt(.975, k-1), k-1, d, lower.tail = FALSE) - power, c(0, 36), tol = 1e-13)$root
    const auto shift = [](std::size_t sets, double power) {
        RandomEffects result;
        result.sets = sets;
        result.standard_error = 1;
        return detectable(result, power);
    };
    CHECK(shift(2, 0.8) == Approx(16.3340088699).epsilon(1e-9));
    CHECK(shift(2, 0.95) == Approx(24.9807108577).epsilon(1e-9));
    CHECK(shift(3, 0.8) == Approx(5.6534892664).epsilon(1e-9));
    CHECK(shift(3, 0.95) == Approx(7.77166316115).epsilon(1e-9));
    CHECK(shift(13, 0.8) == Approx(3.05266059868).epsilon(1e-9));
    CHECK(shift(13, 0.95) == Approx(3.93527709425).epsilon(1e-9));
    CHECK(detectable(random_effects(kBcg)) == Approx(3.05266059868 * 0.180892191538).epsilon(1e-6));
    CHECK(shift(13, 0.026) > 0);
    for (const double power : {0.025, 1.0, kNan})
        CHECK_THROWS_AS(shift(13, power), UsageError);
}

TEST_CASE("a summary over sets refuses what is no effect, no variance and no level") {
    for (const Effect bad :
         {Effect{kNan, 1}, Effect{kInfinity, 1}, Effect{0, kNan}, Effect{0, kInfinity}, Effect{0, -1e-9}})
        CHECK_THROWS_AS(random_effects(Effects{{0, 1}, bad}), UsageError);
    for (const double level : {0.0, 1.0, kNan})
        CHECK_THROWS_AS(random_effects(kBcg, level), UsageError);
}

TEST_CASE("Student's quantiles and tails have ten digits") {
    // qt(0.975, c(1, 2, 4, 12)), qt(0.95, 12), 2*pt(-c(3.95, 40), c(12, 5))
    const auto close = [](double theirs) { return Approx(theirs).epsilon(1e-10); };
    CHECK(student_quantile(0.975, 1) == close(12.706204736174694));
    CHECK(student_quantile(0.975, 2) == close(4.3026527297494619));
    CHECK(student_quantile(0.975, 4) == close(2.7764451051977934));
    CHECK(student_quantile(0.975, 12) == close(2.1788128296672284));
    CHECK(student_quantile(0.95, 12) == close(1.7822875556493196));
    CHECK(f_tail(3.95 * 3.95, 1, 12) == close(0.0019277907609823648));
    CHECK(f_tail(40 * 40, 1, 5) == close(1.8411962171772952e-07));
}
