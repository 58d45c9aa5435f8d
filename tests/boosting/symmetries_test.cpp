/// What must not matter does not: the order of columns, and rows that come twice.
#include "boosting/gradient/model.hpp"
#include "boosting/mh/adaboost_data.hpp"
#include "core/rng.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;

namespace {

/// Columns without a tie in them or between them, classes by their sums and some noise.
data::Dataset untied(std::size_t rows, std::size_t features, std::int32_t classes) {
    Rng rng(11, "untied");
    data::Dataset set;
    std::vector<std::int32_t> truth(rows);
    std::vector<std::vector<float>> columns(features, std::vector<float>(rows));
    for (std::size_t i = 0; i < rows; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < features; ++j)
            sum += (columns[j][i] = static_cast<float>(rng.uniform())) / static_cast<double>(j + 1);
        truth[i] = std::clamp(static_cast<std::int32_t>(sum + rng.uniform() - 0.5), 0, classes - 1);
    }
    for (std::size_t j = 0; j < features; ++j)
        set.columns.push_back(
            {"x" + std::to_string(j), data::ColumnKind::numeric, {}, std::move(columns[j])});
    set.labels = data::Labels::from_classes(std::move(truth),
                                            reference::class_names(static_cast<std::size_t>(classes)));
    return set;
}

Archive model_on(const data::Dataset& set, const boosting::Recipe& recipe) {
    const auto booster = make(recipe, reference::binned(set));
    Recording recorded;
    booster->train(recorded);
    REQUIRE(recorded.rounds.size() == 25);
    return model_of(*booster);
}

/// Small: in nodes of few rows columns tie that part these in the same way.
std::vector<boosting::Recipe> some_recipes() {
    learners::RegressionTreeOptions leaves;
    leaves.leaves = 2;
    boosting::LogitboostOptions logitboost;
    logitboost.rounds = 25;
    learners::TreeOptions tree;
    tree.size = 2;
    return {recipe(25, learners::StumpOptions{}), recipe(25, tree),
            boosting::Recipe{logitboost, leaves, {}, {}, 3}};
}

/// The features of a model's splits, a leaf's negative one, as whole numbers.
std::vector<std::int64_t> features_of(const Archive& model) {
    std::vector<std::int64_t> features;
    for (const auto& [name, array] : model.arrays())
        if (name.starts_with("ensemble/") && name.ends_with("feature"))
            std::visit(
                [&](const auto& values) {
                    if constexpr (std::is_integral_v<typename std::decay_t<decltype(values)>::value_type>)
                        for (const auto value : values)
                            features.push_back(static_cast<std::int64_t>(value));
                },
                array.values);
    return features;
}

}  // namespace

TEST_CASE("The order of columns names them otherwise and changes nothing else in a model", "[boosting]") {
    const data::Dataset set = untied(240, 7, 3);
    data::Dataset turned = set;
    std::ranges::reverse(turned.columns);
    for (const boosting::Recipe& recipe : some_recipes()) {
        const Archive model = model_on(set, recipe), other = model_on(turned, recipe);
        std::vector<std::int64_t> renamed = features_of(model);
        REQUIRE(std::ranges::any_of(renamed, [](std::int64_t feature) { return feature > 0; }));
        for (std::int64_t& feature : renamed)
            if (feature >= 0) feature = 6 - feature;
        CHECK(features_of(other) == renamed);
        for (const auto& [name, array] : model.arrays())
            if (name.starts_with("ensemble/") && !name.ends_with("feature")) {
                CAPTURE(name);
                CHECK(other.find(name) == array);
            }
    }
}

TEST_CASE("Rows that all come twice weigh as much as before: the same splits, votes within rounding",
          "[boosting]") {
    const data::Dataset set = untied(160, 6, 2);
    std::vector<std::uint32_t> twice;
    for (std::uint32_t i = 0; i < 160; ++i)
        twice.insert(twice.end(), {i, i});
    const data::Dataset doubled = set.subset(twice);
    for (const boosting::Recipe& recipe : {some_recipes()[0], some_recipes()[1]}) {
        const Archive model = model_on(set, recipe), other = model_on(doubled, recipe);
        CHECK(features_of(other) == features_of(model));
        CHECK(other.find("ensemble/threshold") == model.find("ensemble/threshold"));
        const auto &alpha = model.get<double>("ensemble/alpha"), &same = other.get<double>("ensemble/alpha");
        REQUIRE(alpha.size() == same.size());
        for (std::size_t t = 0; t < alpha.size(); ++t)
            CHECK(same[t] == Approx(alpha[t]).epsilon(1e-4));
    }
}
