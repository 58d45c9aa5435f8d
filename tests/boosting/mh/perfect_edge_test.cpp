#include "boosting/mh/adaboost_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::StopReason;

namespace {

/// One column that separates two classes of `rows` rows but for `wrong` rows of the second class.
Data nearly_separable(std::size_t rows, std::size_t wrong) {
    data::Dataset set;
    std::vector<float> x(rows);
    std::vector<std::int32_t> truth(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        truth[i] = i >= rows / 2 ? 1 : 0;
        x[i] = i >= rows / 2 + wrong ? 1.0F : 0.0F;
    }
    set.columns.push_back({"x", data::ColumnKind::numeric, {}, std::move(x)});
    set.labels = data::Labels::from_classes(std::move(truth), {"minus", "plus"});
    return reference::binned(set, set.subset({}));
}

}  // namespace

TEST_CASE("training ends where no weight is left on an error, and only there") {
    Recording perfect, near;
    CHECK(make(recipe(5), nearly_separable(64, 0))->train(perfect) == StopReason::perfect_edge);
    CHECK(perfect.rounds.size() == 1);
    // One error in 2^20 rows: the edge is 1 - 2^-19, far from 1 for the rule.
    CHECK(make(recipe(1), nearly_separable(1U << 20U, 1))->train(near) == StopReason::rounds_done);
    CHECK(near.rounds.front().edge == Approx(1 - std::ldexp(1.0, -19)).epsilon(1e-9));
}

TEST_CASE("an edge of 1 - 6e-8 does not end the training") {
    // Column j is the label but for row j. AdaBoost takes one column after the other: its error is the weight
    // of a row that all before were right on, half of what it was a round earlier.
    constexpr std::size_t kRows = 1U << 14U, kColumns = 13;
    data::Dataset set;
    std::vector<std::int32_t> truth(kRows);
    for (std::size_t i = 0; i < kRows; ++i)
        truth[i] = i % 2 == 0 ? 1 : 0;
    for (std::size_t j = 0; j < kColumns; ++j) {
        std::vector<float> x(truth.begin(), truth.end());
        x[j] = 1 - x[j];
        set.columns.push_back({"x" + std::to_string(j), data::ColumnKind::numeric, {}, std::move(x)});
    }
    set.labels = data::Labels::from_classes(std::move(truth), {"minus", "plus"});
    Recording near;
    CHECK(make(recipe(kColumns), reference::binned(set, set.subset({})))->train(near) ==
          StopReason::rounds_done);
    REQUIRE(near.rounds.size() == kColumns);
    CHECK(near.rounds.back().edge > 1 - 1e-7);
    CHECK(near.rounds.back().edge < 1 - 1e-8);
}
