#include "boosting/mh/adaboost_data.hpp"
#include "data/load/load.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;
using namespace reboost::testing;

namespace {

Data no_data() {
    data::DatasetSpec spec;
    spec.name = "none";
    return std::make_shared<const data::BinnedSplit>(testing::bin(data::load_split(spec, {})));
}

Recipe play(BanditProblemOptions options, bandits::PolicyOptions policy) {
    return {std::move(options), {}, bandit(std::move(policy)), {}, 5};
}

Archive curves_of(const Booster& booster) {
    Archive archive;
    booster.save_curves(archive);
    return archive;
}

}  // namespace

TEST_CASE("a bandit problem's regret is what the best arm would have earned more") {
    BanditProblemOptions options;
    options.rounds = 500;
    options.plays = 4;
    options.means = {1, 0};  // nothing left to chance: every pull of the second arm costs 1
    const auto booster = make(play(options, bandits::PolicyOptions("ucb")), no_data());
    Recording recording;
    CHECK(booster->train(recording) == StopReason::rounds_done);
    REQUIRE(recording.rounds.size() == 4);
    CHECK(recording.rounds.back().work == 2000);
    const Archive curves = curves_of(*booster);
    const auto& round = curves.get<std::uint64_t>("regret/round");
    const auto& expected = curves.get<double>("regret/expected");
    const auto& chosen = curves.get<double>("regret/chosen_total");
    CHECK(round.front() == 1);
    CHECK(round.back() == 500);
    CHECK(curves.get<double>("regret/arm_totals")[2 * (round.size() - 1)] == 500);
    CHECK(chosen.back() == 500 - expected.back());
    CHECK(expected.back() >= 1);
    CHECK(expected.back() < 60);
    CHECK(curves.get<double>("regret/pseudo") == expected);  // all plays are the same
    for (const double deviation : curves.get<double>("regret/pseudo_sd"))
        CHECK(deviation == 0);
}

TEST_CASE("arms that switch every period pay alike in the end") {
    BanditProblemOptions options;
    options.rounds = 500;
    options.plays = 1;
    options.means = {1, 0};
    const auto regret = [&] {
        const auto booster = make(play(options, bandits::PolicyOptions("round_robin")), no_data());
        Recording recording;
        booster->train(recording);
        return curves_of(*booster).get<double>("regret/expected").back();
    };
    CHECK(regret() == 250);  // half of the rounds went to the arm that never pays
    options.problem = BanditProblemKind::switching;
    options.period = 250;
    CHECK(regret() == 0);  // each arm paid in half of the rounds
}

TEST_CASE("the pseudo-regret of a bandit problem is below its expected regret at every step") {
    BanditProblemOptions options;
    options.rounds = 400;
    options.plays = 30;
    options.means = {0.5, 0.5, 0.5};
    const auto booster = make(play(options, bandits::PolicyOptions("exp3_p")), no_data());
    Recording recording;
    booster->train(recording);
    const Archive curves = curves_of(*booster);
    const auto& pseudo = curves.get<double>("regret/pseudo");
    const auto& expected = curves.get<double>("regret/expected");
    for (std::size_t i = 0; i < pseudo.size(); ++i)
        CHECK(pseudo[i] <= expected[i]);
    CHECK(expected.back() - pseudo.back() > 5);
}

TEST_CASE("a sequence written against UCB leaves UCB nothing and other policies their share") {
    BanditProblemOptions options;
    options.rounds = 2000;
    options.plays = 2;
    options.problem = BanditProblemKind::against_ucb;
    const auto earned = [&](bandits::PolicyOptions policy) {
        const auto booster = make(play(options, std::move(policy)), no_data());
        Recording recording;
        booster->train(recording);
        return curves_of(*booster).get<double>("regret/chosen_total").back();
    };
    CHECK(earned(bandits::PolicyOptions("ucb")) == 0);
    CHECK(earned(bandits::PolicyOptions("exp3_p")) > 1000);
}

TEST_CASE("an interrupted bandit problem continues bit for bit") {
    BanditProblemOptions options;
    options.rounds = 300;
    options.plays = 6;
    const Recipe wanted = play(options, bandits::PolicyOptions("exp3", {{"gamma", 0}}));
    Recording whole, first, second;
    const auto straight = make(wanted, no_data());
    straight->train(whole);
    const auto begun = make(wanted, no_data());
    first.stop_after = 2;
    CHECK(begun->train(first) == StopReason::interrupted);
    const auto resumed = make(wanted, no_data());
    resumed->load(state_of(*begun));
    second.stop_after = 4;
    CHECK(resumed->train(second) == StopReason::rounds_done);  // a stop at the last play comes too late
    CHECK(second.rounds.size() == 4);
    CHECK(curves_of(*resumed) == curves_of(*straight));
}

TEST_CASE("a bandit problem refuses other selectors, several pulls, data, and a lone arm") {
    const auto why = [](const Recipe& wanted, const Data& data) -> std::string {
        try {
            make(wanted, data);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    Recipe full = play({}, bandits::PolicyOptions("ucb"));
    full.selector = selectors::SelectorOptions("full");
    CHECK_THAT(why(full, no_data()), Catch::Contains("needs a bandit as selector"));
    Recipe two = play({}, bandits::PolicyOptions("ucb"));
    two.selector.bandit()->k = 2;
    CHECK_THAT(why(two, no_data()), Catch::Contains("pulls one arm per step"));
    BanditProblemOptions lone;
    lone.means = {0.5};
    CHECK_THAT(why(play(lone, bandits::PolicyOptions("ucb")), no_data()),
               Catch::Contains("at least two arms"));
    CHECK_THAT(why(play({}, bandits::PolicyOptions("ucb")), random_split({})), Catch::Contains("no data"));
    CHECK_THAT(why(recipe(5), no_data()), Catch::Contains("nothing to learn"));
}
