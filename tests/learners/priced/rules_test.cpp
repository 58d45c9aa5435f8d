/// What each budgeted rule chooses, by hand and by brute force.
#include "core/error.hpp"
#include "learners/priced/priced_stump.hpp"
#include "support/budget_data.hpp"
#include "support/plain_selector.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using reboost::testing::budget_problem;
using reboost::testing::cut_prices;

namespace {

/// Six examples, four features; labels + + + - - -. Edges 2/3, 2/3, 1/3, 0 at equal weights.
const std::vector<std::vector<float>> kTable{{1, 1, 1, 1, 0, 0},   // one error
                                             {1, 1, 0, 0, 0, 0},   // one error
                                             {1, 0, 0, 0, 0, 0},   // two errors
                                             {1, 0, 0, 1, 0, 0}};  // three errors
const std::vector<int> kLabels{1, 1, 1, -1, -1, -1};

struct PricedProblem {
    data::BinnedSplit data;
    CutPrices prices;
    ScanColumns columns;
    SignedWeights weights;
    BudgetAccount account;

    PricedProblem(data::BinnedSplit split, std::vector<double> price_list)
        : data(std::move(split)),
          prices(cut_prices(data, std::move(price_list))),
          columns(data.train, 1),
          weights(data.train_labels, false),
          account(prices) {}

    Split choose(const BudgetRuleOptions& rule) {
        const auto learner = make_budget_stump_learner(rule, columns, account);
        reference::PlainSelector selector(data.train.features(), 0);
        selector.begin_round(1);
        Fitted found;
        learner->fit(weights, selector, found);
        return found.edge > 0 ? found.classifier.splits.front() : Split{};
    }
    /// The column chosen, −1 where none is.
    int column(const BudgetRuleOptions& rule) {
        const Split split = choose(rule);
        return split.threshold == 0 ? -1 : static_cast<int>(split.feature);
    }
};

PricedProblem table(std::vector<double> prices) {
    return {budget_problem(kTable, kLabels), std::move(prices)};
}

}  // namespace

TEST_CASE("each budgeted rule chooses from the hand-computed table as it should") {
    // −ln(1−γ²): 0.5878, 0.5878, 0.1178, 0; 1−√(1−γ²): 0.2546, 0.2546, 0.0572, 0.
    PricedProblem p = table({2, 1, 0.1, 0});
    CHECK(p.column({BudgetRule::plain}) == 0);       // the first of two equal edges, prices unseen
    CHECK(p.column({BudgetRule::edge}) == 1);        // the cheaper of two equal edges
    CHECK(p.column({BudgetRule::greedy}) == 2);      // 0.294, 0.588, 1.178
    CHECK(p.column({BudgetRule::speedboost}) == 2);  // 0.127, 0.255, 0.572
    CHECK(p.column({BudgetRule::smoothed}) == 2);    // nothing spent: greedy
    const std::vector<Split> first{{1, 1}};
    REQUIRE(p.account.pay(first));                    // spent 1
    CHECK(p.column({BudgetRule::smoothed, 1}) == 1);  // 0.588/2 > 0.118/1.1; a paid feature keeps its price
    CHECK(p.column({BudgetRule::smoothed, 0.05}) == 2);  // 0.588/1.05 < 0.118/0.15
    CHECK(p.column({BudgetRule::smoothed, 0}) == 2);     // greedy
    CHECK(p.column({BudgetRule::greedy}) == 2);
}

TEST_CASE("Greedy and SpeedBoost part where the price ratio lies between their gain ratios") {
    // gain ratios 4.99 (log) and 4.45 (root); price ratio 1/0.21 = 4.76
    PricedProblem p = table({2, 1, 0.21, 0});
    CHECK(p.column({BudgetRule::greedy}) == 1);
    CHECK(p.column({BudgetRule::speedboost}) == 2);
}

TEST_CASE("prices of 1e-12 do not underflow") {
    PricedProblem p = table({9e-12, 2e-12, 1e-12, 1});
    CHECK(p.column({BudgetRule::greedy}) == 1);  // 0.294e12 against 0.118e12; (1−γ²)^(1/c) is 0 for both
    CHECK(p.column({BudgetRule::speedboost}) == 1);
    PricedProblem q = table({9e-12, 2e-12, 1e-13, 1});
    CHECK(q.column({BudgetRule::greedy}) == 2);
}

TEST_CASE("a free cut wins if it has an edge, the larger edge among free ones, none without an edge") {
    CHECK(table({1, 1, 0, 0}).column({BudgetRule::greedy}) == 2);
    CHECK(table({0, 1, 0, 0}).column({BudgetRule::greedy}) == 0);
    CHECK(table({1, 1, 0, 0}).column({BudgetRule::speedboost}) == 2);
    CHECK(table({1, 1, 0, 0}).column({BudgetRule::edge}) == 0);
    PricedProblem useless(budget_problem({kTable[3]}, kLabels), {0});
    for (const BudgetRule rule :
         {BudgetRule::edge, BudgetRule::greedy, BudgetRule::smoothed, BudgetRule::speedboost})
        CHECK(useless.column({rule}) == -1);
}

TEST_CASE("of cuts with an edge of 1 the cheaper is chosen") {
    const std::vector<float> perfect{1, 1, 1, 0, 0, 0};
    PricedProblem p(budget_problem({perfect, kTable[2], perfect}, kLabels), {2, 1e-9, 1});
    CHECK(p.column({BudgetRule::greedy}) == 2);
    CHECK(p.column({BudgetRule::edge}) == 2);
    CHECK(p.column({BudgetRule::speedboost}) == 1);  // its gain is at most 1
}

TEST_CASE("exact ties go to the lower column, then to the lower threshold") {
    CHECK(table({1, 1, 1, 1}).column({BudgetRule::greedy}) == 0);
    CHECK(table({1, 1, 1, 1}).column({BudgetRule::edge}) == 0);
    // Cuts at 1 and 2 have one error each.
    PricedProblem p(budget_problem({{2, 2, 1, 0, 0, 1}}, kLabels), {1, 1});
    CHECK(p.choose({BudgetRule::greedy}).threshold == 1);
    CHECK(p.choose({BudgetRule::plain}).threshold == 1);
}

TEST_CASE("of cuts that coincide on the training rows the cheapest is chosen") {
    data::BinnedSplit data = budget_problem({{9, 8, 7, 2, 1, 0}}, kLabels);
    // Only values 9, 7 and 0 remain in training: thresholds 1 … 4 of five coincide, and so does none with 5.
    data::BinnedColumn& column = data.train.columns[0];
    column.codes = std::vector<std::uint8_t>{5, 4, 4, 0, 0, 0};
    column.frequent_bin = 0;
    column.frequent_rows = 3;
    PricedProblem p(std::move(data), {0.5, 0.3, 0.2, 0.2, 0.1});
    CHECK(p.choose({BudgetRule::greedy}).threshold == 3);  // the lower of two equally cheap
    CHECK(p.choose({BudgetRule::edge}).threshold == 3);
    CHECK(p.choose({BudgetRule::plain}).threshold == 1);  // prices unseen: the lowest
}

TEST_CASE("cuts that can no longer be paid are skipped only where asked for") {
    PricedProblem p = table({2, 1, 0.1, 0});
    p.account = BudgetAccount(p.prices, 0.5);
    CHECK(p.column({BudgetRule::edge}) == 1);
    CHECK(p.column({BudgetRule::edge, 1, 0, true}) == 2);
    p.account = BudgetAccount(p.prices, 0.05);
    CHECK(p.column({BudgetRule::edge, 1, 0, true}) == -1);
}

TEST_CASE("the hybrid is greedy above its threshold and smoothed below, for good") {
    PricedProblem p = table({2, 1, 0.1, 0});
    const std::vector<Split> first{{1, 1}};
    p.account.pay(first);
    CHECK(p.column({BudgetRule::hybrid, 1, 0}) == 2);     // quality 1.178 is above 0
    CHECK(p.column({BudgetRule::hybrid, 1, 1.17}) == 2);  // greedy still
    CHECK(p.column({BudgetRule::hybrid, 1, 1.18}) == 1);  // smoothed
}

TEST_CASE("every rule agrees with brute force over all cuts") {
    const auto score = [](BudgetRule rule, long double edge, long double price,
                          long double spent) -> long double {
        if (rule == BudgetRule::edge) return edge;
        if (rule == BudgetRule::speedboost) return (1 - std::sqrt(1 - edge * edge)) / price;
        return -std::log(1 - edge * edge) / (rule == BudgetRule::smoothed ? spent + price : price);
    };
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const std::uint64_t levels = 2 + seed % 7 * 8;
        data::BinnedSplit data = testing::random_budget_problem(seed, 60, 5, levels);
        const std::size_t items = CutPrices::items(PriceUnit::cut, cuts_of_columns(data));
        PricedProblem p(std::move(data), testing::random_prices(seed, items));
        Rng rng(seed, "weights");
        double sum = 0;
        for (std::size_t i = 0; i < 60; ++i) {
            p.weights.data()[i] *= static_cast<float>(0.1 + rng.uniform());
            sum += std::abs(static_cast<double>(p.weights.data()[i]));
        }
        p.weights.refresh();
        p.account.pay(std::vector<Split>{{0, 1}, {3, 1}});
        for (const BudgetRule rule :
             {BudgetRule::edge, BudgetRule::greedy, BudgetRule::smoothed, BudgetRule::speedboost}) {
            long double best = 0;
            Split expected;
            for (std::uint32_t f = 0; f < 5; ++f)
                for (std::uint32_t t = 1; t < p.data.train.columns[f].bin_count; ++t) {
                    double edge = 0;
                    for (std::size_t i = 0; i < 60; ++i)
                        edge += static_cast<double>(p.weights.data()[i]) *
                                (p.data.train.columns[f].at(i) >= t ? 1 : -1);
                    const long double s =
                        score(rule, std::abs(edge) / sum, p.prices.at(f, t), p.account.spent());
                    if (s > best * (1 + 1e-12L)) {
                        best = s;
                        expected = {f, t};
                    }
                }
            CHECK(p.choose({rule, 1}) == expected);
        }
    }
}

TEST_CASE("SpeedBoost's closed form equals the largest loss drop over all coefficients") {
    Rng rng(4, "edges");
    for (int repeat = 0; repeat < 200; ++repeat) {
        const double right = rng.uniform(0.5, 0.999), wrong = 1 - right;  // W+ and W− of one stump
        double best = 0;
        for (double alpha = 0; alpha < 6; alpha += 1e-4)
            best = std::max(best, 1 - right * std::exp(-alpha) - wrong * std::exp(alpha));
        CHECK(root_gain(right - wrong) == Approx(best).margin(1e-7));
        CHECK(root_gain(right - wrong) ==
              Approx(std::pow(std::sqrt(right) - std::sqrt(wrong), 2)).epsilon(1e-12));
    }
    CHECK(root_gain(1e-9) == Approx(0.5e-18).epsilon(1e-12));  // no cancellation
}

TEST_CASE("a feature is paid for once and the budget is never exceeded") {
    PricedProblem p = table({2, 1, 0.1, 0});
    BudgetAccount account(p.prices, 1.05);
    CHECK(account.pay(std::vector<Split>{{1, 1}, {1, 1}}));
    CHECK(account.spent() == 1);
    CHECK(account.items_paid() == 1);
    CHECK(account.pay(std::vector<Split>{{1, 1}}));
    CHECK(account.spent() == 1);
    CHECK_FALSE(account.pay(std::vector<Split>{{2, 1}}));  // 1.1 > 1.05
    CHECK(account.spent() == 1);
    CHECK(account.pay(std::vector<Split>{{3, 1}}));  // free
    CHECK(account.items_paid() == 2);
}

TEST_CASE("prices of the wrong number, negative or not finite are refused") {
    const data::BinnedSplit data = budget_problem(kTable, kLabels);
    CHECK_THROWS_WITH(cut_prices(data, {1, 2, 3}), Catch::Contains("3 prices for 4 binary features"));
    CHECK_THROWS_WITH(cut_prices(data, {1, 2, -1, 3}), Catch::Contains("price 3 is -1"));
    CHECK_THROWS_AS(cut_prices(data, {1, 2, 3, std::nan("")}), UsageError);
    CHECK_THROWS_AS(cut_prices(data, {1, 2, 3, std::numeric_limits<double>::infinity()}), UsageError);
}

TEST_CASE("a price of a column is paid for all its cuts") {
    const data::BinnedSplit data = budget_problem({{0, 1, 2, 3, 4, 5}, {0, 1, 0, 1, 0, 1}}, kLabels);
    const CutPrices prices(PriceUnit::column, cuts_of_columns(data), {3, 1});
    BudgetAccount account(prices, 4);
    CHECK(account.pay(std::vector<Split>{{0, 2}}));
    CHECK(account.pay(std::vector<Split>{{0, 5}}));
    CHECK(account.spent() == 3);
}
