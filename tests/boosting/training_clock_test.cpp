#include "boosting/bookkeeping.hpp"
#include "boosting/mh/adaboost_data.hpp"
#include "support/team.hpp"

#include <set>
#include <string>
#include <variant>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;
using namespace reboost::testing;

namespace {

/// A clock that moves on demand: CPU by so much, wall by twice that.
struct SetClock final : Clock {
    double now = 100;
    double thread_cpu_seconds() const override { return now; }
    double wall_seconds() const override { return 2 * now; }
    double utc_seconds() const override { return 0; }
};

/// Every reading is a second later than the one before.
struct CountingClock final : Clock {
    mutable double readings = 0;
    double thread_cpu_seconds() const override { return ++readings; }
    double wall_seconds() const override { return 0; }
    double utc_seconds() const override { return 0; }
};

}  // namespace

TEST_CASE("a second counts for training, for evaluation or for nothing, never for two") {
    SetClock time;
    TrainingClock clock(time, alone());
    time.now += 7;  // before the first turn
    clock.train();
    time.now += 1;
    clock.evaluate();
    time.now += 10;
    clock.train();
    time.now += 2;
    clock.rest();
    time.now += 100;
    CHECK(clock.train_cpu_seconds() == 3);
    RoundRecord record;
    clock.fill(record);
    CHECK(record.wall_seconds == 6);
    CHECK(clock.eval_cpu_seconds() == 10);

    Archive saved;
    save_state(clock, saved);
    TrainingClock resumed(time, alone());
    load_state(resumed, saved);
    resumed.train();
    time.now += 1;
    resumed.rest();
    resumed.fill(record);
    CHECK(record.train_cpu_seconds == 4);
    CHECK(record.wall_seconds == 8);
    CHECK(resumed.eval_cpu_seconds() == 10);
}

TEST_CASE("a round's record counts the training up to the round's end, and nothing between rounds") {
    const Data data = random_split({.rows = 60});
    GradientOptions five;
    five.rounds = 5;
    for (const BoosterOptions& booster : {recipe(5).booster, BoosterOptions{MartOptions{five}}}) {
        Recipe wanted = recipe(5);
        wanted.booster = booster;
        if (std::holds_alternative<MartOptions>(booster)) wanted.learner = learners::RegressionTreeOptions{};
        const CountingClock time;
        Recording recording;
        make_booster(wanted, data, {team_of(1), &time})->train(recording);
        REQUIRE(recording.rounds.size() == 5);
        for (std::size_t r = 0; r < 5; ++r)
            CHECK(recording.rounds[r].train_cpu_seconds == static_cast<double>(r + 1));
    }
}

TEST_CASE("a regret oracle's time is evaluation's: training takes the seconds it takes without one") {
    const Data data = random_split({.rows = 60});
    const auto seconds = [&](std::int64_t oracle_every) {
        Recipe wanted = recipe(20, {}, bandit(bandits::PolicyOptions("ucb")));
        std::get<AdaBoostMhOptions>(wanted.booster).oracle_every = oracle_every;
        const CountingClock time;
        Recording recording;
        make_booster(wanted, data, {team_of(1), &time})->train(recording);
        return std::pair(recording.rounds.back().train_cpu_seconds,
                         recording.evaluations.back().eval_cpu_seconds);
    };
    // A turn of the clock is a second: a look cuts a round's training in two, and is one second itself.
    CHECK(seconds(0).first == 20);
    CHECK(seconds(1).first == 40);
    CHECK(seconds(1).second == seconds(0).second + 20);
}

TEST_CASE("each reason to stop has words, another text stays") {
    std::set<std::string> texts;
    for (const auto& [reason, name] : enum_names(StopReason{})) {
        texts.insert(ending_text(name));
        CHECK(ending_text(name).find('_') == std::string::npos);
    }
    CHECK(texts.size() == enum_names(StopReason{}).size());
    CHECK(ending_text("of_another_version") == "of_another_version");
}
