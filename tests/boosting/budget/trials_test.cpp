#include "boosting/budget/trials.hpp"

#include "boosting/factory/factory.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "support/bin_split.hpp"
#include "support/budget_data.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;

namespace {

struct CountedTrials final : RoundObserver {
    std::size_t trials = 0, stop_after = 0;
    void on_round(const RoundRecord& record) override { trials = record.round; }
    void on_evaluation(const EvaluationRecord&) override {}
    bool interrupt() override { return trials == stop_after; }
};
/// A clock that stands still, so that curves can be compared whole.
struct StoppedClock final : Clock {
    double thread_cpu_seconds() const override { return 0; }
    double wall_seconds() const override { return 0; }
    double utc_seconds() const override { return 0; }
};
const StoppedClock kStopped;
const Resources kResources{std::make_shared<parallel::Team>(), &kStopped};

using SharedSplit = std::shared_ptr<const data::BinnedSplit>;
SharedSplit pool() {
    static const SharedSplit data =
        std::make_shared<data::BinnedSplit>(testing::random_budget_problem(21, 160, 8, 30));
    return data;
}

Recipe trials_of(BoosterOptions booster, std::int64_t count = 6) {
    std::visit(
        [&](auto& o) {
            if constexpr (requires { o.trials; }) o.trials = {count, 90, 60, 2, 20};
            if constexpr (requires { o.rounds; }) o.rounds = 40;
        },
        booster);
    Recipe recipe;
    recipe.booster = std::move(booster);
    recipe.dataset_seed = 5;
    return recipe;
}

Archive curves_of(const Booster& booster) {
    Archive curves;
    booster.save_curves(curves);
    return curves;
}

std::vector<BoosterOptions> every_booster() {
    return {AdaBoostRsOptions{},         AdaBoostBtOptions{},       AdaBoostBtGreedyOptions{},
            AdaBoostBtSmoothedOptions{}, AdaBoostBtHybridOptions{}, SpeedBoostOptions{},
            DecisionTreeOptions{}};
}

}  // namespace

TEST_CASE("grids of nodes are 2^k - 1 and 3 2^k - 1, up to the largest") {
    const std::vector<double> all{1, 3, 5, 7, 11, 15, 23, 31};
    for (std::int64_t most = 1; most <= 31; ++most) {
        std::vector<double> expected = all;
        std::erase_if(expected, [&](double nodes) { return nodes > static_cast<double>(most); });
        CHECK(node_grid(most) == expected);
    }
}

TEST_CASE("a trial's rows are distinct, of the numbers asked for, and the same for every algorithm") {
    const TrialOptions options{1, 90, 60, 2, 20};
    const SharedSplit one = draw_trial(*pool(), options, 5, 3), same = draw_trial(*pool(), options, 5, 3);
    CHECK(one->train.rows == 90);
    CHECK(one->test.rows == 60);
    CHECK(one->train_labels.y == same->train_labels.y);
    CHECK(draw_trial(*pool(), options, 5, 4)->train_labels.y != one->train_labels.y);
    CHECK(one->name == pool()->name);
    CHECK(one->feature_names == pool()->feature_names);
    CHECK(one->train.columns[0].bin_count == pool()->train.columns[0].bin_count);
    CHECK_THROWS_AS(draw_trial(*pool(), {1, 120, 60, 2, 20}, 5, 1), UsageError);
    CHECK_THROWS_AS(draw_trial(*pool(), {1, 160, 0, 2, 20}, 5, 1), UsageError);
    CHECK(draw_trial(*pool(), {1, 100, 0, 2, 20}, 5, 1)->test.rows == 60);
}

TEST_CASE("every budgeted booster runs trials, and a resumed run equals a straight one") {
    for (const BoosterOptions& booster : every_booster()) {
        const Recipe recipe = trials_of(booster);
        INFO(name_of(booster));
        const auto straight = make_budget_trials(recipe, pool(), kResources);
        CountedTrials all;
        CHECK(straight->train(all) == StopReason::rounds_done);
        CHECK(all.trials == 6);
        const auto first = make_budget_trials(recipe, pool(), kResources);
        CountedTrials half;
        half.stop_after = 2;
        CHECK(first->train(half) == StopReason::interrupted);
        Archive state;
        first->save(state);
        const auto second = make_budget_trials(recipe, pool(), kResources);
        second->load(state);
        CountedTrials rest;
        second->train(rest);
        CHECK(curves_of(*second).arrays() == curves_of(*straight).arrays());
        const Archive curves = curves_of(*straight);
        for (const double error : curves.get<double>("trials/test_error"))
            CHECK((error >= 0 && error <= 1));
    }
}

TEST_CASE("at every budget what is spent is within it, and grows with it") {
    for (const BoosterOptions& booster : every_booster()) {
        if (std::holds_alternative<DecisionTreeOptions>(booster)) continue;
        const auto run = make_budget_trials(trials_of(booster), pool(), kResources);
        CountedTrials observer;
        run->train(observer);
        const Archive curves = curves_of(*run);
        const auto& budgets = curves.get<double>("trials/budget");
        const auto& spent = curves.get<double>("trials/spent_at");
        CHECK(budgets == std::vector<double>{2, 4, 6, 8, 10, 12, 14, 16, 18, 20});
        for (std::size_t i = 0; i < spent.size(); ++i) {
            CHECK(spent[i] <= budgets[i % 10]);
            if (i % 10 > 0) CHECK(spent[i] >= spent[i - 1]);
        }
    }
}

TEST_CASE("skipping what cannot be paid spends at least as much as stopping") {
    AdaBoostBtOptions bt;
    const auto stops = make_budget_trials(trials_of(bt), pool(), kResources);
    bt.unaffordable = Unaffordable::pass_over;
    const auto goes_on = make_budget_trials(trials_of(bt), pool(), kResources);
    CountedTrials a, b;
    stops->train(a);
    goes_on->train(b);
    const auto before = curves_of(*stops).get<double>("trials/spent_at");
    const auto after = curves_of(*goes_on).get<double>("trials/spent_at");
    for (std::size_t i = 0; i < before.size(); ++i)
        CHECK(after[i] >= before[i]);
    CHECK(after != before);
}

TEST_CASE("the training error and margin bounds hold along every run") {
    for (const BoosterOptions& booster : every_booster()) {
        if (std::holds_alternative<DecisionTreeOptions>(booster)) continue;
        const auto run = make_budget_trials(trials_of(booster), pool(), kResources);
        CountedTrials observer;
        run->train(observer);
        const Archive curves = curves_of(*run);
        for (const char* bound : {"trials/training_bound", "trials/margin_bound"})
            for (const double ratio : curves.get<double>(bound)) {
                CHECK(ratio <= 1 + 1e-5);
                CHECK(ratio > 0);
            }
    }
}

TEST_CASE("trials of a data set with three classes are refused") {
    data::Split split;
    split.train.columns.push_back({"x", data::ColumnKind::numeric, {}, std::vector<float>{0, 1, 2}});
    split.train.labels = data::Labels::from_classes({0, 1, 2}, {"a", "b", "c"});
    split.test = split.train.subset({});
    const SharedSplit data = std::make_shared<data::BinnedSplit>(testing::bin(std::move(split)));
    CHECK_THROWS_AS(make_booster(trials_of(AdaBoostBtOptions{}), data, kResources), UsageError);
}
