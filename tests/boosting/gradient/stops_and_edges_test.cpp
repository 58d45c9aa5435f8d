/// When a gradient booster stops for want of an edge, and what the edge of a round is.
#include "boosting/gradient/gradient_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::StopReason;

namespace {

/// Three classes of four rows each; `informative`: the column separates them, else it is constant.
data::Dataset three_classes(bool informative) {
    std::vector<float> x;
    std::vector<std::int32_t> truth;
    for (std::int32_t k = 0; k < 3; ++k)
        for (int i = 0; i < 4; ++i) {
            x.push_back(informative ? static_cast<float>(k) : 1.0F);
            truth.push_back(k);
        }
    return dataset({x}, truth, 3);
}

}  // namespace

TEST_CASE("gradient boosters stop where no tree splits and the loss stays") {
    const auto data = binned(three_classes(false));
    for (const boosting::BoosterOptions& method :
         {boosting::BoosterOptions{boosting::MartOptions{rounds(9)}},
          boosting::BoosterOptions{boosting::LogitboostOptions{rounds(9)}},
          boosting::BoosterOptions{
              boosting::AbcMartOptions{abc(9, selectors::BaseClassOptions("fixed", {{"base", 0}}))}}}) {
        Recorder recorder;
        CHECK(make(recipe(method), data)->train(recorder) == StopReason::no_edge);
        CHECK(recorder.rounds.size() == 1);
    }
}

TEST_CASE("the edge of a round is the root of the mean share explained, over K trees or K - 1") {
    // Each tree separates the classes, so it explains its gradients whole: the mean share is 1.
    const auto data = binned(three_classes(true));
    for (const boosting::BoosterOptions& method :
         {boosting::BoosterOptions{boosting::MartOptions{rounds(1)}},
          boosting::BoosterOptions{
              boosting::AbcMartOptions{abc(1, selectors::BaseClassOptions("fixed", {{"base", 0}}))}}}) {
        auto spec = recipe(method, 3);
        Recorder recorder;
        make(spec, data)->train(recorder);
        CHECK(recorder.rounds.front().edge == Approx(1).epsilon(1e-9));
    }
}

TEST_CASE("a round without a split ends nothing where another query or another sample may find one") {
    const auto data = binned(three_classes(false));
    const boosting::MartOptions all_rows{rounds(9)};
    boosting::MartOptions some_rows = all_rows;
    some_rows.row_sampling = 0.5;
    Recorder queried, sampled;
    auto asking = recipe(all_rows);
    asking.selector = selectors::SelectorOptions("random", {{"k", 1}});
    CHECK(make(asking, data)->train(queried) == StopReason::rounds_done);
    CHECK(make(recipe(some_rows), data)->train(sampled) == StopReason::rounds_done);
    CHECK(queried.rounds.size() == 9);
    CHECK(sampled.rounds.size() == 9);
}
