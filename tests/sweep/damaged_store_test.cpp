/// A sweep over a folder with damaged files: they are named, set aside and computed again.
#include "config/identity.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "programs/start.hpp"
#include "sweep/folder_check.hpp"
#include "sweep/starting_points.hpp"
#include "sweep/support_sweep.hpp"

#include <barrier>
#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/resource.h>

using namespace reboost;
using namespace reboost::test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

void flip_a_byte(const fs::path& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(path) / 2);
    file.seekg(middle);
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(middle);
    file.put(byte);
}

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Leaves the run that is computed at its tenth round, with a checkpoint; returns its id.
std::string leave_one(Bench& bench) {
    bench.options.checkpoint_seconds = 0;
    bench.options.jobs = 1;
    bench.on_round = [&bench](std::size_t round) {
        if (round == 10) bench.drain.request();
    };
    bench.sweep();
    bench.on_round = nullptr;
    REQUIRE(bench.store.list_checkpoints().size() == 1);
    return bench.store.list_checkpoints().front();
}

}  // namespace

TEST_CASE("Damaged run files are named, set aside and computed again; the others stay", "[sweep][damage]") {
    Bench bench, fresh;
    fresh.sweep();
    bench.sweep();
    const std::vector<std::string> ids = bench.store.list();
    flip_a_byte(bench.store.run_path(ids[0]));
    fs::resize_file(bench.store.run_path(ids[1]), 1000);
    fs::resize_file(bench.store.run_path(ids[2]), 0);
    fs::copy_file(bench.store.run_path(ids[4]), bench.store.run_path(ids[3]),
                  fs::copy_options::overwrite_existing);
    fs::create_directories(bench.store.failure_path(ids[5]).parent_path());
    std::ofstream(bench.store.failure_path(ids[5])) << "{]";

    const std::vector<std::string> lines = bench.plan().recomputed();
    REQUIRE(lines.size() == 4);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(std::any_of(lines.begin(), lines.end(),
                          [&](const std::string& line) { return line.find(ids[i]) != std::string::npos; }));
    CHECK(bench.sweep().computed == 4);
    CHECK(files_in(bench.store.folder() / "damaged") == 5);
    CHECK(bench.sweep().computed == 0);
    bench.check_same_results(fresh);
}

TEST_CASE("A run whose checkpoint is damaged begins anew", "[sweep][damage]") {
    Bench bench, fresh;
    fresh.sweep();
    flip_a_byte(bench.store.checkpoint_of(leave_one(bench)).path);
    CHECK(bench.sweep().failed.empty());
    CHECK_THAT(bench.log.str(), Contains("begins anew") && Contains("damaged"));
    bench.check_same_results(fresh);
}

TEST_CASE("A run that fails after it went on from a checkpoint begins anew, once", "[sweep][damage]") {
    Bench bench, fresh;
    fresh.sweep();
    leave_one(bench);
    bool failed = false;
    bench.on_round = [&](std::size_t round) {
        if (round == 11 && !failed) {
            failed = true;
            throw NotANumberError("the weights are no longer finite in round 11");
        }
    };
    CHECK(bench.sweep().failed.empty());
    CHECK_THAT(
        bench.log.str(),
        Contains(
            "begins anew, its checkpoint cannot be used (the weights are no longer finite in round 11; now "));
    bench.check_same_results(fresh);
}

TEST_CASE("A checkpoint stays where a program, the options or the data are at fault", "[sweep][failures]") {
    Bench fresh;
    fresh.sweep();
    for (const char* fault : {"program", "options", "data"}) {
        Bench bench;
        const std::string begun = leave_one(bench);
        bench.options.checkpoint_seconds = 1e9;
        bench.data.changed = fault == std::string("data");
        bench.on_round = [&](std::size_t) {
            if (fault == std::string("program")) throw programs::ProgramError("no answer");
            throw UsageError("the option does not fit");
        };
        CAPTURE(fault);
        CHECK(bench.sweep().failed.size() == 12);
        CHECK(bench.store.list_checkpoints() == std::vector<std::string>{begun});
        CHECK(files_in(bench.store.folder() / "damaged") == 0);
        bench.on_round = nullptr;
        bench.data.changed = false;
        CHECK(bench.sweep().computed == 12);
        CHECK(bench.store.header(begun).attributes.at("resumed") == Value(1));
        bench.check_same_results(fresh);
    }
}

TEST_CASE("Failures have types, are listed and can be run again by type", "[sweep][failures]") {
    Bench bench;
    bench.options.jobs = 1;
    int run = 0;
    bench.on_round = [&](std::size_t round) {
        if (round == 1) ++run;
        if (round != 5) return;
        if (run == 1) throw NotANumberError("the weights are no longer finite in round 5");
        if (run == 2) throw std::bad_alloc();
        if (run == 3) throw DataError("a row is missing");
    };
    CHECK(bench.sweep().failed.size() == 3);
    std::vector<std::string> types;
    for (const auto& [id, details] : bench.store.failures())
        types.push_back(details.at("type").as_string());
    std::sort(types.begin(), types.end());
    CHECK(types == std::vector<std::string>{"bad_data", "not_a_number", "out_of_memory"});
    bench.on_round = nullptr;
    bench.options.only_failed = "bad_data";
    CHECK(bench.sweep().computed == 1);
    bench.options.only_failed = "";
    CHECK(bench.sweep().computed == 2);
    CHECK(bench.store.failures().empty());
}

TEST_CASE("What fails in another process during a sweep is not tried again, but for faults of its machine",
          "[sweep][failures]") {
    for (const std::string type : {"bad_data", "out_of_memory", "of another source"}) {
        Bench bench;
        bench.options.jobs = 1;
        const sweep::Plan plan = bench.plan();
        const sweep::PlanEntry& last = plan.entries[sweep::execution_order(plan).back()];
        bench.on_round = [&](std::size_t) {
            Value details = Value::object().set("type", type).set("message", "a row is missing");
            results::put_source(details, bench.source);
            if (type == "of another source") results::put_source(details, {"abc-dirty", "1a2b3c4d5e6f7a8b"});
            if (!bench.store.failure(last.id)) bench.store.record_failure(last.id, details);
        };
        const sweep::SweepSummary summary = bench.sweep();
        CAPTURE(type);
        if (type == "bad_data") {
            REQUIRE(summary.failed.size() == 1);
            CHECK(summary.failed.front().id == last.id);
            CHECK(summary.failed.front().message == "a row is missing");
            CHECK_THAT(bench.log.str(), Contains("FAILED in another process: a row is missing"));
            CHECK(bench.store.running().empty());
        } else {
            CHECK(summary.computed == 12);
        }
        bench.on_round = nullptr;
        bench.sweep();  // planned with the failure known: it is tried
        CHECK(bench.store.list().size() == 12);
    }
}

TEST_CASE("After so many failures no run is begun", "[sweep][failures]") {
    Bench bench;
    bench.options.jobs = 1;
    bench.options.max_failures = 2;
    bench.on_round = [](std::size_t) { throw DataError("no"); };
    const sweep::SweepSummary summary = bench.sweep();
    CHECK(summary.gave_up);
    CHECK(summary.failed.size() == 2);
}

TEST_CASE("A run over its time limit fails as such and goes on from its checkpoint later",
          "[sweep][failures]") {
    Bench bench, fresh;
    fresh.sweep();
    bench.options.jobs = 1;
    bench.options.time_limit = 8;  // the clock moves a second whenever it is read
    const sweep::SweepSummary summary = bench.sweep();
    REQUIRE_FALSE(summary.failed.empty());
    CHECK(summary.failed.front().type == "time_limit");
    CHECK(bench.store.list_checkpoints().size() == summary.failed.size());
    bench.options.time_limit = 0;
    CHECK(bench.sweep().failed.empty());
    bench.check_same_results(fresh);
}

TEST_CASE("Sweeps that meet the same damaged files set each aside once", "[sweep][damage]") {
    constexpr int kSweeps = 4;
    Bench bench;
    bench.overrides = {"seed={\"range\": [1, 100]}"};
    for (const sweep::PlanEntry& entry : bench.plan().entries)
        std::ofstream(bench.store.run_path(entry.id)) << "?";
    const sweep::Plan plan = bench.plan();
    std::barrier together(kSweeps);
    std::vector<std::string> errors(kSweeps);
    {
        std::vector<std::jthread> sweeps;
        for (std::string& error : errors)
            sweeps.emplace_back([&] {
                results::Store store(bench.folder.path());
                std::ostringstream log;
                sweep::Progress progress(log, sweep::ProgressMode::quiet, bench.clock);
                together.arrive_and_wait();
                try {
                    sweep::make_room(plan, store, progress);
                } catch (const Error& thrown) {
                    error = thrown.what();
                }
            });
    }
    CHECK(errors == std::vector<std::string>(kSweeps));
    CHECK(files_in(bench.store.folder() / "damaged") == plan.entries.size());
}

TEST_CASE("A run of an earlier revision is told from one whose id belongs to nothing", "[sweep][damage]") {
    Bench bench;
    bench.sweep();
    results::RunRecord run = bench.store.read(bench.store.list().front());
    const config::RunSpec spec = config::read_run_spec(run.spec);
    const std::string earlier = config::run_id(config::canonical_value(spec),
                                               run.attributes.at("dataset_sha256").as_string(),
                                               "adaboost_mh 1, stump 1, random 1"),
                      nothing(64, 'a');
    for (const std::string& id : {earlier, nothing}) {
        run.id = id;
        bench.store.write(run);
    }
    const sweep::FolderReport report = sweep::check_folder(bench.store);
    REQUIRE(report.findings.size() == 2);
    for (const sweep::Finding& finding : report.findings) {
        const bool old = finding.path.stem() == earlier;
        CHECK(finding.wrong == !old);
        CHECK(finding.what == (old ? "is of an earlier revision of its algorithm"
                                   : "has an id that does not follow from its specification and data"));
    }
}

TEST_CASE("The repair leaves what has taken a damaged file's place, and the files of runs that are held",
          "[sweep][damage]") {
    Bench bench, fresh;
    fresh.sweep();
    bench.sweep();
    results::Store& store = bench.store;
    const std::vector<std::string> ids = store.list();
    const std::string &anew = ids[0], &held = ids[1], &damaged = ids[2];
    for (const std::string& id : {anew, held, damaged}) {
        fs::create_directories(store.checkpoint_of(id).path.parent_path());
        for (const fs::path& path :
             {store.run_path(id), store.checkpoint_of(id).path, store.failure_path(id)})
            std::ofstream(path) << "?";
    }
    const fs::path pack = store.folder() / "collections" / "abc.h5";
    fs::create_directories(pack.parent_path());
    std::ofstream(pack) << "?";
    const sweep::FolderReport report = sweep::check_folder(store);
    CHECK(report.findings.size() == 10);
    const auto claim = store.try_hold(held);
    store.write(fresh.store.read(anew));
    store.write_state(store.checkpoint_of(anew), Archive(), Value::object());
    store.record_failure(anew, Value::object());
    store.set_aside(pack);
    files::write_file_atomically(pack, "another collection");

    CHECK(sweep::repair_folder(store, report) == 3);
    CHECK(store.judge(anew, bench.source).counts());
    CHECK(fs::exists(store.checkpoint_of(anew).path));
    CHECK(store.failure(anew));
    CHECK(fs::exists(pack));
    for (const fs::path& path :
         {store.run_path(held), store.checkpoint_of(held).path, store.failure_path(held)})
        CHECK(fs::exists(path));
    CHECK_FALSE(fs::exists(store.run_path(damaged)));
}

TEST_CASE("A claim that is taken after the look at a folder is not removed by the repair",
          "[sweep][damage]") {
    Bench bench;
    const std::string id(64, 'a'), other(64, 'b');
    for (const std::string& one : {id, other}) {
        const fs::path claim = bench.store.folder() / "open" / one / "claim";
        fs::create_directories(claim.parent_path());
        std::ofstream(claim) << "{]";
        fs::last_write_time(claim, fs::file_time_type::clock::now() - std::chrono::hours(1));
    }
    const sweep::FolderReport report = sweep::check_folder(bench.store);
    CHECK(report.findings.size() == 2);
    const std::optional<results::Claim> claim = bench.store.try_hold(id);
    REQUIRE(claim);
    sweep::repair_folder(bench.store, report);
    REQUIRE(bench.store.running().size() == 1);
    CHECK(bench.store.running().front().run_id == id);
    CHECK_FALSE(fs::exists(bench.store.folder() / "open" / other));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadows take terabytes
TEST_CASE("Too little memory for a checkpoint or a state is said and ends nothing", "[sweep][failures]") {
    Bench bench;
    const sweep::Plan plan = bench.plan();
    sweep::Progress progress(bench.log, sweep::ProgressMode::plain, bench.clock);
    sweep::StartingPoints starts(plan, bench.store, progress);
    Archive state;
    state.put("weights", std::vector<double>(std::size_t{1} << 25));
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_AS, &before) == 0);
    const rlimit little{std::size_t{1} << 28, before.rlim_max};  // the state itself has as much
    ::setrlimit(RLIMIT_AS, &little);
    std::string error;
    try {
        starts.keep_checkpoint(plan.entries.front(), state, Value::object().set("rounds", 3));
        starts.keep_state(plan.entries.front(), std::string(64, 'a'), state,
                          Value::object().set("rounds", 3));
    } catch (const std::exception& thrown) {
        error = thrown.what();
    }
    ::setrlimit(RLIMIT_AS, &before);
    CHECK(error.empty());
    CHECK_THAT(bench.log.str(),
               Contains("no memory for a checkpoint") && Contains("no memory for the state"));
    CHECK(bench.store.list_checkpoints().empty());
}
#endif
