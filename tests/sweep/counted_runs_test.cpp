/// Which stored runs a sweep takes for done.
#include "config/identity.hpp"
#include "core/checksum.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "results/run_file.hpp"
#include "support/configs.hpp"
#include "sweep/folder_check.hpp"
#include "sweep/support_sweep.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::test;
using Catch::Contains;

namespace {

/// Gives a stored run another origin.
void store_as_of(Bench& bench, const std::string& id, const std::string& revision,
                 const std::string& sha256) {
    results::RunRecord record = bench.store.read(id);
    results::put_source(record.attributes, {revision, sha256});
    record.attributes.set("mark", "old");
    bench.store.write(record);
}

}  // namespace

TEST_CASE("Runs of another modified source are computed anew, and the plan says why", "[sweep][source]") {
    Bench bench;
    bench.sweep();
    const std::vector<std::string> ids = bench.store.list();
    for (std::size_t i = 0; i < 3; ++i)
        store_as_of(bench, ids[i], "5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b");
    store_as_of(bench, ids[3], "5809a54c21d7-dirty", "");
    store_as_of(bench, ids[4], "5809a54c21d7", "");

    const sweep::Plan plan = bench.plan();
    CHECK(plan.count(sweep::RunState::done) == 8);
    const std::vector<std::string> lines = plan.recomputed();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "3 runs came from a modified source (hash 1a2b3c4d5e6f) and are computed anew");
    CHECK_THAT(lines[1], Contains("1 run ") && Contains("no hash") && Contains("5809a54c21d7-dirty"));

    CHECK(bench.sweep().computed == 4);
    for (const std::string& id : ids)
        CHECK((bench.store.header(id).attributes.find("mark") != nullptr) == (id == ids[4]));
    CHECK(bench.sweep().computed == 0);
}

TEST_CASE("Runs of the very same modified source count", "[sweep][source]") {
    Bench bench;
    bench.sweep();
    for (const std::string& id : bench.store.list())
        store_as_of(bench, id, "5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b");
    bench.source = {"5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b"};
    CHECK(bench.plan().recomputed().empty());
    CHECK(bench.sweep().computed == 0);
}

TEST_CASE("recompute computes everything from the beginning and replaces what is stored", "[sweep][source]") {
    Bench bench, fresh;
    fresh.sweep();
    bench.sweep();
    const std::vector<std::string> ids = bench.store.list();
    for (const std::string& id : ids)
        store_as_of(bench, id, "5809a54c21d7", "");
    bench.recompute = true;
    const sweep::SweepSummary summary = bench.sweep();
    CHECK(summary.computed == 12);
    CHECK(summary.done_before == 0);
    for (const std::string& id : ids)
        CHECK(bench.store.header(id).attributes.find("mark") == nullptr);
    bench.check_same_results(fresh);
}

TEST_CASE("What recompute takes the place of is kept; an interruption is gone on from without it",
          "[sweep][source]") {
    Bench bench, fresh;
    fresh.sweep();
    const std::string begun = bench.begin_one([](Value&) {});
    const results::Checkpoint old = *read_state(bench.store.checkpoint_of(begun));
    bench.sweep();
    bench.store.write_state(bench.store.checkpoint_of(begun), old.state, old.info);
    bench.recompute = true;
    bench.options.jobs = 1;
    std::size_t rounds = 0;
    bench.on_round = [&](std::size_t) {
        if (++rounds == 50) bench.drain.request();  // in the third run
    };
    const sweep::SweepSummary first = bench.sweep();
    CHECK(first.computed == 2);
    CHECK(first.interrupted == 1);
    CHECK(results::ids_in(bench.store.folder() / "replaced", ".h5").size() == 12);
    bench.recompute = false;
    bench.on_round = [&](std::size_t) { ++rounds; };
    const sweep::SweepSummary second = bench.sweep();
    CHECK(second.done_before == 2);
    CHECK(second.computed == 10);
    CHECK(rounds == 12 * 20);
    bench.check_same_results(fresh);
}

TEST_CASE("recompute leaves the runs that a process computes now", "[sweep][source]") {
    Bench bench;
    bench.sweep();
    const std::string held = bench.store.list().front();
    const auto claim = bench.store.try_hold(held);
    bench.recompute = true;
    std::ostringstream log;
    sweep::Progress progress(log, sweep::ProgressMode::quiet, bench.clock);
    sweep::make_room(bench.plan(), bench.store, progress);
    CHECK(bench.store.list() == std::vector<std::string>{held});
}

TEST_CASE("Old results that are gathered during a sweep are still old", "[sweep][source]") {
    Bench bench;
    bench.sweep();
    for (const std::string& id : bench.store.list())
        store_as_of(bench, id, "5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b");
    bench.options.jobs = 1;
    bool moved = false;
    bench.on_round = [&](std::size_t) {
        if (!std::exchange(moved, true)) results::Store(bench.folder.path()).gather_small_runs(1);
    };
    const sweep::SweepSummary summary = bench.sweep();
    CHECK(summary.computed == 12);
    CHECK(summary.elsewhere == 0);
    for (const std::string& id : bench.store.list())
        CHECK(bench.store.header(id).attributes.find("mark") == nullptr);
}

TEST_CASE("recompute takes runs out of collections, and takes what another process stores meanwhile",
          "[sweep][source]") {
    Bench bench;
    bench.sweep();
    const std::vector<std::string> ids = bench.store.list();
    for (const std::string& id : ids)
        store_as_of(bench, id, "5809a54c21d7", "");
    results::RunRecord unrelated = bench.store.read(ids.front());
    unrelated.id = std::string(64, 'a');
    bench.store.write(unrelated);
    bench.store.gather_small_runs(1);
    bench.recompute = true;
    bench.options.jobs = 1;
    const sweep::Plan plan = bench.plan();
    const std::string last = plan.entries[sweep::execution_order(plan).back()].id;
    results::RunRecord anew = bench.store.read(last);
    anew.attributes.set("mark", "new");
    bool stored = false;
    bench.on_round = [&](std::size_t) {
        if (!std::exchange(stored, true)) results::Store(bench.folder.path()).write(anew);
    };
    const sweep::SweepSummary summary = bench.sweep();
    CHECK(summary.computed == 11);
    CHECK(summary.elsewhere == 1);
    CHECK_THAT(bench.log.str(), Contains("[12/12]") && Contains(": computed by another process"));
    for (const std::string& id : ids) {
        const Value attributes = bench.store.header(id).attributes;
        CHECK((attributes.find("mark") != nullptr) == (id == last));
    }
    CHECK(bench.store.contains(unrelated.id));
}

TEST_CASE("A damaged file before a gathered run of a modified source makes it no result", "[sweep][source]") {
    Bench bench;
    bench.sweep();
    const std::string id = bench.store.list().front();
    store_as_of(bench, id, "5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b");
    bench.store.gather_small_runs(1);
    std::ofstream(bench.store.run_path(id)) << "?";
    const sweep::SweepSummary summary = bench.sweep();
    CHECK(summary.computed == 1);
    CHECK(summary.elsewhere == 0);
    CHECK(bench.store.header(id).attributes.find("mark") == nullptr);
}

TEST_CASE("What another modified source stores during a sweep is not taken for its result",
          "[sweep][source]") {
    Bench bench;
    bench.options.jobs = 1;
    const sweep::Plan plan = bench.plan();
    const std::string last = plan.entries[sweep::execution_order(plan).back()].id;
    Bench other;
    other.sweep();
    bool stored = false;
    bench.on_round = [&](std::size_t) {
        if (std::exchange(stored, true)) return;
        results::RunRecord theirs = other.store.read(last);
        results::put_source(theirs.attributes, {"5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b"});
        results::Store(bench.folder.path()).write(theirs);
    };
    CHECK(bench.sweep().computed == 12);
    bench.check_same_results(other);
}

TEST_CASE("A checkpoint of another modified source is not gone on from", "[sweep][source]") {
    Bench bench, fresh;
    fresh.sweep();
    const std::string begun = bench.begin_one([](Value& info) {
        results::put_source(info, {"5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b"});
    });
    bench.sweep();
    CHECK_THAT(bench.log.str(), Contains("begins anew, its checkpoint came from a modified source"));
    CHECK(bench.store.header(begun).attributes.at("resumed") == Value(0));
    bench.check_same_results(fresh);
}

TEST_CASE("What an interruption left of a stored run is removed, unless another modified source left it",
          "[sweep][source]") {
    Bench bench;
    const std::string id = bench.begin_one([](Value&) {});
    const results::Checkpoint begun = *read_state(bench.store.checkpoint_of(id));
    bench.sweep();
    const Value ours = begun.info;
    Value others = ours;
    results::put_source(others, {"5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b"});
    const auto stays = [&](const Value* checkpoint, const Value* failure) {
        if (checkpoint != nullptr)
            bench.store.write_state(bench.store.checkpoint_of(id), begun.state, *checkpoint);
        if (failure != nullptr) bench.store.record_failure(id, *failure);
        CHECK(bench.sweep().done_before == 12);
        const bool there = bench.store.failure(id) || !bench.store.list_checkpoints().empty();
        bench.store.clear_remains(id);
        return there;
    };
    CHECK_FALSE(stays(&ours, nullptr));
    CHECK_FALSE(stays(nullptr, &ours));
    CHECK_FALSE(stays(&ours, &ours));
    CHECK(stays(&others, nullptr));
    CHECK(stays(nullptr, &others));
    CHECK(stays(&others, &ours));
    CHECK(stays(&ours, &others));
}

TEST_CASE("the content of a file of prices is part of a run's identity", "[sweep]") {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "prices.txt").string();
    const auto ids = [&](const std::string& prices, const std::string& rule) {
        std::ofstream(file) << prices;
        const std::vector<config::SweepConfig> configs{test::parse_config(
            R"({"dataset": "spambase", "booster": {"name": "speedboost", "prices": {"rule": ")" + rule +
                R"(", "file": ")" + file + R"("}}})",
            "priced.json")};
        FakeData data;
        data.classes = 2;
        const results::Store store(folder.path() / "results");
        const sweep::Plan plan = sweep::make_plan(configs, store, data, {});
        config::RunSpec spec = plan.entries.at(0).run.spec;
        return std::pair(plan.entries.at(0).id, field_of<boosting::PriceOptions>(spec.booster)->file_sha256);
    };
    const auto first = ids("1 2 3", "file"), second = ids("1 2 4", "file");
    CHECK(first.first != second.first);
    CHECK(first.second == sha256_hex("1 2 3"));
    CHECK(ids("1 2 3", "file") == first);
    CHECK(ids("1 2 3", "uniform") == ids("1 2 4", "uniform"));  // the file is not read
}

TEST_CASE("Reference results that count stand for runs, but where all is computed anew", "[sweep][source]") {
    Bench of_others, own;
    of_others.sweep();
    of_others.store.gather_small_runs(1);
    const std::filesystem::path reference = of_others.folder.path() / "collections";
    const std::vector<config::SweepConfig> configs{
        test::parse_config(kTwelveRuns, "twelve.json", "", {"seed={\"range\": [1, 4]}"})};
    const auto plan = [&](const std::filesystem::path& folder, bool recompute,
                          const results::SourceState& source) {
        return sweep::make_plan(configs, own.store, own.data,
                                {std::nullopt, false, folder, recompute, source});
    };
    CHECK(plan(reference, false, own.source).count(sweep::RunState::done) == 12);
    CHECK(plan(reference, false, own.source).entries.size() == 16);
    CHECK(plan(reference, true, own.source).count(sweep::RunState::done) == 0);
    CHECK(plan({}, false, own.source).count(sweep::RunState::done) == 0);
    const std::string junk(64, 'a');
    std::ofstream(reference / (junk + ".h5")) << "no collection";
    const sweep::Plan damaged = plan(reference, false, own.source);
    CHECK(damaged.count(sweep::RunState::done) == 12);
    REQUIRE(damaged.damaged.size() == 1);
    CHECK_THAT(damaged.damaged.front(), Contains(junk) && Contains("Its runs do not count"));
}
