/// The tests and intervals against values computed by hand.
#include "core/error.hpp"
#include "statistics/distributions.hpp"
#include "statistics/friedman.hpp"
#include "statistics/holm.hpp"
#include "statistics/nemenyi.hpp"
#include "statistics/ranks.hpp"
#include "statistics/student.hpp"
#include "statistics/too_few_sets.hpp"
#include "statistics/vargha_delaney.hpp"
#include "statistics/wilcoxon.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost::statistics;
using Values = std::vector<double>;

TEST_CASE("equal values share the mean of their ranks") {
    const MidRanks ranked = midranks(Values{3, 1, 3, 2, 3});
    CHECK(ranked.ranks == Values{4, 1, 4, 2, 4});
    CHECK(ranked.ties == 24);
    CHECK(midranks(Values{5}).ranks == Values{1});
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

TEST_CASE("Friedman follows a hand-computed table without ties") {
    // Ranks 1 2 3, 1 3 2, 1 2 3, 2 1 3: sums 5, 8, 11. χ² = 12/(4·3·4)·(25 + 64 + 121) − 3·4·4 = 4.5.
    const auto result = friedman(Values{1, 2, 3, 10, 30, 20, 4, 5, 6, 2, 1, 3}, 3);
    CHECK(result.mean_ranks == Values{1.25, 2, 2.75});
    CHECK(result.chi_squared == Approx(4.5).epsilon(1e-14));
    CHECK(result.p == Approx(std::exp(-2.25)).epsilon(1e-12));  // χ² with 2 degrees of freedom
    CHECK(result.f == Approx(3 * 4.5 / 3.5).epsilon(1e-14));
    // F with 2 and 6 degrees of freedom: P(F > x) = (1 + x/3)^−3.
    CHECK(result.f_p == Approx(std::pow(1 + result.f / 3, -3)).epsilon(1e-12));
}

TEST_CASE("Friedman corrects for ties") {
    // Rows (1 1 2) and (1 2 3): ranks 1.5 1.5 3 and 1 2 3, sums 2.5, 3.5, 6; uncorrected 12/24·54.5 − 24
    // = 3.25. One pair tied: 1 − 6/(2·24) = 7/8, so 26/7.
    const auto result = friedman(Values{1, 1, 2, 1, 2, 3}, 3);
    CHECK(result.chi_squared == Approx(26.0 / 7).epsilon(1e-14));
    const auto all_tied = friedman(Values(6, 1.0), 3);
    CHECK(all_tied.p == 1);
    CHECK(all_tied.f_p == 1);
}

TEST_CASE("Friedman's F is infinite where all sets rank alike, and refuses half a table") {
    const auto result = friedman(Values{1, 2, 3, 1, 2, 3, 4, 5, 6}, 3);
    CHECK(std::isinf(result.f));
    CHECK(result.f_p == Approx(1.0 / 36));  // two more sets rank as the first: (3!)^−2
    CHECK(friedman(Values{1, 1, 2, 3, 3, 5}, 3).f_p == Approx(1.0 / 3));  // one of three arrangements
    CHECK_THROWS_AS(friedman(Values{1, 2, 3}, 3), reboost::UsageError);
    CHECK_THROWS_AS(friedman(Values{1, 2, 3, 4, 5}, 2), reboost::UsageError);
}

TEST_CASE("the range of two normals is √2 times a half-normal") {
    for (const double q : {0.1, 1.0, 2.0, 5.0})
        CHECK(range_cdf(q, 2) == Approx(2 * normal_cdf(q / std::sqrt(2.0)) - 1).epsilon(1e-12));
    CHECK(range_cdf(0, 5) == 0);
    CHECK(range_cdf(60, 5) == Approx(1).epsilon(1e-13));
}

TEST_CASE("Nemenyi's critical difference has Demšar's constants, and goes beyond his table") {
    // Demšar 2006, Table 5a: q_0.05 = 1.960, 2.343, 3.164 and q_0.10 = 1.645 for 2, 3, 10 and 2 methods.
    const auto q = [](std::size_t k, double alpha) {
        const auto m = static_cast<double>(k);
        return nemenyi_critical_difference(k, 1, alpha) / std::sqrt(m * (m + 1) / 6);
    };
    CHECK(q(2, 0.05) == Approx(1.960).margin(5e-4));
    CHECK(q(3, 0.05) == Approx(2.343).margin(1e-3));
    CHECK(q(10, 0.05) == Approx(3.164).margin(5e-4));
    CHECK(q(2, 0.10) == Approx(1.645).margin(5e-4));
    CHECK(studentised_range_quantile(0.95, 100) == Approx(6.2).margin(0.3));
    CHECK(studentised_range_quantile(0.95, 1000) > studentised_range_quantile(0.95, 100));
    CHECK(nemenyi_critical_difference(4, 5) == nemenyi_critical_difference(4, 5, 0.05));
    CHECK(nemenyi_critical_difference(4, 20) == Approx(nemenyi_critical_difference(4, 5) / 2).epsilon(1e-12));
}

TEST_CASE("a report learns how many sets it takes for anything to be significant") {
    // Two methods: 1.96/√N ≤ 1 needs N ≥ 3.84.
    CHECK(sets_for_nemenyi(2) == 4);
    CHECK(nemenyi_warning(2, 4).empty());
    CHECK(nemenyi_critical_difference(2, 3) > 1);
    CHECK_THAT(nemenyi_warning(2, 3), Catch::Contains("critical difference is 1.13 ranks") &&
                                          Catch::Contains("at least 4 data sets"));
    // 2·2^−N ≤ 0.05 needs N = 6; for ten comparisons 2·2^−N ≤ 0.005, N = 9.
    CHECK(sets_for_wilcoxon(1) == 6);
    CHECK(sets_for_wilcoxon(10) == 9);
    CHECK(wilcoxon_warning(1, 6).empty());
    CHECK_THAT(wilcoxon_warning(1, 5), Catch::Contains("On 5 data sets") && Catch::Contains("at least 6"));
    Values five(5, 1.0), six(6, 1.0);
    CHECK(wilcoxon_signed_rank(five).p > 0.05);
    CHECK(wilcoxon_signed_rank(six).p < 0.05);
}

TEST_CASE("Vargha and Delaney's A counts pairs, equal ones half") {
    CHECK(vargha_delaney_a(Values{1, 2, 3}, Values{0, 2}) == Approx((5 - 0.5) / 6).epsilon(1e-14));
    CHECK(vargha_delaney_a(Values{1, 1}, Values{1}) == Approx(0.5));
    CHECK(vargha_delaney_a(Values{5}, Values{1, 2}) == Approx(1));
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
    CHECK(student_p(0, {0, 3}) == 1);
    CHECK(student_p(1, {0, 3}) == 0);
    CHECK(std::isnan(student_p(1, {1, 1})));
    CHECK(std::isnan(welch_p(1, {1, 3}, {1, 1})));
}
