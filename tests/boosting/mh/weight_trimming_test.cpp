/// AdaBoost.MH whose stumps are searched without the lightest rows.
#include "boosting/mh/adaboost_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;
using namespace reboost::testing;

namespace {

Recipe trimmed(Recipe wanted, double theta) {
    std::get<AdaBoostMhOptions>(wanted.booster).rows = selectors::WeightTrimmingOptions{theta};
    return wanted;
}

learners::LearnerOptions tree_with_rows_of(std::int64_t leaves) {
    learners::TreeOptions options;
    options.size = leaves;
    return options;
}

const std::vector<learners::LearnerOptions> kTrimmedLearners{
    learners::StumpOptions{}, learners::ProductOptions{2, 0, {}}, tree_with_rows_of(5)};

}  // namespace

TEST_CASE("a theta of one equals all rows bit for bit") {
    const Data data = random_split({.rows = 200});
    for (const learners::LearnerOptions& learner : kTrimmedLearners)
        for (const selectors::SelectorOptions& selector :
             {selectors::SelectorOptions("full"),
              selectors::SelectorOptions(bandit(bandits::PolicyOptions("ucb"), 2))}) {
            const Recipe plain = recipe(30, learner, selector);
            Recording all, none;
            const auto a = make(plain, data), b = make(trimmed(plain, 1), data);
            a->train(all);
            b->train(none);
            CHECK(state_of(*a) == state_of(*b));
            CHECK(model_of(*a) == model_of(*b));
        }
}

TEST_CASE("trimmed search reads fewer values, and every weight is updated by the true edge") {
    const Data data = random_split({.rows = 600, .features = 8, .classes = 3}, 200);
    for (const learners::LearnerOptions& learner : kTrimmedLearners) {
        Recording all, fewer;
        // Every feature, by a selector that is not exhaustive: trees share no histograms then.
        const Recipe plain = recipe(120, learner, selectors::SelectorOptions("random", {{"k", 8}}));
        const auto whole = make(plain, data), trimming = make(trimmed(plain, 0.8), data);
        whole->train(all);
        trimming->train(fewer);
        REQUIRE(fewer.rounds.size() == 120);
        CHECK(fewer.rounds.back().work < all.rounds.back().work);
        // R_e is the product of √(1 − γ²) only if γ is the edge on all rows.
        double log_loss = 0;
        for (const RoundRecord& round : fewer.rounds)
            CHECK(round.log_exponential_loss ==
                  Approx(log_loss += 0.5 * std::log1p(-round.edge * round.edge)).margin(1e-9));
        const auto scores = reference::scores_of(ensemble_of(*trimming), 120, data->train);
        CHECK(std::log(reference::exponential_loss(scores, data->train_labels, true)) ==
              Approx(fewer.rounds.back().log_exponential_loss).margin(1e-3));
        CHECK(fewer.rounds.back().log_exponential_loss < 0.4 * all.rounds.back().log_exponential_loss);
    }
}

TEST_CASE("a trimmed run resumes bit for bit") {
    const Data data = random_split({.rows = 300});
    for (const learners::LearnerOptions& learner : kTrimmedLearners) {
        const Recipe wanted = trimmed(recipe(40, learner, bandit(bandits::PolicyOptions("exp3_p"), 2)), 0.9);
        Recording whole, first, second;
        const auto straight = make(wanted, data), begun = make(wanted, data), resumed = make(wanted, data);
        straight->train(whole);
        first.stop_after = 17;
        REQUIRE(begun->train(first) == StopReason::interrupted);
        resumed->load(state_of(*begun));
        resumed->train(second);
        CHECK(state_of(*resumed) == state_of(*straight));
    }
}

TEST_CASE("training on constant columns stops without an edge, trimmed or not") {
    data::Dataset set;
    set.columns.push_back({"x", data::ColumnKind::numeric, {}, std::vector<float>{1, 1, 1, 1}});
    set.labels = data::Labels::from_classes({0, 1, 0, 1}, reference::class_names(2));
    Recording recorded;
    CHECK(make(trimmed(recipe(5), 0.9), reference::binned(set))->train(recorded) == StopReason::no_edge);
}
