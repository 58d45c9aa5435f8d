#include "app/program.hpp"
#include "core/rng.hpp"
#include "files/atomic_file.hpp"
#include "results/store.hpp"
#include "sweep/snapshot.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/resource.h>

using namespace reboost;
using Catch::Contains;
using nlohmann::json;
using test::Outcome;
using test::Program;

namespace {

/// Six runs of some tenths of a second each.
constexpr const char* kSix =
    R"({"dataset": {"name": "waveform", "rows": 400, "test_rows": 400}, "learner": "stump",
    "selector": [{"name": "random", "k": 2}, {"name": "eps_greedy", "k": 2}, {"name": "exp3_p", "k": 1}],
    "booster": {"name": "adaboost_mh", "rounds": 3000}, "seed": [1, 2]})";

/// Curves without what a clock measured.
Archive deterministic(const Archive& curves) {
    Archive kept;
    for (const auto& [name, array] : curves.arrays())
        if (array.units != "s") kept.put_array(name, array);
    return kept;
}

void check_same(const std::filesystem::path& a, const std::filesystem::path& b) {
    const results::Store ours(a, results::OpenMode::read_only), theirs(b, results::OpenMode::read_only);
    REQUIRE(ours.list().size() == 6);
    REQUIRE(ours.list() == theirs.list());
    for (const std::string& id : ours.list()) {
        const results::RunRecord one = ours.read(id), other = theirs.read(id);
        CHECK(deterministic(one.curves) == deterministic(other.curves));
        CHECK(one.model == other.model);
        CHECK(one.selector == other.selector);
    }
}

}  // namespace

TEST_CASE("run, rerun, status, show: JSON where a program reads it") {
    const Program reboost;
    const std::string config = reboost.write("six.json", kSix).string(),
                      results = (reboost.folder / "r").string();
    const std::vector<std::string> more{"--set", "booster.rounds=20", "--results", results, "--json"};
    auto with = [&](std::vector<std::string> words) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const json plan = json::parse(reboost(with({"plan", config})).out);
    CHECK(plan["runs"].size() == 6);
    CHECK(plan["runs"][0]["state"] == "to do");
    CHECK_FALSE(std::filesystem::exists(results));  // a plan changes nothing

    const Outcome first = reboost(with({"run", config}));
    CHECK(first.status == 0);
    CHECK(json::parse(first.out)["computed"] == 6);
    CHECK(json::parse(reboost(with({"run", config})).out)["computed"] == 0);
    CHECK_THAT(reboost({"run", config, "--set", "booster.rounds=20", "--results", results}).out,
               Contains("nothing computed anew"));
    CHECK(json::parse(reboost({"status", "--results", results, "--json"}).out)["finished"] == 6);

    const std::string id = plan["runs"][0]["id"];
    const json shown =
        json::parse(reboost({"runs", "show", id.substr(0, 10), "--results", results, "--json"}).out);
    CHECK(shown["id"] == id);
    CHECK(shown["last"]["round"] == 20);
}

TEST_CASE("shards of one config compute each run once") {
    const Program reboost;
    const std::string config = reboost.write("six.json", kSix).string(),
                      results = (reboost.folder / "r").string();
    int computed = 0;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const Outcome outcome = reboost(
            {"run", config, "--set", "booster.rounds=20", "--results", results, "--shard", shard, "--json"});
        CHECK(outcome.status == 0);
        computed += json::parse(outcome.out)["computed"].get<int>();
    }
    CHECK(computed == 6);
    CHECK(results::Store(results).list().size() == 6);
}

TEST_CASE("runs with reference results are not computed anew") {
    const Program reboost;
    const std::string config = reboost.write("six.json", kSix).string(),
                      results = (reboost.folder / "r").string(), kept = (reboost.folder / "kept").string();
    const std::vector<std::string> run{"run",       config,  "--set",       "booster.rounds=20",
                                       "--results", results, "--reference", kept};
    CHECK(reboost(run).status == 2);  // no such folder
    std::filesystem::create_directory(kept);
    std::vector<std::string> planned = run;
    planned.front() = "plan";
    planned.emplace_back("--json");
    const json plan = json::parse(reboost(planned).out);
    const auto reference = [&](std::size_t i, const std::string& revision, const std::string& verified) {
        results::RunRecord record;
        record.id = plan["runs"][i]["id"].get<std::string>();
        record.attributes.set("git_revision", revision).set("verified_by", verified);
        return results::to_stored(record);
    };
    const auto write = [&](const std::string& name, const std::vector<results::StoredRun>& runs) {
        files::write_file_atomically(kept + "/" + name + ".h5", results::to_collection(runs, name));
    };
    write("sound", {reference(0, "0123456789ab", ""), reference(3, "0123456789ab-dirty", "0123456789ab"),
                    reference(4, "0123456789ab-dirty", "")});  // it does not count
    write("damaged", {reference(5, "0123456789ab", "")});
    std::filesystem::resize_file(kept + "/damaged.h5", 500);
    std::vector<std::string> counted = run;
    counted.emplace_back("--json");
    const Outcome outcome = reboost(counted);
    CHECK(json::parse(outcome.out)["computed"] == 4);
    CHECK_THAT(outcome.err, Contains("damaged.h5"));
    CHECK(results::Store(results).list().size() == 4);
    // A damaged file of a run whose reference result counts.
    const std::filesystem::path damaged = results::Store(results).run_path(plan["runs"][0]["id"]);
    std::ofstream(damaged) << "?";
    const Outcome named = reboost(counted);
    CHECK(json::parse(named.out)["computed"] == 0);
    CHECK_THAT(named.err, Contains(damaged.string()) && Contains("takes its reference result"));
    CHECK_FALSE(std::filesystem::exists(damaged));
}

TEST_CASE("two processes on one results folder compute nothing twice and both end well") {
    const Program reboost;
    const std::string config = reboost.write("six.json", kSix).string(),
                      results = (reboost.folder / "r").string();
    const std::vector<std::string> command{"run", config, "--results", results, "--json", "--jobs", "1"};
    const pid_t a = reboost.start(command, "a"), b = reboost.start(command, "b");
    const Outcome one = reboost.wait(a, "a"), two = reboost.wait(b, "b");
    CAPTURE(one.err, two.err);
    CHECK(one.status == 0);
    CHECK(two.status == 0);
    CHECK(json::parse(one.out)["computed"].get<int>() + json::parse(two.out)["computed"].get<int>() == 6);
    CHECK(results::Store(results).list().size() == 6);
}

TEST_CASE("kill -9 ten times at random moments, then the same command: equal to an undisturbed sweep") {
    const Program reboost;
    const std::string config = reboost.write("six.json", kSix).string();
    const std::filesystem::path calm = reboost.folder / "calm", killed = reboost.folder / "killed";
    REQUIRE(reboost({"run", config, "--results", calm.string()}).status == 0);
    const std::vector<std::string> command{
        "run", config, "--results", killed.string(), "--checkpoint-seconds", "0.01"};
    Rng rng(20, "moments");
    for (int i = 0; i < 10; ++i) {
        const pid_t child = reboost.start(command);
        poll(nullptr, 0, static_cast<int>(rng.below(60)));  // the random moment is the point of the test
        kill(child, SIGKILL);
        reboost.wait(child);
        const results::Store store(killed, results::OpenMode::read_only);
        for (const std::string& id : store.list())
            CHECK_NOTHROW(store.read(id));
    }
    const Outcome last = reboost(command);
    CAPTURE(last.err);
    CHECK(last.status == 0);
    check_same(calm, killed);
    CHECK(results::Store(killed).list_checkpoints().empty());
    CHECK(results::Store(killed).running().empty());
}

TEST_CASE("status --watch goes on while a sweep is under way that holds no run") {
    const Program reboost;
    const std::string results = (reboost.folder / "r").string();
    const results::Store store(results);
    sweep::write_live_file(store.folder() / "sweeps" / "this.json", {}, {}, false);
    const pid_t child = reboost.start({"status", "--watch", "--results", results});
    while (test::text_of(reboost.folder / "run.out").empty())
        poll(nullptr, 0, 5);
    kill(child, SIGTERM);
    CHECK(reboost.wait(child).status == 128 + SIGTERM);
    sweep::write_live_file(store.folder() / "sweeps" / "this.json", {}, {}, true);
    CHECK(reboost({"status", "--watch", "--results", results}).status == 0);
}

TEST_CASE("a failed run with a checkpoint counts as failed alone, and status prints UTF-8 only") {
    const Program reboost;
    const std::string results = (reboost.folder / "r\xff\x9b").string(), id(64, 'a');
    results::Store store(results);
    store.write_state(store.checkpoint_of(id), {}, Value::object());
    CHECK_THAT(reboost({"status", "--results", results}).out, Contains("0 failed, 1 begun"));
    store.record_failure(id, Value::object());
    CHECK_THAT(reboost({"status", "--results", results}).out, Contains("1 failed, 0 begun"));
    const json status = json::parse(reboost({"status", "--results", results, "--json"}).out);
    CHECK(status["begun"].empty());
    CHECK(status["results"] == (reboost.folder / "r??").string());
}

TEST_CASE("SIGINT drains with status 130 and says how to go on") {
    const Program reboost;
    const std::string config = reboost.write("six.json", kSix).string();
    const std::filesystem::path drained = reboost.folder / "drained";
    const std::vector<std::string> long_run{
        "run",  config,      "--set",         "booster.rounds=200000", "--checkpoint-seconds",
        "0.02", "--results", drained.string()};
    const pid_t child = reboost.start(long_run);
    // A checkpoint tells that a run is under way and the signals are watched; the runs would last for
    // minutes.
    while (results::Store(drained).list_checkpoints().empty())
        poll(nullptr, 0, 5);
    kill(child, SIGINT);
    const Outcome outcome = reboost.wait(child);
    CHECK(outcome.status == 130);
    CHECK_THAT(outcome.err, Contains("To go on: reboost run " + config));
    CHECK(results::Store(drained).running().empty());
    CHECK_FALSE(results::Store(drained).list_checkpoints().empty());

    // What --recompute took the place of is out of the way: to go on is to compute what is missing.
    std::vector<std::string> again = long_run;
    again.emplace_back("--recompute");
    const pid_t other = reboost.start(again);
    while (results::Store(drained, results::OpenMode::read_only).running().empty())
        poll(nullptr, 0, 5);
    kill(other, SIGINT);
    const Outcome recomputed = reboost.wait(other);
    CHECK(recomputed.status == 130);
    CHECK_THAT(recomputed.err, Contains("To go on: reboost run " + config) && !Contains("--recompute"));
}

#ifndef __SANITIZE_ADDRESS__  // whose shadow takes terabytes of addresses
TEST_CASE(
    "where the system gives too few threads the sweep goes on with those, or says in one sentence why not") {
    Program reboost;
    const std::string config = reboost
                                   .write("many.json", R"json({"dataset": {"name": "twonorm", "rows": 50,
        "test_rows": 50}, "learner": "stump", "selector": "random(2)", "booster": {"rounds": 2},
        "seed": {"range": [1, 100]}})json")
                                   .string();
    int noted = 0;
    for (const rlim_t megabytes : {120U, 160U, 400U, 800U}) {
        reboost.before = [megabytes] {
            const rlimit limit{megabytes << 20U, megabytes << 20U};
            setrlimit(RLIMIT_AS, &limit);
        };
        const std::filesystem::path folder = reboost.folder / std::to_string(megabytes);
        const Outcome outcome = reboost({"run", config, "--jobs", "100", "--results", folder.string()});
        if (outcome.status == 127) continue;  // not even the libraries can be loaded
        CAPTURE(megabytes, outcome.status, outcome.out, outcome.err);
        CHECK((outcome.status == 0 || outcome.status == 1));
        if (megabytes == 800)
            CHECK(outcome.status == 0);  // room is held back for the runs of the threads there are
        CHECK_THAT(outcome.err, !Contains("internal"));
        if (outcome.status == 1) CHECK_THAT(outcome.err, Contains("fewer --jobs"));
        noted += outcome.err.find("no more threads") != std::string::npos;
        for (const auto& [id, details] : results::Store(folder).failures())
            CHECK(details.at("type") == Value("out_of_memory"));
        reboost.before = nullptr;
        CHECK(reboost({"run", config, "--results", folder.string(), "--quiet"}).status == 0);
    }
    CHECK(noted > 0);
}
#endif
