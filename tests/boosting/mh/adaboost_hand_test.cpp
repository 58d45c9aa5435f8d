/// Small tables whose rounds are computed by hand, and the edges of what AdaBoost.MH may meet.
#include "boosting/factory/saved_model.hpp"
#include "boosting/mh/adaboost_data.hpp"
#include "learners/mh/weights.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::StopReason;

namespace {

data::Dataset table(std::vector<std::vector<float>> columns, std::vector<std::int32_t> classes,
                    std::size_t count) {
    data::Dataset set;
    for (std::size_t j = 0; j < columns.size(); ++j)
        set.columns.push_back(
            {"x" + std::to_string(j), data::ColumnKind::numeric, {}, std::move(columns[j])});
    set.labels = data::Labels::from_classes(std::move(classes), reference::class_names(count));
    return set;
}

std::vector<float> weights_after(const Data& data, std::size_t rounds) {
    const auto booster = make(recipe(static_cast<std::int64_t>(rounds)), data);
    Recording recorded;
    booster->train(recorded);
    return state_of(*booster).get<float>("weights");
}

}  // namespace

TEST_CASE("Two rounds on six rows are those computed by hand", "[boosting]") {
    // y = + + − + − −, x = 1..6. Round 1: of the cuts, 2|3 errs on row 4 alone (as 4|5 errs on row 3): γ =
    // 4/6, the lowest threshold first if sums are exact; eighths keep them exact, so two rows more: + + + − +
    // − − −.
    const Data data = reference::binned(table({{1, 2, 3, 4, 5, 6, 7, 8}}, {1, 1, 1, 0, 1, 0, 0, 0}, 2));
    const auto booster = make(recipe(2), data);
    Recording recorded;
    CHECK(booster->train(recorded) == StopReason::rounds_done);
    REQUIRE(recorded.rounds.size() == 2);
    // Cut 3|4 errs on row 5 only: γ = 6/8, α = ½ ln 7, Z = √(1 − 9/16) = √7/4.
    CHECK(recorded.rounds[0].edge == 0.75);
    CHECK(recorded.rounds[0].alpha == Approx(0.5 * std::log(7)));
    CHECK(recorded.rounds[0].log_exponential_loss == Approx(0.5 * std::log(7.0 / 16)));
    CHECK(recorded.rounds[0].feature == 0);
    // Then row 5 weighs 1/2, the others 1/14. Cut 5|6 errs on row 4 only: γ = 1 − 2/14.
    CHECK(recorded.rounds[1].edge == Approx(6.0 / 7).epsilon(1e-6));
    const learners::Ensemble ensemble = ensemble_of(*booster);
    CHECK(ensemble[0].splits[0] == learners::Split{0, 3});
    CHECK(ensemble[1].splits[0] == learners::Split{0, 5});
    const std::vector<float> weights = weights_after(data, 1);
    for (std::size_t i = 0; i < 8; ++i)
        CHECK(std::abs(weights[i]) == Approx(i == 4 ? 0.5 : 1.0 / 14).epsilon(1e-6));
}

TEST_CASE("Initial weights give each row 1/n and each side of its labels half", "[boosting]") {
    const data::Labels labels =
        data::Labels::multi_label({1, 1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1}, {"a", "b", "c", "d"});
    const auto is = [](const learners::InitialWeights& weights, double positive, double negative) {
        CHECK(weights.positive == Approx(positive));
        CHECK(weights.negative == Approx(negative));
    };
    // Two labels of each sign; all labels of one sign.
    is(learners::initial_weights(labels, true, 0), 1.0 / 12, 1.0 / 12);
    is(learners::initial_weights(labels, true, 1), 1.0 / 12, 0);
    is(learners::initial_weights(labels, true, 2), 0, 1.0 / 12);
    is(learners::initial_weights(labels, false, 0), 1.0 / 12, 1.0 / 12);
    // One positive among four (kdd2009 eq. 2): 1/(2n) and 1/(2n(K−1)).
    const data::Labels one = data::Labels::from_classes({2, 0}, {"a", "b", "c", "d"});
    is(learners::initial_weights(one, true, 0), 0.25, 0.25 / 3);
    // Binary: 1/n each.
    const data::Labels binary = data::Labels::from_classes({0, 1, 1, 1}, {"no", "yes"});
    is(learners::initial_weights(binary, true, 0), 0, 0.25);
    is(learners::initial_weights(binary, true, 1), 0.25, 0);
    for (const data::Labels& any : {labels, one, binary})
        for (const bool is_balanced : {false, true}) {
            const auto plain = reference::initial_weights(any, is_balanced);
            for (std::size_t i = 0; i < any.rows; ++i)
                for (std::size_t l = 0; l < any.classes; ++l) {
                    const auto [positive, negative] = learners::initial_weights(any, is_balanced, i);
                    CHECK((any.at(i, l) > 0 ? positive : -negative) ==
                          Approx(plain.values[i * any.classes + l]));
                }
        }
}

TEST_CASE("A perfect edge stops training with a capped alpha", "[boosting]") {
    const Data data = reference::binned(table({{1, 2, 3, 4}}, {0, 0, 1, 1}, 2));
    boosting::Recipe capped = recipe(10);
    std::get<boosting::AdaBoostMhOptions>(capped.booster).max_alpha = 3;
    const auto booster = make(capped, data);
    Recording recorded;
    CHECK(booster->train(recorded) == StopReason::perfect_edge);
    REQUIRE(recorded.rounds.size() == 1);
    CHECK(recorded.rounds[0].edge == 1);
    CHECK(recorded.rounds[0].alpha == 3);
    CHECK(recorded.rounds[0].log_exponential_loss == Approx(-3));
    REQUIRE(recorded.evaluations.size() == 1);
    CHECK(recorded.evaluations[0].one_error == 0);
    // So does one whose e^α is no float, and e^−α none either.
    std::get<boosting::AdaBoostMhOptions>(capped.booster).max_alpha = 1000;
    Recording large;
    CHECK(make(capped, data)->train(large) == StopReason::perfect_edge);
    CHECK(large.rounds[0].alpha == 1000);
    CHECK(large.rounds[0].log_exponential_loss == -1000);
    // Smoothed, α stays finite by itself: ½ ln((1 + s)/s), s = 0.01/n.
    std::get<boosting::AdaBoostMhOptions>(capped.booster) = {
        {}, 10, boosting::InitialWeights::balanced, 0.01, 20};
    Recording smoothed;
    CHECK(make(capped, data)->train(smoothed) == StopReason::perfect_edge);
    CHECK(smoothed.rounds[0].alpha == Approx(0.5 * std::log(1.0025 / 0.0025)));
}

TEST_CASE("A tree's leaf is not split where a cut is worth no more than a constant", "[boosting]") {
    // Eighths: the root cuts 2|3, with edge 6/8. Below it the cut 1|2 has one side of sum 0, and so exactly
    // the constant's edge, 2/8.
    const Data data = reference::binned(table({{1, 1, 2, 2, 3, 3, 3, 3}}, {1, 0, 1, 1, 0, 0, 0, 0}, 2));
    learners::TreeOptions tree;
    tree.size = 4;
    const auto booster = make(recipe(1, tree), data);
    Recording recorded;
    booster->train(recorded);
    REQUIRE(ensemble_of(*booster)[0].splits.size() == 1);
    CHECK(ensemble_of(*booster)[0].splits[0] == learners::Split{0, 2});
}

TEST_CASE("Constant columns: FULL stops for want of an edge, RANDOM adds nothing and goes on", "[boosting]") {
    const Data constant = reference::binned(table({{1, 1, 1}, {2, 2, 2}}, {0, 1, 1}, 2));
    Recording full;
    const auto stopped = make(recipe(5), constant);
    CHECK(stopped->train(full) == StopReason::no_edge);
    CHECK(full.rounds.empty());
    CHECK(stopped->rounds_trained() == 0);

    Recording random;
    const auto booster = make(recipe(5, {}, selectors::SelectorOptions("random", {{"k", 1}})), constant);
    CHECK(booster->train(random) == StopReason::rounds_done);
    REQUIRE(random.rounds.size() == 5);
    for (const auto& round : random.rounds) {
        CHECK(round.edge == 0);
        CHECK(round.alpha == 0);
        CHECK(round.log_exponential_loss == 0);
        CHECK(round.feature == -1);
    }
    const Matrix<double> scores = boosting::predict_scores(model_of(*booster), constant->train);
    for (std::size_t i = 0; i < scores.rows(); ++i)
        CHECK(scores(i, 0) == 0);
}

TEST_CASE("A column without a value beside useful ones is never chosen, for any number of classes",
          "[boosting]") {
    const std::size_t classes = GENERATE(2, 3, 40, 65, 130);
    data::Dataset set = reference::random_dataset({300, 10, classes, false, 2});
    const Data data = reference::binned(set);
    for (const learners::LearnerOptions& learner : {learners::LearnerOptions{learners::StumpOptions{}},
                                                    learners::LearnerOptions{learners::TreeOptions{}}}) {
        boosting::Recipe uniform = recipe(8, learner);
        std::get<boosting::AdaBoostMhOptions>(uniform.booster).weights = boosting::InitialWeights::uniform;
        const auto booster = make(uniform, data);
        Recording recorded;
        CHECK(booster->train(recorded) == StopReason::rounds_done);
        const learners::Ensemble ensemble = ensemble_of(*booster);
        for (std::size_t t = 0; t < ensemble.size(); ++t)
            for (const learners::Split& split : ensemble[t].splits)
                CHECK(split.feature != 7);  // all_missing
    }
}

TEST_CASE("What does not fit is refused with a word on why", "[boosting]") {
    const Data data = random_split({60, 4, 3, false, 1});
    CHECK_THROWS_AS(make(recipe(5, {}, selectors::SelectorOptions("random", {{"k", 5}})), data), UsageError);
    boosting::Recipe patient = recipe(5);
    patient.evaluation.patience = 3;
    CHECK_THROWS_WITH(make(patient, data), Catch::Contains("validation_fraction"));
    CHECK_THROWS_AS(make(recipe(5), reference::binned(data::Dataset{})), UsageError);
}
