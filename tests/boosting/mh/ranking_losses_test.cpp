/// AUC and balanced accuracy of a run against the scores of its model.
#include "boosting/factory/saved_model.hpp"
#include "boosting/mh/adaboost_data.hpp"
#include "boosting/mh/evaluator.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::Part;
using boosting::ranking_losses;
using boosting::RankingLosses;
using boosting::TieRule;

namespace {

/// The definition: every (positive, negative) pair, a tie half; of one column of scores.
double auc_by_pairs(const Matrix<double>& scores, const data::Labels& labels, std::size_t l) {
    double right = 0, pairs = 0;
    for (std::size_t i = 0; i < labels.rows; ++i)
        for (std::size_t j = 0; j < labels.rows; ++j)
            if (labels.at(i, l) > 0 && labels.at(j, l) < 0) {
                right += scores(i, l) > scores(j, l) ? 1 : scores(i, l) == scores(j, l) ? 0.5 : 0;
                ++pairs;
            }
    return right / pairs;
}

Matrix<double> column(const std::vector<double>& values) {
    Matrix<double> scores(values.size(), 1);
    for (std::size_t i = 0; i < values.size(); ++i)
        scores(i, 0) = values[i];
    return scores;
}

std::vector<std::size_t> rounds_with_auc(const Recording& recorded, Part part) {
    std::vector<std::size_t> rounds;
    for (const auto& record : recorded.evaluations)
        if (record.part == part && !std::isnan(record.auc)) rounds.push_back(record.round);
    return rounds;
}

}  // namespace

TEST_CASE("AUC and balanced accuracy by hand: binary, one class without rows, three classes, label sets",
          "[boosting]") {
    const auto binary = data::Labels::from_classes({1, 1, 0, 0, 0}, {"no", "yes"});
    const RankingLosses found = ranking_losses(column({3, -1, -1, -2, 1}), binary, TieRule::error);
    CHECK(found.auc == 4.5 / 6);
    CHECK(found.balanced_accuracy == Approx((0.5 + 2.0 / 3) / 2));

    const auto negatives = data::Labels::from_classes({0, 0}, {"no", "yes"});
    const RankingLosses alone = ranking_losses(column({-1, 1}), negatives, TieRule::error);
    CHECK(std::isnan(alone.auc));
    CHECK(alone.balanced_accuracy == 0.5);  // the recall of the class that has rows

    Matrix<double> scores(3, 3);
    scores(0, 0) = scores(1, 2) = scores(2, 2) = 1;
    const auto three = data::Labels::from_classes({0, 1, 2}, {"a", "b", "c"});
    const RankingLosses multi = ranking_losses(scores, three, TieRule::error);
    CHECK(multi.auc == Approx((1 + 0.5 + 0.75) / 3));
    CHECK(multi.balanced_accuracy == Approx(2.0 / 3));

    const auto sets = data::Labels::multi_label({1, -1, -1, 1, 1, 1}, {"a", "b"});
    Matrix<double> votes(3, 2, 0);
    votes(0, 0) = votes(1, 1) = votes(2, 0) = 1;
    votes(0, 1) = votes(1, 0) = votes(2, 1) = -1;
    const RankingLosses several = ranking_losses(votes, sets, TieRule::error);
    CHECK(several.auc == Approx((1 + 0.75) / 2));
    CHECK(several.balanced_accuracy == Approx((1 + 0.75) / 2));
}

TEST_CASE("a run's AUC is that of the final scores by every pair, ties a half", "[boosting]") {
    const Data data = random_split({.rows = 200, .features = 5, .classes = 2}, 120);
    auto run = recipe(40);
    Recording recorded;
    const auto booster = make(run, data);
    booster->train(recorded);
    CHECK(rounds_with_auc(recorded, Part::test) == std::vector<std::size_t>{40});
    CHECK(rounds_with_auc(recorded, Part::train).front() == 1);
    const Matrix<double> scores = boosting::predict_scores(model_of(*booster), data->test);
    const auto last = std::find_if(recorded.evaluations.rbegin(), recorded.evaluations.rend(),
                                   [](const auto& r) { return r.part == Part::test; });
    CHECK(last->auc == Approx(auc_by_pairs(scores, data->test_labels, 0)).epsilon(1e-9));
    CHECK(last->balanced_accuracy ==
          ranking_losses(scores, data->test_labels, TieRule::error).balanced_accuracy);

    Archive curves;
    booster->save_curves(curves);
    const auto& x = curves.get<double>("roc/test/false_positive_rate");
    const auto& y = curves.get<double>("roc/test/true_positive_rate");
    double area = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
        area += (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
    CHECK(area == Approx(last->auc).epsilon(1e-12));
    CHECK(x.size() < 120);
}

TEST_CASE("the cadence of AUC changes neither the errors nor where several classes are not asked for it",
          "[boosting]") {
    const Data data = random_split({.rows = 150, .features = 6, .classes = 3});
    auto run = recipe(200);
    Recording plain, ranked;
    make(run, data)->train(plain);
    run.evaluation.ranking_points_per_decade = 2;
    make(run, data)->train(ranked);
    CHECK(rounds_with_auc(plain, Part::test).empty());
    const auto rounds = rounds_with_auc(ranked, Part::test);
    CHECK(rounds.front() == 1);
    CHECK(rounds.back() == 200);
    CHECK(rounds.size() >= 5);
    CHECK(rounds.size() < 12);
    const auto errors = [](const Recording& recorded) {
        std::vector<double> values;
        for (const auto& record : recorded.evaluations)
            if (record.part == Part::test) values.push_back(record.one_error);
        return values;
    };
    CHECK(errors(plain) == errors(ranked));
    run.evaluation.ranking_points_per_decade = 0;
    run.evaluation.test_every = 40;  // the last round is one of these
    const Data binary = random_split({.rows = 150, .features = 6, .classes = 2});
    Recording seldom;
    make(run, binary)->train(seldom);
    CHECK(rounds_with_auc(seldom, Part::test) == std::vector<std::size_t>{200});
}

TEST_CASE("a data set's own validation part serves patience and is not held out a second time",
          "[boosting]") {
    const Data data = random_split({.rows = 150, .features = 4, .classes = 2}, 80);
    auto parts = std::make_shared<data::BinnedSplit>(*data);
    parts->validation = data->test;
    parts->validation_labels = data->test_labels;
    auto run = recipe(30);
    run.evaluation.patience = 1000;
    Recording recorded;
    make(run, parts)->train(recorded);
    CHECK(rounds_with_auc(recorded, Part::validation) == std::vector<std::size_t>{30});
    run.evaluation.validation_fraction = 0.3;
    CHECK_THROWS_WITH(make(run, parts), Catch::Contains("validation part of its own"));
}
