/// Losses of gradient ensembles' scores, against hand-computed values and a plain softmax.
#include "boosting/gradient/model.hpp"
#include "core/rng.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;

namespace {

/// Row-major scores of rows with these true classes.
EvaluationRecord measured(const std::vector<double>& f, const std::vector<std::int32_t>& truth,
                          TieRule ties = TieRule::error) {
    const std::size_t classes = f.size() / truth.size();
    ClassMajor scores(truth.size(), classes);
    for (std::size_t i = 0; i < truth.size(); ++i)
        for (std::size_t k = 0; k < classes; ++k)
            scores.of_class(k)[i] = f[i * classes + k];
    EvaluationRecord record;
    measure_scores(scores, padded_classes(truth), ties, record);
    return record;
}

}  // namespace

TEST_CASE("one-error counts the rows whose true class does not win, ties by the rule") {
    const std::vector<double> f{3, 1, 2, 1, 3, 2, 1, 2, 3};
    CHECK(measured(f, {0, 1, 2}).one_error == 0);
    CHECK(measured(f, {0, 1, 1}).one_error == Approx(1.0 / 3));
    CHECK(measured(f, {1, 2, 0}).one_error == 1);
    const std::vector<double> tied{2, 2, 1, 2, 2, 1};
    CHECK(measured(tied, {0, 1}).one_error == 1);
    CHECK(measured(tied, {0, 1}, TieRule::first_maximum).one_error == 0.5);
    // Three at the top: the first of them wins, or none.
    const std::vector<double> three{1, 2, 2, 2};
    for (const std::int32_t truth : {0, 1, 2, 3}) {
        CHECK(measured(three, {truth}).one_error == 1);
        CHECK(measured(three, {truth}, TieRule::first_maximum).one_error == (truth == 1 ? 0 : 1));
    }
}

TEST_CASE("log-loss of equal scores is ln K, and huge scores stay finite") {
    CHECK(measured({7, 7, 7, 7}, {2}).log_loss == Approx(std::log(4)));
    CHECK(measured({100, -50, -50}, {1}).log_loss == Approx(150));
    CHECK(std::isfinite(measured({1000, -1000}, {1}).log_loss));
}

TEST_CASE("log-loss is the mean of −ln softmax of the true class") {
    Rng rng(5);
    const std::size_t rows = 5000, classes = 3;  // more than one chunk
    std::vector<double> f(rows * classes);
    std::vector<std::int32_t> truth(rows);
    double sum = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        truth[i] = static_cast<std::int32_t>(rng.below(classes));
        double denominator = 0;
        for (std::size_t k = 0; k < classes; ++k)
            denominator += std::exp(f[i * classes + k] = 2 * rng.normal());
        sum += std::log(denominator) - f[i * classes + static_cast<std::size_t>(truth[i])];
    }
    CHECK(measured(f, truth).log_loss == Approx(sum / rows).epsilon(1e-12));
}

TEST_CASE("two classes are ranked by the difference of their scores, more are not ranked") {
    const EvaluationRecord two = measured({0, 3, 2, 1, 0, 1, 1, 0}, {1, 0, 0, 1});
    CHECK(two.auc == Approx(0.625));
    CHECK(two.balanced_accuracy == 0.5);
    CHECK(std::isnan(measured({1, 0, 0}, {0}).auc));
}
