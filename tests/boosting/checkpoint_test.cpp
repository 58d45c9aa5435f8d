/// Interrupted and resumed, a run is the uninterrupted one: every record and the final state, bit for bit.
/// And threads change no bit.
#include "boosting/mh/adaboost_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::StopReason;

namespace {

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

void check_same(const boosting::RoundRecord& a, const boosting::RoundRecord& b) {
    CHECK(a.round == b.round);
    CHECK(same(a.edge, b.edge));
    CHECK(same(a.alpha, b.alpha));
    CHECK(same(a.log_exponential_loss, b.log_exponential_loss));
    CHECK(a.feature == b.feature);
    CHECK(a.work == b.work);
}

void check_same(const boosting::EvaluationRecord& a, const boosting::EvaluationRecord& b) {
    CHECK(a.round == b.round);
    CHECK(a.part == b.part);
    CHECK(same(a.one_error, b.one_error));
    CHECK(same(a.hamming_loss, b.hamming_loss));
}

void check_same(const Recording& a, const Recording& b) {
    REQUIRE(a.rounds.size() == b.rounds.size());
    for (std::size_t t = 0; t < a.rounds.size(); ++t)
        check_same(a.rounds[t], b.rounds[t]);
    REQUIRE(a.evaluations.size() == b.evaluations.size());
    for (std::size_t e = 0; e < a.evaluations.size(); ++e)
        check_same(a.evaluations[e], b.evaluations[e]);
}

/// The state but for its times: helper threads read the real clock.
Archive untimed_state_of(const boosting::Booster& booster) {
    Archive untimed;
    const Archive state = state_of(booster);
    for (const auto& [name, array] : state.arrays())
        if (!name.starts_with("clock/")) untimed.put_array(name, array);
    return untimed;
}

/// Stops after each of `stops` rounds and goes on in a new booster each time.
void check_resumed(const boosting::Recipe& recipe, const Data& data, const std::vector<std::size_t>& stops) {
    const auto straight = make(recipe, data);
    Recording whole;
    const StopReason reason = straight->train(whole);

    Recording pieces;
    auto booster = make(recipe, data);
    for (const std::size_t stop : stops) {
        pieces.stop_after = stop;
        REQUIRE(booster->train(pieces) == StopReason::interrupted);
        CHECK(booster->rounds_trained() == stop);
        const Archive state = state_of(*booster);
        booster = make(recipe, data);
        Recording forgotten;  // a state takes the place of what was before
        forgotten.stop_after = 5;
        booster->train(forgotten);
        booster->load(state);
        CHECK(state_of(*booster) == state);
    }
    pieces.stop_after = 0;
    CHECK(booster->train(pieces) == reason);
    check_same(whole, pieces);
    CHECK(state_of(*booster) == state_of(*straight));
    CHECK(model_of(*booster) == model_of(*straight));
    Archive first, second;
    straight->summarise(first);
    booster->summarise(second);
    CHECK(first == second);
    Archive taken;
    take_state(*booster, taken);
    CHECK(taken == state_of(*straight));
}

}  // namespace

TEST_CASE("A resumed run equals the straight one, for every learner and selector", "[boosting][checkpoint]") {
    const Data data = random_split({211, 10, 4, false, 9}, 60);
    const Data binary = random_split({211, 10, 2, false, 9}, 60);
    selectors::SelectorOptions authors = bandit(bandits::PolicyOptions("ucb"));
    authors.bandit()->variant = bandits::Variant::multiboost;
    const selectors::SelectorOptions kSelectors[] = {
        selectors::SelectorOptions("full"),
        selectors::SelectorOptions("random", {{"k", 2}}),
        bandit(bandits::PolicyOptions("ucb")),
        bandit(bandits::PolicyOptions("eps_greedy"), 2),
        bandit(bandits::PolicyOptions("exp3_p")),
        bandit(bandits::PolicyOptions("exp3")),
        bandit(bandits::PolicyOptions("ucb_v")),
        bandit(bandits::PolicyOptions("proportional")),
        authors,
        selectors::SelectorOptions("uct"),
        selectors::SelectorOptions("quick_boost"),
        selectors::SelectorOptions("mab_split", {{"sample", 20}}),
        selectors::SelectorOptions("laminating", {{"sample", 20}}),
        selectors::SelectorOptions("tasting", {{"k", 3}, {"group", 4}, {"tasted", 2}, {"sample", 40}})};
    const learners::LearnerOptions kLearners[] = {learners::StumpOptions{}, learners::ProductOptions{},
                                                  learners::TreeOptions{}};
    for (const auto& learner : kLearners)
        for (const auto& selector : kSelectors) {
            INFO("learner " << learner.index() << ", selector " << selector.index());
            boosting::Recipe run = recipe(90, learner, selector);
            check_resumed(run, data, {1, 17, 70});
            run.evaluation.test_every = 7;
            check_resumed(run, binary, {20});
        }
}

TEST_CASE("A resumed run with held out rows and patience stops where the straight one does",
          "[boosting][checkpoint]") {
    boosting::Recipe run = recipe(300, learners::TreeOptions{});
    run.evaluation.validation_fraction = 0.3;
    run.evaluation.patience = 12;
    const Data data = random_split({300, 10, 3, false, 21}, 40);
    check_resumed(run, data, {3, 9});
}

TEST_CASE("A checkpoint of other data or another version is refused", "[boosting][checkpoint]") {
    const Data data = random_split({120, 5, 3, false, 1});
    const auto booster = make(recipe(5), data);
    Recording recorded;
    booster->train(recorded);
    const Archive state = state_of(*booster);
    CHECK_THROWS_AS(make(recipe(5), random_split({100, 5, 3, false, 1}))->load(state), DataError);
    CHECK_THROWS_AS(make(recipe(5), random_split({120, 5, 5, false, 1}))->load(state), DataError);
    CHECK_THROWS_AS(make(recipe(5), random_split({120, 5, 3, false, 1}, 90))->load(state), DataError);
    CHECK_THROWS_AS(make(recipe(5), random_split({120, 8, 3, false, 1}))->load(state), DataError);
    CHECK_THROWS_AS(make(recipe(5), data)->load(Archive{}), DataError);
    Archive truncated = state;
    truncated.put("work", std::vector<std::uint64_t>{1, 2});
    CHECK_THROWS_AS(make(recipe(5), data)->load(truncated), DataError);
}

TEST_CASE("One, two and four threads leave the same state", "[boosting][threads]") {
    const std::size_t classes = GENERATE(2, 10);
    const Data data = random_split({30011, 12, classes, false, 5}, 500);
    for (const learners::LearnerOptions& learner :
         {learners::LearnerOptions{learners::StumpOptions{}},
          learners::LearnerOptions{learners::ProductOptions{2, 0, {}}},
          learners::LearnerOptions{learners::TreeOptions{}}}) {
        Recording one;
        const auto single = make(recipe(6, learner), data, 1);
        single->train(one);
        for (const int threads : {2, 4}) {
            Recording many;
            const auto booster = make(recipe(6, learner), data, threads);
            booster->train(many);
            check_same(one, many);
            CHECK(untimed_state_of(*booster) == untimed_state_of(*single));
        }
    }
}
