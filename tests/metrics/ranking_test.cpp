#include "core/rng.hpp"
#include "metrics/classification.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::metrics;

namespace {

/// The definition: every pair, a tie half.
double auc_by_pairs(const std::vector<double>& scores, const std::vector<std::int8_t>& positive) {
    double right = 0;
    double pairs = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
        for (std::size_t j = 0; j < scores.size(); ++j)
            if (positive[i] == 1 && positive[j] != 1) {
                right += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
                ++pairs;
            }
    return right / pairs;
}

}  // namespace

TEST_CASE("AUC is 1 for a perfect order, 0 for the reverse, a half for constant scores") {
    const std::vector<std::int8_t> positive{1, 1, -1, -1, -1};
    CHECK(auc(std::vector<double>{5, 4, 3, 2, 1}, positive) == 1);
    CHECK(auc(std::vector<double>{1, 2, 3, 4, 5}, positive) == 0);
    CHECK(auc(std::vector<double>(5, 0.25), positive) == 0.5);
    CHECK(auc(std::vector<double>{5, 2, 3, 2, 1}, positive) == 4.5 / 6);
}

TEST_CASE("AUC and ROC of one class alone do not exist") {
    CHECK(std::isnan(auc(std::vector<double>{1, 2}, std::vector<std::int8_t>{1, 1})));
    CHECK(std::isnan(auc({}, {})));
    CHECK(roc_corners(std::vector<double>{1, 2}, std::vector<std::int8_t>{0, 0}).empty());
}

TEST_CASE("AUC equals the pairwise definition, ties included, and the area under the ROC corners") {
    Rng rng(11);
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t n = 2 + rng.below(60);
        const std::uint64_t levels = 1 + rng.below(20);
        std::vector<double> scores(n);
        std::vector<std::int8_t> positive(n);
        for (std::size_t i = 0; i < n; ++i) {
            scores[i] = static_cast<double>(rng.below(levels)) - 5;
            positive[i] = rng.below(3) == 0 ? 1 : -1;
        }
        positive[0] = 1;
        positive[1] = -1;
        const double expected = auc_by_pairs(scores, positive);
        CHECK(auc(scores, positive) == Approx(expected).epsilon(1e-14));
        const auto points = roc_corners(scores, positive);
        double area = 0;
        for (std::size_t i = 1; i < points.size(); ++i)
            area += (points[i].false_positive_rate - points[i - 1].false_positive_rate) *
                    (points[i].true_positive_rate + points[i - 1].true_positive_rate) / 2;
        CHECK(area == Approx(expected).epsilon(1e-12));
        CHECK(points.back().false_positive_rate == 1);
        CHECK(points.back().true_positive_rate == 1);
    }
}

TEST_CASE("ROC corners leave out what lies on a straight stretch") {
    const std::vector<double> scores{6, 5, 4, 3, 2, 2, 1};
    const std::vector<std::int8_t> positive{1, 1, -1, -1, 1, -1, -1};
    const auto corners = roc_corners(scores, positive);
    REQUIRE(corners.size() == 5);
    CHECK(corners[1].true_positive_rate == Approx(2.0 / 3));
    CHECK(corners[2].false_positive_rate == 0.5);
    CHECK(std::isinf(corners[0].threshold));
    CHECK(corners[1].threshold == 5);
}
