/// What is saved of a run predicts as the run evaluated, and held out rows stop it.
#include "boosting/factory/saved_model.hpp"
#include "boosting/holdout.hpp"
#include "boosting/mh/adaboost_data.hpp"
#include "boosting/mh/evaluator.hpp"
#include "boosting/model_header.hpp"

#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::Part;

TEST_CASE("A saved model's scores are the plain sum of its votes and what the evaluator has",
          "[boosting][model]") {
    for (const learners::LearnerOptions& learner : {learners::LearnerOptions{learners::StumpOptions{}},
                                                    learners::LearnerOptions{learners::ProductOptions{}},
                                                    learners::LearnerOptions{learners::TreeOptions{}}})
        for (const std::size_t classes : {2, 3, 40, 65}) {
            const Data data = random_split({150, 10, classes, false, classes}, 70);
            const auto booster = make(recipe(45, learner), data);
            Recording recorded;
            booster->train(recorded);
            const Archive model = model_of(*booster);
            const Matrix<double> scores = boosting::predict_scores(model, data->test);
            const learners::Ensemble ensemble = ensemble_of(*booster);
            const auto plain = reference::scores_of(ensemble, ensemble.size(), data->test);
            boosting::Evaluator evaluator(data->test, data->test_labels, true, boosting::TieRule::error);
            std::vector<boosting::Losses> losses;
            evaluator.advance(ensemble, ensemble.size(), false, losses);
            const Matrix<double> evaluated = evaluator.scores();
            const std::size_t labels = data->test_labels.classes;
            REQUIRE(scores.rows() == 70);
            REQUIRE(scores.columns() == labels);
            for (std::size_t i = 0; i < 70; ++i)
                for (std::size_t l = 0; l < labels; ++l) {
                    CHECK(scores(i, l) == Approx(plain[i * labels + l]).margin(1e-9));
                    CHECK(evaluated(i, l) == Approx(scores(i, l)).epsilon(1e-5).margin(1e-5));
                }
            REQUIRE(!recorded.evaluations.empty());
            CHECK(recorded.evaluations.back().one_error == losses.back().one_error);
        }
}

TEST_CASE("A model's header says what a row must look like", "[boosting][model]") {
    const Data data = random_split({100, 10, 3, false, 4});
    const auto booster = make(recipe(3), data);
    Recording recorded;
    booster->train(recorded);
    const boosting::ModelHeader header = boosting::load_model_header(model_of(*booster));
    CHECK(header.booster == "adaboost_mh");
    CHECK(header.feature_names == data->feature_names);
    CHECK(header.class_names == data->train_labels.class_names);
    CHECK_FALSE(header.multi_label);
    REQUIRE(header.cuts.size() == data->cuts.size());
    for (std::size_t j = 0; j < header.cuts.size(); ++j) {
        CHECK(header.cuts[j].cuts == data->cuts[j].cuts);
        CHECK(header.cuts[j].has_missing == data->cuts[j].has_missing);
    }
}

TEST_CASE("A model keeps the cuts that its splits use, in order, and its splits find them again",
          "[boosting][model]") {
    const Data data = random_split({100, 10, 3, false, 4});
    const auto booster = make(recipe(12), data);
    Recording recorded;
    booster->train(recorded);
    Archive model = model_of(*booster);
    const auto features = model.get<std::uint32_t>("ensemble/feature");
    const auto before = model.get<std::uint32_t>("ensemble/threshold");
    boosting::keep_used_cuts(model);
    const auto after = model.get<std::uint32_t>("ensemble/threshold");
    const boosting::ModelHeader header = boosting::load_model_header(model);
    std::set<std::pair<std::uint32_t, std::uint32_t>> used;
    std::size_t kept = 0, split_by_value = 0;
    for (std::size_t i = 0; i < features.size(); ++i) {
        const std::vector<float>& whole = data->cuts[features[i]].cuts;
        if (before[i] > whole.size()) continue;  // parts off the missing values
        ++split_by_value;
        used.insert({features[i], before[i]});
        CHECK(header.cuts[features[i]].cuts.at(after[i] - 1) == whole[before[i] - 1]);
    }
    for (const data::BinCuts& column : header.cuts)
        kept += column.cuts.size();
    CHECK(split_by_value > 0);
    CHECK(kept == used.size());
}

TEST_CASE("A model that does not fit itself or the rows is refused", "[boosting][model]") {
    const Data data = random_split({100, 10, 3, false, 4});
    const auto booster = make(recipe(5), data);
    Recording recorded;
    booster->train(recorded);
    Archive model = model_of(*booster);
    data::BinnedMatrix narrow;
    narrow.rows = 3;
    CHECK_THROWS_AS(boosting::predict_scores(model, narrow), DataError);
    Archive broken = model;
    broken.put("ensemble/alpha", std::vector<double>{1});
    CHECK_THROWS_AS(boosting::predict_scores(broken, data->test), DataError);
    broken = model;
    std::vector<double> alphas = model.get<double>("ensemble/alpha");
    alphas[2] = 1e7;
    broken.put("ensemble/alpha", alphas);
    CHECK_THROWS_WITH(boosting::predict_scores(broken, data->test), Catch::Contains("of round 3 are not"));
    broken = model;
    broken.put("has_missing", std::vector<std::uint8_t>{0});
    CHECK_THROWS_AS(boosting::load_model_header(broken), DataError);
    CHECK_THROWS_AS(boosting::predict_scores(Archive{}, data->test), DataError);
}

TEST_CASE("A forged model is refused: rounds, thresholds and cuts that there cannot be",
          "[boosting][model]") {
    const Data data = random_split({100, 10, 3, false, 4});
    const auto booster = make(recipe(5), data);
    Recording recorded;
    booster->train(recorded);
    const Archive model = model_of(*booster);
    CHECK_NOTHROW(boosting::load_model_header(model));
    Archive forged = model;
    forged.put_scalar("best_round", std::uint64_t{1} << 40);
    CHECK_THROWS_WITH(boosting::predict_scores(forged, data->test), Catch::Contains("best round"));
    CHECK_THROWS_WITH(boosting::feature_importances(forged), Catch::Contains("best round"));
    forged.put_scalar("best_round", std::uint64_t{6});
    CHECK_THROWS_AS(boosting::predict_scores(forged, data->test), DataError);
    forged.put_scalar("best_round", std::uint64_t{5});
    CHECK_NOTHROW(boosting::predict_scores(forged, data->test));
    forged = model;
    std::vector<std::uint32_t> thresholds = model.get<std::uint32_t>("ensemble/threshold");
    const std::uint32_t feature = model.get<std::uint32_t>("ensemble/feature")[1];
    const auto cuts = static_cast<std::uint32_t>(data->cuts[feature].cuts.size());
    thresholds[1] = cuts + 1;  // the missing bin
    forged.put("ensemble/threshold", thresholds);
    CHECK_NOTHROW(boosting::load_model_header(forged));
    thresholds[1] = cuts + 2;
    forged.put("ensemble/threshold", thresholds);
    CHECK_THROWS_WITH(boosting::load_model_header(forged), Catch::Contains("beyond its cuts"));
    for (const float cut : {std::numeric_limits<float>::quiet_NaN(), 1e30F}) {
        forged = model;
        std::vector<float> values = model.get<float>("cuts");
        values.front() = cut;
        forged.put("cuts", values);
        CHECK_THROWS_WITH(boosting::load_model_header(forged), Catch::Contains("no ascending numbers"));
    }
}

TEST_CASE("Held out rows and training rows make up all rows, seeded", "[boosting][holdout]") {
    const Data data = random_split({200, 10, 3, false, 6});
    const auto held = boosting::hold_out(*data, 0.25, 1);
    CHECK(held->train.rows == 150);
    CHECK(held->validation.rows == 50);
    CHECK(held->test.rows == data->test.rows);
    CHECK(held->validation_labels.rows == 50);
    // Column 1 has seven values, none of which the rows left lack: its codes stay.
    std::multiset<std::uint32_t> before, after;
    for (std::size_t i = 0; i < 200; ++i)
        before.insert(data->train.columns[1].at(i));
    for (std::size_t i = 0; i < 150; ++i)
        after.insert(held->train.columns[1].at(i));
    for (std::size_t i = 0; i < 50; ++i)
        after.insert(held->validation.columns[1].at(i));
    CHECK(before == after);
    const auto again = boosting::hold_out(*data, 0.25, 1), other = boosting::hold_out(*data, 0.25, 2);
    CHECK(again->validation_labels.y == held->validation_labels.y);
    CHECK(other->validation.columns[0].codes != held->validation.columns[0].codes);
    CHECK_THROWS_AS(boosting::hold_out(*data, 0.001, 1), UsageError);
    CHECK_THROWS_AS(boosting::hold_out(*data, 0.999, 1), UsageError);
}

TEST_CASE("After holding out, every threshold still parts training rows, and codes follow the cuts",
          "[boosting][holdout]") {
    const data::Dataset set = reference::random_dataset({300, 10, 3, false, 6});
    const Data data = reference::binned(set, set);
    const auto held = boosting::hold_out(*data, 0.5, 4);
    for (std::size_t j = 0; j < 10; ++j) {
        const data::BinnedColumn& train = held->train.columns[j];
        std::set<std::uint32_t> codes;
        for (std::size_t i = 0; i < train.rows(); ++i)
            codes.insert(train.at(i));
        if (j % 10 != 7) CHECK(codes.size() == train.bin_count);  // 7: all values are missing
        CHECK(held->cuts[j].bin_count() == train.bin_count);
        for (std::size_t i = 0; i < set.rows(); ++i)
            REQUIRE(held->test.columns[j].at(i) == held->cuts[j].code(set.columns[j].at(i)));
    }
}

TEST_CASE("Holding out stores codes in the fewest bytes that hold them: one up to 256 bins, two up to 65536",
          "[boosting][holdout]") {
    // Every row has a value of its own, so that the rows left have as many bins.
    for (const std::uint32_t left : {256U, 257U, 65536U, 65537U}) {
        const std::uint32_t rows = 2 * left;
        std::vector<std::uint32_t> codes(rows);
        std::vector<float> cuts;
        std::vector<std::int32_t> truth;
        for (std::uint32_t i = 0; i < rows; ++i) {
            codes[i] = i;
            if (i > 0) cuts.push_back(static_cast<float>(i));
            truth.push_back(i % 2 == 0 ? 1 : 0);
        }
        data::BinnedSplit whole;
        whole.feature_names = {"x"};
        whole.cuts = {{std::move(cuts), false}};
        whole.levels.resize(1);
        whole.train.rows = rows;
        whole.train.columns.resize(1);
        whole.train.columns[0].codes = std::move(codes);
        whole.train.columns[0].bin_count = rows;
        whole.train.columns[0].find_frequent_bin();
        whole.train_labels = data::Labels::from_classes(std::move(truth), {"minus", "plus"});
        const auto held = boosting::hold_out(whole, 0.5, 1);
        const data::BinnedColumn& column = held->train.columns[0];
        CAPTURE(left);
        CHECK(column.bin_count == left);
        CHECK(column.codes.index() == (left <= 256 ? 0U : left <= 65536 ? 1U : 2U));
        CHECK(column.at(left - 1) == left - 1);
    }
}

TEST_CASE("Trees on rows held out of useless columns go on under uniform weights", "[boosting][holdout]") {
    Rng rng(1);
    data::Dataset set;
    for (int j = 0; j < 3; ++j) {
        std::vector<float> values(1200);
        for (float& value : values)
            value = static_cast<float>(rng.below(30) * rng.below(2));
        values[0] = -5;  // values of one row each: held out, their bins are empty
        values[1] = 99;
        set.columns.push_back({"x", data::ColumnKind::numeric, {}, std::move(values)});
    }
    std::vector<std::int32_t> truth(1200);
    for (std::int32_t& k : truth)
        k = static_cast<std::int32_t>(rng.below(5));
    set.labels = data::Labels::from_classes(std::move(truth), reference::class_names(5));
    const Data data = reference::binned(std::move(set));
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        boosting::Recipe run = recipe(10, learners::TreeOptions{}, {}, seed);
        run.evaluation.validation_fraction = 0.5;
        std::get<boosting::AdaBoostMhOptions>(run.booster).weights = boosting::InitialWeights::uniform;
        Recording recorded;
        CHECK(make(run, data)->train(recorded) == boosting::StopReason::rounds_done);
    }
}

TEST_CASE("Training stops `patience` rounds after the best validation error, and the model ends at the best",
          "[boosting][holdout]") {
    boosting::Recipe run = recipe(500, learners::TreeOptions{});
    run.evaluation.validation_fraction = 0.3;
    run.evaluation.patience = 15;
    const Data data = random_split({300, 10, 3, false, 8});
    const auto booster = make(run, data);
    Recording recorded;
    REQUIRE(booster->train(recorded) == boosting::StopReason::early_stopping);
    std::size_t best_round = 0, seen = 0;
    double best = 2;
    for (const auto& e : recorded.evaluations) {
        if (e.part != Part::validation) continue;
        CHECK(e.round == ++seen);
        if (e.one_error < best) {
            best = e.one_error;
            best_round = e.round;
        }
    }
    CHECK(seen == recorded.rounds.size());
    CHECK(recorded.rounds.size() == best_round + 15);
    const Archive model = model_of(*booster);
    CHECK(model.get_scalar<std::uint64_t>("best_round") == best_round);
    const auto held = boosting::hold_out(*data, 0.3, run.seed);
    const Matrix<double> scores = boosting::predict_scores(model, held->validation);
    const std::vector<double> flat(scores.data(), scores.data() + scores.size());
    CHECK(reference::one_error(flat, held->validation_labels, boosting::TieRule::error) ==
          Approx(best).margin(1e-9));
}

TEST_CASE("Every round is reported once, in order, and every test round too", "[boosting]") {
    boosting::Recipe run = recipe(150);
    const Data data = random_split({100, 10, 3, false, 4});
    Recording recorded;
    make(run, data)->train(recorded);
    std::vector<std::size_t> test_rounds, train_rounds;
    for (const auto& e : recorded.evaluations)
        (e.part == Part::test ? test_rounds : train_rounds).push_back(e.round);
    REQUIRE(test_rounds.size() == 150);
    for (std::size_t t = 0; t < 150; ++t) {
        CHECK(test_rounds[t] == t + 1);
        CHECK(recorded.rounds[t].round == t + 1);
    }
    CHECK(train_rounds.front() == 1);
    CHECK(train_rounds.back() == 150);
    CHECK(train_rounds.size() < 25);
    run.evaluation.test_every = 40;
    Recording sparse;
    make(run, data)->train(sparse);
    test_rounds.clear();
    for (const auto& e : sparse.evaluations)
        if (e.part == Part::test) test_rounds.push_back(e.round);
    CHECK(test_rounds == std::vector<std::size_t>{40, 80, 120, 150});
}
