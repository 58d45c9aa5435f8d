#include "metrics/classification.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::metrics;

namespace {

Matrix<double> matrix_of(const std::vector<double>& values, std::size_t columns) {
    Matrix<double> matrix(values.size() / columns, columns);
    std::ranges::copy(values, matrix.data());
    return matrix;
}

bool wrong(const std::vector<double>& scores, std::int32_t truth, TieRule ties = TieRule::error) {
    return misclassified(
        scores.size(), [&](std::size_t l) { return scores[l]; }, truth, ties);
}

}  // namespace

TEST_CASE("a row is misclassified where its true class does not win") {
    const std::vector<double> scores{1, 3, 2};
    CHECK(wrong(scores, 0));
    CHECK_FALSE(wrong(scores, 1));
    CHECK(wrong(scores, 2));
}

TEST_CASE("a tie with the true class is an error, by the first-maximum rule only after an earlier class") {
    const std::vector<double> scores{2, 2, 1};
    for (const std::int32_t truth : {0, 1}) {
        CHECK(wrong(scores, truth));
        CHECK(wrong(scores, truth, TieRule::first_maximum) == (truth == 1));
    }
    CHECK(wrong(scores, 2, TieRule::first_maximum));
}

TEST_CASE("one score is right by its sign, and zero is a tie") {
    CHECK_FALSE(wrong({1.5}, 1));
    CHECK_FALSE(wrong({-0.5}, 0));
    CHECK(wrong({-0.5}, 1));
    CHECK(wrong({0}, 1));
    CHECK(wrong({0}, 0));
    CHECK_FALSE(wrong({0}, 1, TieRule::first_maximum));
    CHECK(wrong({0}, 0, TieRule::first_maximum));
}

TEST_CASE("balanced accuracy averages recall over the classes that have rows") {
    const std::vector<double> scores{1, 1, 1, -1, -1};
    const auto accuracy = [](const std::vector<double>& of, const std::vector<std::int32_t>& truth) {
        return balanced_accuracy(matrix_of(of, 1), truth, TieRule::error);
    };
    CHECK(accuracy(scores, {1, 1, 1, 1, 0}) == Approx((0.75 + 1) / 2));
    CHECK(accuracy(scores, {1, 1, 1, 1, 1}) == Approx(0.6));
    CHECK(std::isnan(accuracy({}, {})));
    // Recalls 1/2, 0 and 1 of three classes.
    const Matrix<double> three = matrix_of({2, 0, 1, 0, 2, 1, 3, 0, 1, 0, 1, 5}, 3);
    CHECK(balanced_accuracy(three, std::vector<std::int32_t>{0, 0, 1, 2}, TieRule::error) == Approx(0.5));
}
