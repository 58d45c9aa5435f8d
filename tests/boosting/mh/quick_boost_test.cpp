/// Quick Boost against FULL: the same model, bit for bit, from fewer values.
#include "boosting/mh/adaboost_data.hpp"
#include "data/load/load.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;
using namespace reboost::testing;

namespace {

learners::LearnerOptions tree_of(std::int64_t leaves) {
    learners::TreeOptions options;
    options.size = leaves;
    return options;
}

const std::vector<learners::LearnerOptions> kQuickLearners{learners::StumpOptions{},
                                                           learners::ProductOptions{3, 0, {}}, tree_of(8)};

Data generated(const std::string& name, std::int64_t rows) {
    data::DatasetSpec spec;
    spec.name = name;
    spec.rows = rows, spec.test_rows = 100;
    return std::make_shared<const data::BinnedSplit>(data::load_binned(spec, {"/nonexistent"}, {}));
}

/// Every column twice and one of them three times: their edges tie exactly.
Data with_copies() {
    data::Dataset set = reference::random_dataset({.rows = 500, .features = 6, .classes = 4});
    const auto columns = set.columns;
    for (const data::Column& column : columns)
        set.columns.push_back(column);
    set.columns.push_back(columns[2]);
    return reference::binned(set);
}

struct Case {
    const char* what;
    Data data;
};
std::vector<Case> cases() {
    return {
        {"two classes as one label", generated("twonorm", 700)},
        {"three classes, many values", generated("waveform", 900)},
        {"columns that tie", with_copies()},
        {"many classes", random_split({.rows = 600, .features = 12, .classes = 20})},
        {"classes in two chunks", random_split({.rows = 400, .features = 7, .classes = 70})},
        {"more rows than a float sum may have", random_split({.rows = 40000, .features = 5, .classes = 3})}};
}

std::int64_t rounds_on(const Data& data) {
    return data->train.rows > 10000 ? 25 : 150;
}

}  // namespace

TEST_CASE("Quick Boost's model is FULL's, bit for bit, on six sets for three learners") {
    for (const auto& [what, data] : cases())
        for (const learners::LearnerOptions& learner : kQuickLearners) {
            INFO(what << ", learner " << learner.index());
            Recording plain, quick;
            const auto a = make(recipe(rounds_on(data), learner, selectors::SelectorOptions("full")), data);
            const auto b =
                make(recipe(rounds_on(data), learner, selectors::SelectorOptions("quick_boost")), data);
            CHECK(a->train(plain) == b->train(quick));
            CHECK(plain.rounds.size() == quick.rounds.size());
            CHECK(model_of(*a) == model_of(*b));
        }
}

TEST_CASE("once weights are uneven, Quick Boost reads fewer values than FULL; where it cannot, hardly more") {
    const auto share = [](const Data& data, const learners::LearnerOptions& learner) {
        Recording plain, quick;
        make(recipe(400, learner, selectors::SelectorOptions("full")), data)->train(plain);
        make(recipe(400, learner, selectors::SelectorOptions("quick_boost")), data)->train(quick);
        return static_cast<double>(quick.rounds.back().work) / static_cast<double>(plain.rounds.back().work);
    };
    const Data even = generated("waveform", 1000), uneven = generated("twonorm", 1000);
    for (const learners::LearnerOptions& learner : kQuickLearners) {
        INFO("learner " << learner.index());
        CHECK(share(uneven, learner) < (learner.index() == 2 ? 1.0 : 0.8));
        CHECK(share(even, learner) < 1.1);
    }
}

TEST_CASE("Quick Boost stops where no column can be cut") {
    data::Dataset set;
    set.columns.push_back({"x", data::ColumnKind::numeric, {}, std::vector<float>{1, 1, 1, 1}});
    set.labels = data::Labels::from_classes({0, 1, 0, 1}, reference::class_names(2));
    Recording heard;
    const auto booster =
        make(recipe(5, {}, selectors::SelectorOptions("quick_boost")), reference::binned(set));
    CHECK(booster->train(heard) == StopReason::no_edge);
}

TEST_CASE("selectors that choose rows are for AdaBoost.MH with all rows") {
    const Data data = random_split({.rows = 100});
    Recipe trimmed = recipe(5, {}, selectors::SelectorOptions("quick_boost"));
    std::get<AdaBoostMhOptions>(trimmed.booster).rows = selectors::WeightTrimmingOptions{0.9};
    CHECK_THROWS_WITH(make(trimmed, data), Catch::Contains("rows must be all"));
    Recipe gradient = recipe(5, learners::RegressionTreeOptions{}, selectors::SelectorOptions("quick_boost"));
    gradient.booster = MartOptions{};
    CHECK_THROWS_WITH(make(gradient, data), Catch::Contains("booster adaboost_mh"));
}
