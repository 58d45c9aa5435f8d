#include "metrics/classification.hpp"

#include "core/rng.hpp"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::metrics;

namespace {

MatrixView<const double> view(const std::vector<double>& values, std::size_t columns) {
    return {values.data(), values.size() / columns, columns, columns};
}
MatrixView<const std::int8_t> view(const std::vector<std::int8_t>& values, std::size_t columns) {
    return {values.data(), values.size() / columns, columns, columns};
}

}  // namespace

TEST_CASE("one-error counts rows whose true class does not win") {
    const std::vector<double> scores{3, 1, 2, 1, 3, 2, 1, 2, 3};
    CHECK(one_error(view(scores, 3), std::vector<std::int32_t>{0, 1, 2}) == 0);
    CHECK(one_error(view(scores, 3), std::vector<std::int32_t>{0, 1, 1}) == Approx(1.0 / 3));
    CHECK(one_error(view(scores, 3), std::vector<std::int32_t>{1, 2, 0}) == 1);
}

TEST_CASE("a tie with the true class is an error, by the first-maximum rule only after an earlier class") {
    const std::vector<double> scores{2, 2, 1};
    for (const std::int32_t truth : {0, 1}) {
        CHECK(one_error(view(scores, 3), std::vector<std::int32_t>{truth}) == 1);
        CHECK(one_error(view(scores, 3), std::vector<std::int32_t>{truth}, Ties::first_maximum) ==
              (truth == 0 ? 0 : 1));
    }
    CHECK(one_error(view(scores, 3), std::vector<std::int32_t>{2}, Ties::first_maximum) == 1);
}

TEST_CASE("binary one-error is the sign error and zero is a tie") {
    const std::vector<double> scores{1.5, -0.5, 0, 0};
    const std::vector<std::int32_t> truth{1, 0, 1, 0};
    CHECK(one_error(view(scores, 1), truth) == 0.5);
    CHECK(one_error(view(scores, 1), truth, Ties::first_maximum) == 0.25);
    CHECK(std::isnan(one_error(view(std::vector<double>{}, 1), truth)));
}

TEST_CASE("padded rows count only their classes") {
    const std::vector<float> scores{1, 0, 9, 0, 1, 9};
    const MatrixView<const float> padded{scores.data(), 2, 2, 3};
    CHECK(one_error(padded, std::vector<std::int32_t>{0, 1}) == 0);
}

TEST_CASE("multi-label one-error asks whether a false label is on top") {
    const std::vector<double> scores{3, 2, 1, 1, 1, 0, 5, 5, 5, 2, 1, 0};
    const std::vector<std::int8_t> labels{1, 1, -1, 1, -1, -1, 1, 1, 1, -1, -1, -1};
    CHECK(one_error_multi_label(view(scores, 3), view(labels, 3)) == 0.5);
    CHECK(one_error_multi_label(view(scores, 3), view(labels, 3), Ties::first_maximum) == 0.25);
}

TEST_CASE("multi-label and multi-class one-error agree on rows with one true label") {
    Rng rng(3);
    for (int trial = 0; trial < 500; ++trial) {
        std::vector<double> scores(4);
        for (double& score : scores)
            score = static_cast<double>(rng.below(3));
        const auto truth = static_cast<std::int32_t>(rng.below(4));
        std::vector<std::int8_t> labels(4, -1);
        labels[static_cast<std::size_t>(truth)] = 1;
        for (const Ties ties : {Ties::error, Ties::first_maximum})
            CHECK(misclassified(std::span<const double>(scores), truth, ties) ==
                  misranked(std::span<const double>(scores), std::span<const std::int8_t>(labels), ties));
    }
}

TEST_CASE("Hamming loss sums the weights of wrong signs, zero being wrong") {
    const std::vector<double> scores{1, -1, 0, 2};
    const std::vector<std::int8_t> labels{1, 1, -1, -1};
    const std::vector<double> weights{0.1, 0.2, 0.3, 0.4};
    CHECK(hamming_loss(view(scores, 2), view(labels, 2), view(weights, 2)) == Approx(0.9));
}

TEST_CASE("balanced accuracy averages recall over the classes that have rows") {
    const std::vector<double> scores{1, 1, 1, -1, -1};
    CHECK(balanced_accuracy(view(scores, 1), std::vector<std::int32_t>{1, 1, 1, 1, 0}) ==
          Approx((0.75 + 1) / 2));
    CHECK(balanced_accuracy(view(scores, 1), std::vector<std::int32_t>{1, 1, 1, 1, 1}) == Approx(0.6));
    CHECK(std::isnan(balanced_accuracy(view(std::vector<double>{}, 1), std::vector<std::int32_t>{})));
}

TEST_CASE("log-loss of equal scores is ln K, and huge scores stay finite") {
    CHECK(log_loss(view(std::vector<double>{7, 7, 7, 7}, 4), std::vector<std::int32_t>{2}) ==
          Approx(std::log(4)));
    CHECK(log_loss(view(std::vector<double>{0}, 1), std::vector<std::int32_t>{0}) == Approx(std::log(2)));
    CHECK(log_loss(view(std::vector<double>{1000, -1000}, 2), std::vector<std::int32_t>{1}) == Approx(2000));
    CHECK(log_loss(view(std::vector<double>{-1000}, 1), std::vector<std::int32_t>{1}, 2) == Approx(2000));
    CHECK(log_loss(view(std::vector<double>{1000}, 1), std::vector<std::int32_t>{1}) == 0);
}

TEST_CASE("binary log-loss is that of two opposite scores") {
    const double score = 0.7;
    const double two_class =
        log_loss(view(std::vector<double>{-score, score}, 2), std::vector<std::int32_t>{1});
    CHECK(log_loss(view(std::vector<double>{score}, 1), std::vector<std::int32_t>{1}, 2) ==
          Approx(two_class));
}
