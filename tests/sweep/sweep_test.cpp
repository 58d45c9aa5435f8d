#include "sweep/sweep.hpp"

#include "results/run_file.hpp"
#include "sweep/folder_check.hpp"
#include "sweep/support_sweep.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>

#include <catch2/catch.hpp>
#include <sched.h>

using namespace reboost;
using namespace reboost::sweep;
using reboost::test::Bench;
namespace fs = std::filesystem;

namespace {

/// A checkpoint and a failure, as of a process of this source.
void leave_behind(Bench& bench, const std::string& id, const results::SourceState& source,
                  double started_utc) {
    Value info = Value::object().set("started_utc", started_utc);
    results::put_source(info, source);
    bench.store.write_state(bench.store.checkpoint_of(id), Archive(), info);
    bench.store.record_failure(id, info);
}

/// Its failure an hour older than the run.
void make_older(Bench& bench, const std::string& id) {
    fs::last_write_time(bench.store.failure_path(id),
                        fs::last_write_time(bench.store.run_path(id)) - std::chrono::hours(1));
}

}  // namespace

TEST_CASE("a sweep computes every run once, a second one none") {
    Bench bench;
    const SweepSummary first = bench.sweep();
    CHECK(first.planned == 12);
    CHECK(first.computed == 12);
    CHECK(first.failed.empty());
    CHECK(bench.data.loads == 2);  // two data sets, one binning

    const SweepSummary second = bench.sweep();
    CHECK(second.done_before == 12);
    CHECK(second.computed == 0);
    CHECK(bench.data.loads == 2);
}

TEST_CASE("a run file says how it was made") {
    Bench bench;
    bench.sweep();
    const results::RunRecord record = bench.store.read(bench.store.list().front());
    for (const char* name : {"schema_version", "status", "stop_reason", "seed", "git_revision", "compiler",
                             "flags", "cpu", "host", "thread_mode", "dataset_sha256", "started_utc",
                             "ended_utc", "peak_memory_bytes", "resumed"})
        CHECK(record.attributes.find(name) != nullptr);
    CHECK(record.attributes.at("stop_reason").as_string() == "rounds_done");
    CHECK(record.curves.get<std::uint64_t>("round").size() == 20);
    CHECK(record.curves.get<double>("test_error").size() == 20);
    CHECK(record.selector.get<std::uint64_t>("pulls") == std::vector<std::uint64_t>{20});
    CHECK(record.spec.find("learner") != nullptr);
}

TEST_CASE("a run that throws is recorded, the others go on, and only_failed reruns exactly it") {
    Bench bench;
    bench.data.letter_is_broken = true;
    const SweepSummary first = bench.sweep();
    CHECK(first.computed == 6);
    REQUIRE(first.failed.size() == 6);
    CHECK(first.failed.front().type == "bad_data");
    CHECK_THAT(first.failed.front().message, Catch::Contains("letter.data:3:7"));
    const Plan failed = bench.plan();
    CHECK(failed.count(RunState::failed) == 6);
    for (const PlanEntry& entry : failed.entries)
        CHECK((entry.failure.find("letter.data:3:7") != std::string::npos) ==
              (entry.state == RunState::failed));

    bench.data.letter_is_broken = false;
    bench.options.only_failed = "";
    const SweepSummary second = bench.sweep();
    CHECK(second.computed == 6);
    CHECK(second.failed.empty());
    CHECK(bench.store.failures().empty());
    CHECK(bench.plan().count(RunState::done) == 12);
}

TEST_CASE("out of memory and errors of training are failures of their own kinds") {
    Bench bench;
    bench.on_round = [](std::size_t round) {
        if (round == 5) throw std::bad_alloc();
    };
    CHECK(bench.sweep().failed.front().type == "out_of_memory");
    bench.on_round = [](std::size_t round) {
        if (round == 7) throw NotANumberError("the edge is NaN");
    };
    CHECK(bench.sweep().failed.front().type == "not_a_number");
}

TEST_CASE("a drained sweep keeps checkpoints, and its continuation equals an undisturbed sweep") {
    Bench calm, disturbed;
    calm.sweep();
    for (int times = 0; times < 200 && disturbed.plan().count(RunState::done) < 12; ++times) {
        std::atomic<int> rounds{0};
        disturbed.on_round = [&](std::size_t) {
            if (++rounds == 7) disturbed.drain.request();
        };
        const SweepSummary summary = disturbed.sweep();
        CHECK(summary.failed.empty());
        CHECK(summary.drained == (rounds >= 7 && disturbed.plan().count(RunState::done) < 12));
        if (summary.interrupted > 0) CHECK(disturbed.store.list_checkpoints().size() >= summary.interrupted);
    }
    CHECK(disturbed.store.list_checkpoints().empty());
    disturbed.check_same_results(calm);
    const auto resumed = disturbed.store.header(disturbed.store.list().front()).attributes.at("resumed");
    CHECK(resumed.as_integer() > 0);
}

TEST_CASE("a sweep that is asked to end as its last run ends is not interrupted") {
    Bench bench;
    bench.options.jobs = 1;
    int rounds = 0;
    bench.on_round = [&](std::size_t) {
        if (++rounds == 12 * 20) bench.drain.request();
    };
    const SweepSummary summary = bench.sweep();
    CHECK(summary.computed == 12);
    CHECK_FALSE(summary.drained);
}

TEST_CASE("of an interrupted sweep of failed runs no others were asked for") {
    Bench bench;
    bench.data.letter_is_broken = true;
    bench.options.jobs = 1;
    CHECK(bench.sweep().failed.size() == 6);
    results::Store(bench.folder.path()).take_out({bench.store.list().front()});
    bench.data.letter_is_broken = false;
    bench.options.only_failed = "";
    bench.on_round = [&](std::size_t round) {
        if (round == 3) bench.drain.request();
    };
    const SweepSummary summary = bench.sweep();
    CHECK(summary.drained);
    CHECK(summary.planned - summary.done_before == 7);
    CHECK(summary.asked == 6);
    CHECK(summary.interrupted == 1);
}

TEST_CASE("checkpoints after every round change nothing") {
    Bench calm, careful;
    calm.options.checkpoint_seconds = 1e9;
    careful.options.checkpoint_seconds = 0;
    calm.sweep();
    careful.options.jobs = 1;
    std::atomic<int> without{0};
    careful.on_round = [&](std::size_t round) {  // of 19 checkpoints by then the writer holds 17 at most
        if (round == 20 && careful.store.list_checkpoints().empty()) ++without;
    };
    careful.sweep();
    CHECK(without == 0);
    careful.check_same_results(calm);
    CHECK(careful.store.list_checkpoints().empty());
}

TEST_CASE("a checkpoint that cannot be used costs time, not the run") {
    Bench calm, bench;
    calm.sweep();
    Archive nonsense;
    nonsense.put_scalar("recorder/rounds", std::uint64_t{3});
    Value info = Value::object();
    info.set("rounds", 3).set("started_utc", 0.0).set("resumed", 0);
    for (const PlanEntry& entry : bench.plan().entries)
        bench.store.write_state(bench.store.checkpoint_of(entry.id), nonsense, info);
    CHECK(bench.sweep().failed.empty());
    CHECK_THAT(bench.log.str(), Catch::Contains("begins anew"));
    bench.check_same_results(calm);
}

TEST_CASE("a checkpoint that was resumed an impossible number of times begins anew") {
    for (const std::int64_t times : {std::int64_t{-1}, std::int64_t{1'000'000'001}}) {
        Bench calm, bench;
        calm.sweep();
        bench.begin_one([&](Value& info) { info.set("resumed", times); });
        CHECK(bench.sweep().failed.empty());
        CHECK_THAT(bench.log.str(), Catch::Contains("was resumed " + std::to_string(times) + " times"));
        bench.check_same_results(calm);
    }
}

TEST_CASE("what a kill right after a run was stored leaves of it goes with the next sweep") {
    Bench bench;
    bench.sweep();
    const Plan plan = bench.plan();
    for (const PlanEntry& entry : plan.entries) {
        leave_behind(bench, entry.id, bench.source, bench.clock.now);
        make_older(bench, entry.id);
    }
    REQUIRE(bench.store.list_checkpoints().size() == plan.entries.size());
    CHECK(bench.sweep().computed == 0);
    CHECK(bench.store.list_checkpoints().empty());
    CHECK(bench.store.failures().empty());
}

TEST_CASE("a sweep leaves the checkpoints of processes that compute its stored runs for themselves") {
    Bench bench;
    bench.sweep();
    const std::vector<std::string> ids = bench.store.list();
    const std::string &held = ids[0], &of_another_source = ids[1], &left = ids[3];
    for (const std::string& id : {held, left})
        leave_behind(bench, id, bench.source, bench.clock.now);
    leave_behind(bench, of_another_source, {"5809a54c21d7-dirty", "1a2b3c4d5e6f7a8b"}, bench.clock.now);
    for (const std::string& id : {held, of_another_source, left})
        make_older(bench, id);
    std::vector<std::string> stay{held, of_another_source};
    std::ranges::sort(stay);
    const auto claim = bench.store.try_hold(held);
    CHECK(check_folder(bench.store).findings.size() == 1);
    CHECK(bench.sweep().computed == 0);
    CHECK(bench.store.list_checkpoints() == stay);
    CHECK(bench.store.failures().size() == 2);
    CHECK(check_folder(bench.store).findings.empty());
}

TEST_CASE("the number of jobs changes no result") {
    Bench one, three;
    one.options.jobs = 1;
    three.options.jobs = 3;
    one.sweep();
    three.sweep();
    three.check_same_results(one);
}

TEST_CASE("shards cover the plan exactly once") {
    Bench bench;
    std::multiset<std::string> ids;
    for (std::size_t i = 1; i <= 5; ++i)
        for (const PlanEntry& entry : bench.plan(Shard{i, 5}).entries)
            ids.insert(entry.id);
    CHECK(ids.size() == 12);
    CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == 12);
}

TEST_CASE("a run of more rounds goes on from what a shorter one kept, and equals the straight one") {
    Bench straight, pieces;
    straight.overrides = {"booster.rounds=30"};
    straight.sweep();
    pieces.options.keep_state = true;
    pieces.sweep();  // 20 rounds
    CHECK(results::ids_in(pieces.store.folder() / "states", ".h5").size() == 12);
    std::atomic<std::size_t> rounds{0};
    pieces.on_round = [&](std::size_t) { ++rounds; };
    pieces.overrides = straight.overrides;
    CHECK(pieces.sweep().computed == 12);
    CHECK(rounds == 12 * 11);  // from round 19 on
    for (const std::string& id : straight.store.list()) {
        CHECK(pieces.store.read(id).curves == straight.store.read(id).curves);
        CHECK(pieces.store.read(id).model == straight.store.read(id).model);
    }
    CHECK(results::ids_in(pieces.store.folder() / "states", ".h5").size() == 12);  // those of 29 rounds now
}

TEST_CASE("a state that does not prove itself is set aside and costs time, not the run") {
    Bench straight, bench;
    straight.overrides = {"booster.rounds=30"};
    straight.sweep();
    bench.options.keep_state = true;
    bench.sweep();
    for (const std::string& family : results::ids_in(bench.store.folder() / "states", ".h5"))
        std::ofstream(bench.store.state_of(family).path, std::ios::app) << "x";
    bench.overrides = straight.overrides;
    CHECK(bench.sweep().failed.empty());
    for (const std::string& id : straight.store.list())
        CHECK(bench.store.read(id).curves == straight.store.read(id).curves);
}

TEST_CASE("a plan distinguishes running, begun and failed runs from those to do") {
    Bench bench;
    const Plan before = bench.plan();
    const auto claim = bench.store.try_hold(before.entries[0].id);
    bench.store.write_state(bench.store.checkpoint_of(before.entries[0].id), Archive(), Value::object());
    bench.store.write_state(bench.store.checkpoint_of(before.entries[1].id), Archive(), Value::object());
    bench.store.record_failure(before.entries[2].id, Value::object());
    const Plan plan = bench.plan();
    CHECK(plan.entries[0].state_text() == "running");
    CHECK(plan.entries[1].state_text() == "begun");
    CHECK(plan.entries[2].state_text() == "failed");
    CHECK(plan.entries[3].state_text() == "to do");
    CHECK(plan.count(RunState::done) == 0);
    CHECK(plan.count("to do") == 9);
}

TEST_CASE("the longest runs start first") {
    Bench bench;
    const Plan plan = bench.plan();
    const std::vector<std::size_t> order = execution_order(plan);
    REQUIRE(order.size() == 12);
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(plan.entries[order[i]].run.spec.dataset.name == "pendigits");
    CHECK(std::is_sorted(order.begin(), order.begin() + 6, [&](std::size_t a, std::size_t b) {
        return plan.entries[a].cost.seconds > plan.entries[b].cost.seconds;
    }));
}

TEST_CASE("a k above the number of features is refused before anything runs") {
    Bench bench;
    bench.overrides = {"selector={\"name\":\"random\",\"k\":17}"};
    CHECK_THROWS_WITH(bench.plan(),
                      Catch::Contains("selector.k is 17") && Catch::Contains("only 16 features"));
}

TEST_CASE("a run in timing mode is bound to as many CPUs as it has threads, others go where they may") {
    cpu_set_t all;
    REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    for (const bool timing : {false, true}) {
        Bench bench;
        bench.overrides = {timing ? "timing=\"timing\"" : "timing=\"throughput\""};
        std::atomic<int> least{CPU_SETSIZE}, most{0};
        bench.on_round = [&](std::size_t) {
            cpu_set_t own;
            sched_getaffinity(0, sizeof own, &own);
            least = std::min(least.load(), CPU_COUNT(&own));
            most = std::max(most.load(), CPU_COUNT(&own));
        };
        CHECK(bench.sweep().failed.empty());
        CHECK(least == (timing ? 1 : CPU_COUNT(&all)));
        CHECK(most == least);
    }
}

TEST_CASE("runs in timing mode go one at a time after the others") {
    Bench bench;
    bench.overrides = {"timing=\"timing\""};
    std::atomic<int> inside{0}, most{0};
    bench.options.jobs = 4;
    bench.on_round = [&](std::size_t round) {
        if (round == 1) most = std::max(most.load(), ++inside);
        if (round == 20) --inside;
    };
    CHECK(bench.sweep().computed == 12);
    CHECK(most == 1);
    const auto header = bench.store.header(bench.store.list().front());
    CHECK(header.attributes.at("thread_mode").as_string() == "timing, 1 run at once, 1 thread per run");
}

TEST_CASE("a folder that takes no results fails each run; one that takes nothing ends the sweep") {
    for (const char* refused : {"runs", "open"}) {
        Bench bench;
        std::filesystem::remove_all(bench.folder.path() / refused);
        std::ofstream(bench.folder.path() / refused) << "in the way";
        CAPTURE(refused);
        if (refused == std::string("runs")) {
            const sweep::SweepSummary summary = bench.sweep();
            CHECK(summary.failed.size() == 12);
            CHECK(summary.failed.front().type == "io_error");
        } else {
            CHECK_THROWS_AS(bench.sweep(), IoError);
        }
    }
}
