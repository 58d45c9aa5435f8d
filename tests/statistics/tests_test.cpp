/// The tests and intervals against values computed by hand.
#include "statistics/tests.hpp"

#include "core/error.hpp"
#include "statistics/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost::statistics;
using Values = std::vector<double>;

TEST_CASE("equal values share the mean of their ranks") {
    const Values ranked = midranks(Values{3, 1, 3, 2, 3});
    CHECK(ranked == Values{4, 1, 4, 2, 4});
    CHECK(midranks(Values{5}) == Values{1});
}

TEST_CASE("the rank correlation is that of mean ranks") {
    // Ranks 1, 2, 3, 4 and 2, 1, 4, 3: 1 - 6·4/(4·15) = 0.6.
    CHECK(rank_correlation(Values{1, 10, 100, 1000}, Values{5, 4, 9, 8}) == Approx(0.6));
    CHECK(rank_correlation(Values{1, 2, 3}, Values{9, 4, 1}) == Approx(-1));
    // Ranks 1, 2.5, 2.5 and 1, 2, 3: covariance 1.5, variances 1.5 and 2.
    CHECK(rank_correlation(Values{0, 7, 7}, Values{1, 2, 3}) == Approx(1.5 / std::sqrt(1.5 * 2)));
    CHECK(std::isnan(rank_correlation(Values{1, 1}, Values{1, 2})));
}

TEST_CASE("the median of an even count is the mean of the two in the middle") {
    CHECK(median(Values{4, 1, 3, 2}) == 2.5);
    CHECK(median(Values{3, 1, 2}) == 2);
}

TEST_CASE("Wilcoxon's exact p counts the signs of the ranks") {
    // Ranks 1, 2, 3, all positive: one of the eight signs reaches 6, so 2/8.
    const auto all = wilcoxon_signed_rank(Values{0.1, 0.2, 0.3});
    CHECK(all.positive == 6);
    CHECK(all.exact);
    CHECK(all.p == Approx(0.25).epsilon(1e-14));
    // −1, 2, 3: sums at least 5 are {2,3} and {1,2,3}.
    CHECK(wilcoxon_signed_rank(Values{-0.1, 0.2, 0.3}).p == Approx(0.5).epsilon(1e-14));
}

TEST_CASE("Wilcoxon ranks zeros by Pratt and leaves them out") {
    // |d| = 0, 0, 1, 2, 2: zeros take ranks 1 and 2; then 3, 4.5, 4.5. Negative is 3 alone, positive 9.
    // Sums of {3, 4.5, 4.5}: 0, 3, 4.5 twice, 7.5 twice, 9, 12: two of eight are at least 9.
    const auto result = wilcoxon_signed_rank(Values{0, -1, 2, 0, 2});
    CHECK(result.positive == 9);
    CHECK(result.negative == 3);
    CHECK(result.p == Approx(0.5).epsilon(1e-14));
}

TEST_CASE("Wilcoxon of nothing but zeros has p = 1") {
    CHECK(wilcoxon_signed_rank(Values{0, 0, 0}).p == 1);
    CHECK(wilcoxon_signed_rank(Values{}).p == 1);
    CHECK(wilcoxon_signed_rank(Values(40, 0.0)).p == 1);
}

TEST_CASE("Wilcoxon is exact up to 25 differences and normal beyond") {
    Values differences(25);
    std::iota(differences.begin(), differences.end(), 1.0);
    CHECK(wilcoxon_signed_rank(differences).exact);
    CHECK(wilcoxon_signed_rank(differences).p == Approx(std::exp2(-24)).epsilon(1e-12));
    differences.push_back(26);
    const auto beyond = wilcoxon_signed_rank(differences);
    CHECK_FALSE(beyond.exact);
    // W = 351, mean 175.5, variance 26·27·53/24 = 1550.25: z = (175.5 − 0.5)/39.3732 = 4.44465.
    CHECK(beyond.p == Approx(2 * normal_cdf(-175 / std::sqrt(1550.25))).epsilon(1e-12));
    CHECK(beyond.p == Approx(8.80e-6).epsilon(0.005));
    differences.assign(30, 1.0);
    for (std::size_t i = 0; i < 15; ++i)
        differences[2 * i] = -1;
    CHECK(wilcoxon_signed_rank(differences).p == 1);
}

TEST_CASE("Holm multiplies the smallest p by the number of hypotheses left and keeps the order") {
    const Values corrected = holm(Values{0.04, 0.01, 0.03, 0.5});
    CHECK(corrected[1] == Approx(0.04));
    CHECK(corrected[2] == Approx(0.09));
    CHECK(corrected[0] == Approx(0.09));  // 2 · 0.04 is less than its predecessor's
    CHECK(corrected[3] == Approx(0.5));
    CHECK(holm(Values{0.9, 0.8}) == Values{1, 1});
    CHECK(holm(Values{}).empty());
}

TEST_CASE("The interval of a mean of few values has the width that Student's t gives it") {
    // Tables of t: 12.706 with one degree of freedom, 2.776 with four, 1.960 in the limit.
    CHECK(half_interval({std::sqrt(2.0), 2}) == Approx(12.7062).epsilon(1e-5));
    CHECK(half_interval({10, 5}) == Approx(2.776445 * 10 / std::sqrt(5.0)).epsilon(1e-6));
    CHECK(half_interval({1000, 1'000'000}) == Approx(1.96).epsilon(1e-4));
    CHECK(std::isinf(half_interval({1, 1})));
    // Equal variances of three values each: 4 degrees of freedom.
    CHECK(half_interval({1, 3}, {1, 3}) == Approx(2.776445 * std::sqrt(2.0 / 3)).epsilon(1e-6));
    CHECK(std::isinf(half_interval({1, 3}, {1, 1})));
    // p is 0.05 where the difference is half the interval.
    CHECK(student_p(half_interval({10, 5}), {10, 5}) == Approx(0.05).epsilon(1e-9));
    CHECK(welch_p(half_interval({1, 3}, {4, 7}), {1, 3}, {4, 7}) == Approx(0.05).epsilon(1e-9));
    // Unequal ones: (1/3 + 16/7)² / ((1/3)²/2 + (16/7)²/6) = 7.40514 degrees.
    CHECK(half_interval({1, 3}, {4, 7}) ==
          Approx(student_quantile(0.975, 7.40514) * std::sqrt(55.0 / 21)).epsilon(1e-6));
    // Of two values each 2 degrees; of values that do not differ any.
    CHECK(half_interval({1, 2}, {1, 2}) == Approx(4.302653).epsilon(1e-6));
    CHECK(half_interval({0, 4}, {0, 2}) == 0);
    for (const std::size_t n : {2U, 32U, 33U, 34U}) {
        CHECK(half_interval({1, n}) * std::sqrt(n) ==
              Approx(student_quantile(0.975, static_cast<double>(n - 1))).epsilon(1e-12));
        CHECK(student_p(half_interval({1, n}), {1, n}) == Approx(0.05).epsilon(1e-9));
        CHECK(welch_p(half_interval({1, n}, {3, 2}), {1, n}, {3, 2}) == Approx(0.05).epsilon(1e-9));
    }
    CHECK(student_p(0, {0, 3}) == 1);
    CHECK(student_p(1, {0, 3}) == 0);
    CHECK(std::isnan(student_p(1, {1, 1})));
    CHECK(std::isnan(welch_p(1, {1, 3}, {1, 1})));
    const double none = std::nan("");
    CHECK(std::isnan(student_p(none, {1, 3})));
    CHECK(std::isnan(student_p(1, {none, 3})));
    CHECK(std::isnan(welch_p(none, {1, 3}, {1, 3})));
    CHECK(std::isnan(welch_p(1, {none, 3}, {1, 3})));
    CHECK(std::isnan(welch_p(1, {1, 3}, {none, 3})));
}
