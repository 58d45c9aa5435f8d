#include "boosting/budget/sampling.hpp"

#include "boosting/budget/budgeted.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "support/budget_data.hpp"

#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;

namespace {

/// Stumps on columns 0, 1, 2 with the coefficients given.
learners::Ensemble three_stumps(const std::vector<double>& alphas) {
    learners::Ensemble ensemble(1);
    for (std::uint32_t t = 0; t < alphas.size(); ++t) {
        learners::BaseClassifier stump;
        stump.alpha = alphas[t];
        stump.splits = {{t, 1}};
        stump.votes = {0, 1};
        ensemble.append(stump);
    }
    return ensemble;
}
data::BinnedSplit three_columns() {
    return testing::budget_problem({{0, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 0, 1}}, {1, -1, -1, 1}, true);
}

}  // namespace

TEST_CASE("hypotheses are drawn in proportion to their coefficients until the next cannot be paid") {
    const data::BinnedSplit data = three_columns();
    const learners::CutPrices prices = testing::cut_prices(data, {1, 1, 1});
    const learners::Ensemble ensemble = three_stumps({0.5, 0.3, 0.2});
    const SampledModel model{&ensemble, &prices};
    // By hand: the same uniform numbers, cumulated 0.5, 0.8, 1.0; two distinct features are paid.
    Rng hand(11, "draws");
    std::vector<std::size_t> expected;
    std::set<std::size_t> paid;
    for (;;) {
        const double u = hand.uniform();
        const std::size_t t = u < 0.5 ? 0 : u < 0.8 ? 1 : 2;
        if (!paid.contains(t) && paid.size() == 2) break;
        paid.insert(t);
        expected.push_back(t);
    }
    DrawSequence sequence(model, Rng(11, "draws"));
    std::vector<std::size_t> drawn;
    for (const auto& one : sequence.advance(2.5))
        drawn.push_back(one.hypothesis);
    CHECK(drawn == expected);
    CHECK(sequence.spent() == 2);
    CHECK_FALSE(sequence.complete());
    sequence.advance(3);
    CHECK(sequence.complete());
    CHECK(sequence.advance(1e9).empty());
}

TEST_CASE("a hypothesis without weight ends the draws with a reason") {
    const data::BinnedSplit data = three_columns();
    const learners::CutPrices prices = testing::cut_prices(data, {1, 1, 1});
    for (const double alpha : {0.0, 1e-300, std::numeric_limits<double>::quiet_NaN()}) {
        const learners::Ensemble ensemble = three_stumps({0.5, 0.3, alpha});
        DrawSequence sequence{{&ensemble, &prices}, Rng(3)};
        CHECK_THROWS_WITH(sequence.advance(100), Catch::Contains("draw for ever"));
    }
}

TEST_CASE("draws for a smaller budget are a prefix of those for a larger one") {
    const data::BinnedSplit data = three_columns();
    const learners::CutPrices prices = testing::cut_prices(data, {0.5, 1.5, 2});
    const learners::Ensemble ensemble = three_stumps({1, 1, 1});
    const SampledModel model{&ensemble, &prices};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        std::vector<std::size_t> stepwise, at_once;
        DrawSequence a{model, Rng(seed)}, b{model, Rng(seed)};
        for (const double budget : {0.5, 1.0, 2.0, 3.9})
            for (const auto& one : a.advance(budget))
                stepwise.push_back(one.hypothesis);
        for (const auto& one : b.advance(3.9))
            at_once.push_back(one.hypothesis);
        CHECK(stepwise == at_once);
    }
}

TEST_CASE("draws by alpha over price count by price, so that the expected vote stays AdaBoost's") {
    const data::BinnedSplit data = three_columns();
    const learners::CutPrices prices = testing::cut_prices(data, {0.25, 1, 2});
    const learners::Ensemble ensemble = three_stumps({0.2, 0.3, 0.5});
    std::map<std::size_t, double> votes;
    double total = 0;
    for (std::uint64_t seed = 1; seed <= 20000; ++seed) {
        DrawSequence sequence{{&ensemble, &prices, SampleWeights::alpha_per_price}, Rng(seed)};
        const auto draws = sequence.advance(3.2);
        if (draws.empty()) continue;
        votes[draws.front().hypothesis] +=
            static_cast<double>(draws.front().vote);  // the first draw only: no stopping
        total += static_cast<double>(draws.front().vote);
    }
    CHECK(votes[0] / total == Approx(0.2).margin(0.01));
    CHECK(votes[1] / total == Approx(0.3).margin(0.015));
    CHECK(votes[2] / total == Approx(0.5).margin(0.015));
}

TEST_CASE("a free hypothesis counts as one at a thousandth of the mean price") {
    const data::BinnedSplit data = three_columns();
    const learners::CutPrices prices = testing::cut_prices(data, {0, 1, 2});
    const learners::Ensemble ensemble = three_stumps({1, 1, 1});
    DrawSequence sequence{{&ensemble, &prices, SampleWeights::alpha_per_price}, Rng(3)};
    std::map<std::size_t, float> votes;
    for (const auto& one : sequence.advance(10))
        votes[one.hypothesis] = one.vote;
    CHECK(votes == std::map<std::size_t, float>{{0, 0.001F}, {1, 1.0F}, {2, 2.0F}});
}

TEST_CASE("with everything paid AdaBoostRS votes as AdaBoost does") {
    const data::BinnedSplit data = testing::random_budget_problem(8, 150, 6, 10, true);
    Recipe recipe;
    AdaBoostRsOptions options;
    options.rounds = 30;
    recipe.booster = options;
    const learners::CutPrices prices = make_prices({}, data, Rng(1));
    const auto model = make_priced_adaboost(recipe, std::make_shared<data::BinnedSplit>(data), {}, prices);
    struct Last final : RoundObserver {
        double test = 0;
        void on_round(const RoundRecord&) override {}
        void on_evaluation(const EvaluationRecord& record) override {
            if (record.part == Part::test) test = record.one_error;
        }
    } last;
    model->train(last);
    const SampledModel sampled{&model->ensemble(), &prices};
    const HypothesisVotes votes = votes_of(model->ensemble(), data.test);
    const std::vector<double> budgets{1, 4, 1e6};
    const auto once = sampled_errors(SampleDraw::once, sampled, votes, data.test_labels, 1, budgets, Rng(2));
    const auto anew =
        sampled_errors(SampleDraw::each_example, sampled, votes, data.test_labels, 1, budgets, Rng(2));
    CHECK(once.back() == Approx(last.test));
    CHECK(anew.back() == Approx(last.test));
    double mean = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
        mean +=
            sampled_errors(SampleDraw::once, sampled, votes, data.test_labels, 1, budgets, Rng(seed))[0] / 60;
    CHECK(anew[0] == Approx(mean).margin(0.05));  // the same mean, another spread
    CHECK(sampled_ensemble(sampled, 1e6, Rng(1)).size() == model->ensemble().size());
}
