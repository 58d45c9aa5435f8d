#pragma once
/// A config, a store in a temporary folder and fakes for the rest: one sweep in a line.
#include "support/configs.hpp"
#include "support/temporary_folder.hpp"
#include "sweep/fakes.hpp"
#include "sweep/plan.hpp"

#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

namespace reboost::test {

inline constexpr std::string_view kTwelveRuns = R"({
    "dataset": ["letter", "pendigits"],
    "learner": "stump",
    "selector": [{"name": "random", "k": 1}, {"name": "random", "k": 2}],
    "booster": {"name": "adaboost_mh", "rounds": 20},
    "seed": {"range": [1, 3]}
})";

struct Bench {
    TemporaryFolder folder;
    results::Store store{folder.path()};
    FakeData data;
    StepClock clock;
    sweep::SweepOptions options;
    sweep::DrainFlag drain;
    FakeBooster::Hook on_round;
    std::vector<std::string> overrides;
    std::ostringstream log;
    bool recompute = false;
    std::optional<sweep::Shard> shard;
    results::SourceState source = results::this_source();

    sweep::Plan plan() { return plan(shard); }
    sweep::Plan plan(std::optional<sweep::Shard> part) {
        const std::vector<config::SweepConfig> configs{
            test::parse_config(kTwelveRuns, "twelve.json", "", overrides)};
        return sweep::make_plan(configs, store, data, {part, false, {}, recompute, source});
    }

    sweep::SweepSummary sweep() {
        sweep::Environment environment;
        environment.data = &data;
        environment.clock = &clock;
        environment.make_booster = [this](const boosting::Recipe& recipe, const auto& split, const auto&) {
            const std::uint64_t seed = recipe.seed * 1000 + split->name.size();
            return std::make_unique<FakeBooster>(seed, sweep::rounds_of(recipe.booster), on_round);
        };
        drain.reset();
        sweep::Progress progress(log, sweep::ProgressMode::plain, clock);
        return sweep::run_sweep(plan(), store, environment, options, progress, drain);
    }

    /// Computes one run up to its tenth round and changes what its checkpoint says; its id.
    template <class Change>
    std::string begin_one(Change change) {
        options.jobs = 1;
        on_round = [this](std::size_t round) {
            if (round == 10) drain.request();
        };
        sweep();
        on_round = nullptr;
        const std::vector<std::string> begun = store.list_checkpoints();
        REQUIRE(begun.size() == 1);
        results::Checkpoint checkpoint = *read_state(store.checkpoint_of(begun.front()));
        change(checkpoint.info);
        store.write_state(store.checkpoint_of(begun.front()), checkpoint.state, checkpoint.info);
        return begun.front();
    }

    /// The same runs with the same curves, selector arrays and models, bit for bit.
    void check_same_results(const Bench& other) const {
        REQUIRE(store.list() == other.store.list());
        for (const std::string& id : store.list()) {
            const results::RunRecord ours = store.read(id), theirs = other.store.read(id);
            CHECK(ours.curves == theirs.curves);
            CHECK(ours.selector == theirs.selector);
            CHECK(ours.model == theirs.model);
            CHECK(ours.spec == theirs.spec);
        }
    }
};

}  // namespace reboost::test
