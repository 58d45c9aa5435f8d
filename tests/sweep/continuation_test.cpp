/// Every booster: a run that goes on from what a shorter one kept has the bits of the straight run.
#include "config/config.hpp"
#include "config/identity.hpp"
#include "config/run_spec.hpp"
#include "core/fields.hpp"
#include "data/load/load.hpp"
#include "support/configs.hpp"
#include "sweep/recorded_bits.hpp"
#include "sweep/runner.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::sweep;

namespace {

config::RunSpec spec_of(const std::string& text, const std::string& path, int rounds) {
    return test::parse_config(text, "run", "", {path + "=" + std::to_string(rounds)}).runs.front().spec;
}

struct Outcome {
    results::RunRecord record;
    std::optional<results::Checkpoint> kept;
};

Outcome run(const config::RunSpec& spec, const std::shared_ptr<const data::BinnedSplit>& split,
            std::optional<results::Checkpoint> start) {
    const Environment environment;
    PlanEntry entry;
    entry.run.spec = spec;
    entry.dataset_sha256 = split->provenance.sha256;
    Outcome outcome;
    RunContext context;
    context.environment = &environment;
    context.keep_state = [&](Archive state, Value info) {
        outcome.kept = results::Checkpoint{std::move(state), std::move(info)};
    };
    const auto live = live_run_of(entry);
    outcome.record = *execute_run(entry, split, std::move(start), context, *live);
    return outcome;
}

Archive untimed(const Archive& archive) {
    Archive kept;
    for (const auto& [name, array] : archive.arrays())
        if (name.find("seconds") == std::string::npos) kept.put_array(name, array);
    return kept;
}

std::string rounds_path(const config::RunSpec& spec) {
    if (std::holds_alternative<boosting::BanditProblemOptions>(spec.booster)) return "booster.plays";
    const boosting::TrialOptions* trials = field_of<boosting::TrialOptions>(spec.booster);
    return trials != nullptr && trials->count > 0 ? "booster.trials.count" : "booster.rounds";
}

}  // namespace

TEST_CASE("A run continued from a shorter one equals the straight one, for each booster", "[continuation]") {
    for (const test::GuardedRun& guarded : test::guarded_runs()) {
        if (!guarded.name.starts_with("booster ")) continue;
        INFO(guarded.name);
        const std::string path = rounds_path(test::parse_config(guarded.spec, "run").runs.front().spec);
        const config::RunSpec shorter = spec_of(guarded.spec, path, 5),
                              longer = spec_of(guarded.spec, path, 12);
        const auto split = std::make_shared<const data::BinnedSplit>(data::load_binned(
            shorter.dataset, data::default_data_root(), boosting::binning_of(shorter.learner)));
        const auto family = config::family_id(shorter, split->provenance.sha256);
        REQUIRE(family);
        CHECK(family == config::family_id(longer, split->provenance.sha256));
        Outcome first = run(shorter, split, std::nullopt);
        if (!first.kept) continue;  // it ended before its last round: a longer one ends there, too
        const Outcome continued = run(longer, split, std::move(first.kept));
        const Outcome straight = run(longer, split, std::nullopt);
        CHECK(untimed(continued.record.curves) == untimed(straight.record.curves));
        CHECK(continued.record.selector == straight.record.selector);
        CHECK(continued.record.model == straight.record.model);
    }
}

TEST_CASE("Runs whose policy takes its parameters from the number of rounds have no family",
          "[continuation]") {
    const auto family = [](const char* selector) {
        const std::string text = std::string(R"({"dataset": "waveform", "selector": )") + selector + "}";
        return config::family_id(test::parse_config(text, "run").runs.front().spec, "0");
    };
    CHECK(family(R"x("full")x"));
    CHECK(family(R"x("ucb(2)")x"));
    CHECK_FALSE(family(R"x("moss(2)")x"));
    CHECK(family(R"({"name": "bandit", "policy": {"name": "moss", "horizon": 100}, "k": 2})"));
    CHECK_FALSE(family(R"({"name": "bandit", "policy": {"name": "exp3", "gamma": 0}})"));
    CHECK(family(R"({"name": "bandit", "policy": {"name": "exp3", "gamma": 0.1}})"));
    CHECK(family(R"({"name": "bandit", "policy": {"name": "sw_ucb", "window": 50}})"));
    CHECK_FALSE(family(R"({"name": "bandit", "policy": {"name": "sw_ucb"}})"));
    CHECK_FALSE(family(R"({"name": "bandit", "policy": "exp3_p"})"));
    CHECK(family(R"({"name": "bandit", "policy": "exp3_p", "variant": "multiboost"})"));
    // A program is told how many decisions will come.
    CHECK_FALSE(family(R"({"name": "bandit", "policy": {"name": "external", "command": ["./mine"]}})"));
    CHECK(family(R"x("full")x") != family(R"x("ucb(2)")x"));
}
