/// AdaBoost with a budget, and AdaBoostRS, on small problems.
#include "boosting/budget/budgeted.hpp"
#include "boosting/budget/sampling.hpp"
#include "boosting/factory/factory.hpp"
#include "boosting/factory/saved_model.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "core/error.hpp"
#include "data/readers/text_file.hpp"
#include "support/bin_split.hpp"
#include "support/budget_data.hpp"
#include "support/temporary_folder.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;

namespace {

struct Recorded final : RoundObserver {
    std::vector<RoundRecord> rounds;
    std::vector<EvaluationRecord> tests;
    std::size_t stop_after = 0;
    void on_round(const RoundRecord& record) override { rounds.push_back(record); }
    void on_evaluation(const EvaluationRecord& record) override {
        if (record.part == Part::test) tests.push_back(record);
    }
    bool interrupt() override { return stop_after > 0 && rounds.size() == stop_after; }
};

using Data = std::shared_ptr<const data::BinnedSplit>;
Data problem(std::uint64_t seed, std::size_t rows = 80, std::size_t columns = 6, std::uint64_t levels = 12) {
    return std::make_shared<data::BinnedSplit>(
        testing::random_budget_problem(seed, rows, columns, levels, true));
}

template <class Options>
Options with(PriceRule prices, std::optional<double> budget, std::int64_t rounds = 60) {
    Options options;
    options.rounds = rounds;
    options.budget = budget;
    options.prices.rule = prices;
    return options;
}

Recipe recipe(BoosterOptions booster, std::uint64_t dataset_seed = 1) {
    Recipe r;
    r.booster = std::move(booster);
    r.dataset_seed = dataset_seed;
    return r;
}

struct Trained {
    std::unique_ptr<Booster> booster;
    Recorded recorded;
    StopReason reason;
    learners::Ensemble ensemble() const {
        Archive model;
        booster->save_model(model);
        return loaded<learners::Ensemble>(model, "ensemble");
    }
};
Trained train(const Recipe& r, const Data& data) {
    Trained t{make_booster(r, data, {}), {}, {}};
    t.reason = t.booster->train(t.recorded);
    return t;
}

Archive archive_of(const learners::Ensemble& ensemble) {
    Archive archive;
    save_state(ensemble, archive);
    return archive;
}

std::vector<BoosterOptions> all_rules(PriceRule prices, std::optional<double> budget, std::int64_t rounds) {
    return {with<AdaBoostBtOptions>(prices, budget, rounds),
            with<AdaBoostBtGreedyOptions>(prices, budget, rounds),
            with<AdaBoostBtSmoothedOptions>(prices, budget, rounds),
            with<AdaBoostBtHybridOptions>(prices, budget, rounds),
            with<SpeedBoostOptions>(prices, budget, rounds)};
}

}  // namespace

TEST_CASE("with equal costs and no limit every budgeted rule is plain AdaBoost, hypothesis for hypothesis") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Data data = problem(seed, 60 + 40 * seed, 4 + seed, seed % 3 == 0 ? 2 : 3 * seed);
        AdaBoostMhOptions plain;
        plain.rounds = 150;
        plain.weights = InitialWeights::uniform;
        const Archive expected = archive_of(train(recipe(plain), data).ensemble());
        for (const BoosterOptions& rule : all_rules(PriceRule::uniform, std::nullopt, 150))
            CHECK(archive_of(train(recipe(rule), data).ensemble()).arrays() == expected.arrays());
    }
}

TEST_CASE("what is paid never exceeds the budget and is the sum over distinct features, on 1000 problems") {
    std::size_t stopped = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const Data data = problem(seed, 30, 4, 6);
        Rng rng(seed, "budget");
        const double budget = rng.uniform(0, 6);
        std::vector<BoosterOptions> rules = all_rules(PriceRule::random, budget, 20);
        BoosterOptions rule = rules[seed % rules.size()];
        std::visit(
            [&](auto& o) {
                if constexpr (requires { o.unaffordable; })
                    o.unaffordable = seed % 2 == 0 ? Unaffordable::stop : Unaffordable::pass_over;
            },
            rule);
        const Trained t = train(recipe(rule, seed), data);
        const learners::CutPrices prices = make_prices({}, *data, Rng(seed, "prices"));
        const learners::Ensemble ensemble = t.ensemble();
        std::set<std::size_t> items;
        double sum = 0;
        if (!t.recorded.rounds.empty())
            for (std::size_t i = 0; i < ensemble.size(); ++i)
                for (const learners::Split& split : ensemble[i].splits)
                    if (items.insert(prices.item(split.feature, split.threshold)).second)
                        sum += prices.at(split.feature, split.threshold);
        const double spent = t.recorded.rounds.empty() ? 0 : t.recorded.rounds.back().spent;
        REQUIRE(spent <= budget);
        REQUIRE(spent == Approx(sum).margin(1e-12));
        stopped += t.reason == StopReason::budget_spent ? 1U : 0U;
    }
    CHECK(stopped > 100);  // the limit was felt
}

TEST_CASE("a budget below every cost leaves the majority class and no hypothesis") {
    const Data data = problem(3);
    for (BoosterOptions rule : all_rules(PriceRule::uniform, 0.5, 20)) {
        const Trained t = train(recipe(rule), data);
        CHECK(t.reason == StopReason::budget_spent);
        CHECK(t.recorded.rounds.empty());
        Archive model;
        t.booster->save_model(model);
        const Matrix<double> scores = predict_scores(model, data->test);
        const int majority = majority_class(data->train_labels);
        for (std::size_t i = 0; i < scores.rows(); ++i)
            REQUIRE(scores(i, 0) == majority);
    }
    AdaBoostRsOptions rs = with<AdaBoostRsOptions>(PriceRule::uniform, 0.5, 20);
    CHECK(train(recipe(rs), data).ensemble().size() == 1);
}

TEST_CASE("the curve of one run without a limit is what runs with limits end with") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Data data = problem(seed, 100, 8, 20);
        const std::vector<BoosterOptions> free = all_rules(PriceRule::random, std::nullopt, 60);
        for (std::size_t r = 0; r < free.size(); ++r) {
            const Trained whole = train(recipe(free[r], seed), data);
            for (const double budget : {0.2, 1.0, 3.0, 7.0}) {
                const Trained limited =
                    train(recipe(all_rules(PriceRule::random, budget, 60)[r], seed), data);
                std::size_t paid = 0;
                while (paid < whole.recorded.rounds.size() && whole.recorded.rounds[paid].spent <= budget)
                    ++paid;
                REQUIRE(limited.recorded.rounds.size() == paid);
                if (paid > 0)
                    CHECK(limited.recorded.tests.back().one_error ==
                          whole.recorded.tests[paid - 1].one_error);
            }
        }
    }
}

TEST_CASE("an interrupted budgeted run goes on as if it had not been") {
    const Data data = problem(9, 100, 8, 20);
    for (const BoosterOptions& rule : all_rules(PriceRule::random, 8.0, 40)) {
        const Trained whole = train(recipe(rule), data);
        auto first = make_booster(recipe(rule), data, {});
        Recorded recorded;
        recorded.stop_after = 3;
        REQUIRE(first->train(recorded) == StopReason::interrupted);
        Archive state;
        first->save(state);
        auto second = make_booster(recipe(rule), data, {});
        second->load(state);
        Recorded rest;
        second->train(rest);
        CHECK(recorded.rounds.size() + rest.rounds.size() == whole.recorded.rounds.size());
        CHECK(rest.rounds.back().spent == whole.recorded.rounds.back().spent);
        Archive model;
        second->save_model(model);
        CHECK(model.sub("ensemble").arrays() == archive_of(whole.ensemble()).arrays());
    }
}

TEST_CASE("the hybrid is Greedy with a threshold of 0 and Smoothed with a large one") {
    const Data data = problem(4, 100, 8, 20);
    auto hybrid = with<AdaBoostBtHybridOptions>(PriceRule::random, std::nullopt);
    hybrid.switch_quality = 0;
    CHECK(archive_of(train(recipe(hybrid), data).ensemble()).arrays() ==
          archive_of(
              train(recipe(with<AdaBoostBtGreedyOptions>(PriceRule::random, std::nullopt)), data).ensemble())
              .arrays());
    hybrid.switch_quality = 1e300;
    CHECK(
        archive_of(train(recipe(hybrid), data).ensemble()).arrays() ==
        archive_of(
            train(recipe(with<AdaBoostBtSmoothedOptions>(PriceRule::random, std::nullopt)), data).ensemble())
            .arrays());
}

TEST_CASE("AdaBoostBT takes trees and pays for all their features; rules over cuts refuse them") {
    const Data data = problem(5);
    Recipe r = recipe(with<AdaBoostBtOptions>(PriceRule::uniform, 10.0));
    learners::TreeOptions tree;
    tree.size = 3;
    r.learner = tree;
    const Trained t = train(r, data);
    CHECK(t.reason == StopReason::budget_spent);
    CHECK(t.recorded.rounds.front().spent == 2);  // two inner nodes
    r.booster = with<AdaBoostBtGreedyOptions>(PriceRule::uniform, 10.0);
    CHECK_THROWS_WITH(make_booster(r, data, {}), Catch::Contains("needs the learner stump"));
}

TEST_CASE("a bandit over the columns is paid in edge per cost") {
    const Data data = problem(6, 100, 8, 20);
    Recipe r = recipe(with<AdaBoostBtGreedyOptions>(PriceRule::random, 5.0));
    r.selector = selectors::SelectorOptions("bandit", {{"k", 2}, {"price", "share"}});
    const Trained t = train(r, data);
    CHECK_FALSE(t.recorded.rounds.empty());
    CHECK(t.recorded.rounds.back().spent <= 5);
    Archive summary;
    t.booster->summarise(summary);
    for (const double mean : summary.get<double>("mean_reward"))
        CHECK((mean >= 0 && mean <= 1));
}

TEST_CASE("price files are read, and refused with line and column") {
    const test::TemporaryFolder folder;
    const auto path = (folder / "prices.txt").string();
    const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
    write("# prices\n0.5, 1\n2 3e-1\n");
    CHECK(data::read_prices(path) == std::vector<double>{0.5, 1, 2, 0.3});
    write("1 2\n3 x4\n");
    CHECK_THROWS_WITH(data::read_prices(path), Catch::Contains("x4") && Catch::Contains(":2:3"));
    write("1 -2\n");
    CHECK_THROWS_AS(data::read_prices(path), DataError);
    write("1 nan\n");
    CHECK_THROWS_AS(data::read_prices(path), DataError);
    write("1 2 3\n");
    auto options = with<AdaBoostBtOptions>(PriceRule::file, std::nullopt);
    options.prices.file = path;
    CHECK_THROWS_WITH(make_booster(recipe(options), problem(1), {}), Catch::Contains("3 prices for"));
    std::remove(path.c_str());
    CHECK_THROWS_AS(data::read_prices(path), IoError);
}

TEST_CASE("named prices are the numbers in the columns' names, for each cut or for the column") {
    data::BinnedSplit data = testing::budget_problem({{0, 1, 2}, {0, 1, 1}}, {1, -1, 1});
    data.feature_names = {"a@0.5", "b@20"};
    PriceOptions options;
    options.rule = PriceRule::named;
    const learners::CutPrices cuts = make_prices(options, data, Rng(1));
    CHECK(cuts.size() == 3);
    CHECK(cuts.at(0, 2) == 0.5);
    CHECK(cuts.at(1, 1) == 20);
    options.unit = learners::PriceUnit::column;
    CHECK(make_prices(options, data, Rng(1)).size() == 2);
    data.feature_names = {"a", "b@x"};
    CHECK_THROWS_WITH(make_prices(options, data, Rng(1)), Catch::Contains("column 'a' has no price"));
}

TEST_CASE("a cut is as useful as the edge of its stump under uniform weights, a column as its best cut") {
    // Sums of labels per value: 2, −1, −1 in column 0; 1, −1 in column 1.
    const data::BinnedSplit data =
        testing::budget_problem({{0, 0, 1, 1, 1, 2}, {0, 1, 0, 1, 0, 1}}, {1, 1, -1, -1, 1, -1});
    CHECK(usefulness(data, learners::PriceUnit::cut) == std::vector<double>{4.0 / 6, 2.0 / 6, 2.0 / 6});
    CHECK(usefulness(data, learners::PriceUnit::column) == std::vector<double>{4.0 / 6, 2.0 / 6});
}

TEST_CASE("correlated prices are the drawn ones, in the order of usefulness") {
    const Data data = problem(2, 200, 6, 9);
    PriceOptions options;
    options.rule = PriceRule::correlated;
    const learners::CutPrices prices = make_prices(options, *data, Rng(7));
    const std::vector<double> useful = usefulness(*data, learners::PriceUnit::cut);
    REQUIRE(useful.size() == prices.size());
    for (std::size_t i = 0; i < useful.size(); ++i)
        for (std::size_t j = 0; j < useful.size(); ++j)
            if (useful[i] > useful[j]) REQUIRE(prices.of_item(i) >= prices.of_item(j));
    options.rule = PriceRule::random;
    const learners::CutPrices drawn = make_prices(options, *data, Rng(7));
    std::multiset<double> a, b;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        a.insert(prices.of_item(i));
        b.insert(drawn.of_item(i));
    }
    CHECK(a == b);
}

TEST_CASE("a data set of more than two classes is refused") {
    data::Split split;
    split.train.columns.push_back({"x", data::ColumnKind::numeric, {}, std::vector<float>{0, 1, 2}});
    split.train.labels = data::Labels::from_classes({0, 1, 2}, {"a", "b", "c"});
    split.test = split.train;
    const Data data = std::make_shared<data::BinnedSplit>(testing::bin(std::move(split)));
    CHECK_THROWS_AS(make_booster(recipe(AdaBoostBtOptions{}), data, {}), UsageError);
}
