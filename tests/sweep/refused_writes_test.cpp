/// What cannot be written costs itself, not the sweep; and what of finished runs is damaged goes.
#include "config/identity.hpp"
#include "files/atomic_file.hpp"
#include "results/run_file.hpp"
#include "results/source_state.hpp"
#include "sweep/folder_check.hpp"
#include "sweep/starting_points.hpp"
#include "sweep/support_sweep.hpp"

#include <atomic>
#include <csignal>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/resource.h>

using namespace reboost;
using Catch::Contains;
using test::Bench;
namespace fs = std::filesystem;

namespace {

/// While alive no file grows beyond so many bytes.
class LimitedFiles {
  public:
    explicit LimitedFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit little{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &little);
    }
    ~LimitedFiles() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    LimitedFiles(const LimitedFiles&) = delete;
    LimitedFiles& operator=(const LimitedFiles&) = delete;

  private:
    void (*handler_)(int);
    rlimit before_{};
};

}  // namespace

TEST_CASE("a checkpoint or a state that cannot be written is told and ends nothing", "[sweep][failures]") {
    Bench bench;
    const sweep::Plan plan = bench.plan();
    sweep::Progress progress(bench.log, sweep::ProgressMode::plain, bench.clock);
    sweep::StartingPoints starts(plan, bench.store, progress);
    Archive state;
    state.put("weights", std::vector<double>(100));
    const Value info = Value::object().set("rounds", 3);
    {
        const LimitedFiles limit(100);
        CHECK_NOTHROW(starts.keep_checkpoint(plan.entries.front(), state, info));
        CHECK_NOTHROW(starts.keep_state(plan.entries.front(), std::string(64, 'a'), state, info));
    }
    CHECK_THAT(bench.log.str(), Contains("a checkpoint was not stored (cannot write ") &&
                                    Contains("the state that longer runs go on from was not stored"));
    CHECK(bench.store.list_checkpoints().empty());
    CHECK(bench.store.damaged_beside().empty());
}

TEST_CASE("a family's state is replaced by one of more rounds only, or where it is damaged or does not count",
          "[sweep]") {
    Bench bench;
    const sweep::Plan plan = bench.plan();
    sweep::Progress progress(bench.log, sweep::ProgressMode::plain, bench.clock);
    sweep::StartingPoints starts(plan, bench.store, progress);
    const std::string family(64, 'a');
    double number = 0;
    const auto kept = [&](int rounds, const results::SourceState& source) {
        Archive state;
        state.put_scalar("number", ++number);
        Value info = Value::object().set("rounds", rounds);
        results::put_source(info, source);
        starts.keep_state(plan.entries.front(), family, state, info);
        return read_state(bench.store.state_of(family))->state.get_scalar<double>("number");
    };
    CHECK(kept(3, bench.source) == 1);
    CHECK(kept(3, bench.source) == 1);
    CHECK(kept(2, bench.source) == 1);
    CHECK(kept(4, bench.source) == 4);
    std::ofstream(bench.store.state_of(family).path, std::ios::app) << "x";
    CHECK(kept(1, bench.source) == 5);
    CHECK(kept(2, {"unknown", std::string(64, 'b')}) == 5);
    // A run of 20 rounds goes on from one of 19.
    const sweep::PlanEntry& entry = plan.entries.front();
    for (const int rounds : {19, 20}) {
        Value info = Value::object().set("rounds", rounds);
        results::put_source(info, bench.source);
        starts.keep_state(entry, *config::family_id(entry.run.spec, entry.dataset_sha256), Archive(), info);
        CHECK(starts.find(entry).has_value() == (rounds == 19));
    }
}

TEST_CASE("a run whose file cannot be written fails, and the others go on", "[sweep][failures]") {
    Bench bench;
    bench.overrides = {"booster.rounds=[20, 3000]"};  // of 3000 rounds: beyond the limit
    const LimitedFiles limit(16 << 10);
    const sweep::SweepSummary summary = bench.sweep();
    CHECK(summary.computed == 12);
    REQUIRE(summary.failed.size() == 12);
    CHECK(summary.failed.front().type == "io_error");
    CHECK_THAT(summary.failed.front().message, Contains("File too large"));
    CHECK(bench.store.failures().size() == 12);
    CHECK(bench.store.list().size() == 12);
}

TEST_CASE("what goes wrong after the last run is told, and no run is lost by it", "[sweep][failures]") {
    Bench bench;
    bench.on_round = [&](std::size_t) {
        std::ofstream(bench.folder.path() / "replaced")
            << "in the way";  // what is abandoned is looked for in it
    };
    const sweep::SweepSummary summary = bench.sweep();
    CHECK(summary.computed == 12);
    CHECK(summary.failed.empty());
    CHECK_THAT(bench.log.str(), Contains("small runs were not gathered: ") && Contains("replaced"));
}

TEST_CASE("damaged checkpoints and states of finished runs go with the next sweep, named",
          "[sweep][damage]") {
    Bench bench;
    bench.options.keep_state = true;
    bench.sweep();
    const std::string id = bench.store.list().front();
    bench.store.write_state(bench.store.checkpoint_of(id), {}, Value::object());
    const std::vector<std::string> families = results::ids_in(bench.store.folder() / "states", ".h5");
    const std::vector<fs::path> damaged{bench.store.checkpoint_of(id).path,
                                        bench.store.state_of(families.front()).path};
    for (const fs::path& file : damaged)
        std::ofstream(file, std::ios::app) << "x";
    REQUIRE(bench.store.damaged_beside().size() == 2);
    CHECK(bench.sweep().computed == 0);
    CHECK(bench.store.damaged_beside().empty());
    for (const fs::path& file : damaged)
        CHECK_THAT(bench.log.str(), Contains("'" + file.string() + "'"));
    CHECK(files::files_in(bench.store.folder() / "damaged").size() == 2);
    CHECK(results::ids_in(bench.store.folder() / "states", ".h5").size() == families.size() - 1);
}

TEST_CASE("a sweep that waits for another process's lock ends when it is asked to", "[sweep]") {
    Bench bench;
    bench.sweep();
    bench.recompute = true;
    fs::create_directories(bench.folder.path() / "collections");
    const files::FolderLock held(bench.folder.path() / "collections");
    std::atomic<bool> ended{false};
    std::thread user([&] {
        while (!ended) {
            bench.drain.request();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    const sweep::SweepSummary summary = bench.sweep();
    ended = true;
    user.join();
    CHECK(summary.drained);
    CHECK(summary.computed == 0);
    CHECK(summary.asked == 12);
    CHECK(bench.store.list().size() == 12);  // nothing was taken out
}

TEST_CASE("the runs of all shards are the runs of the whole sweep, number for number", "[sweep]") {
    Bench whole;
    whole.sweep();
    std::size_t runs = 0;
    for (std::size_t part = 1; part <= 3; ++part) {
        Bench shard;
        shard.shard = sweep::Shard{part, 3};
        shard.sweep();
        for (const std::string& id : shard.store.list()) {
            const results::RunRecord ours = shard.store.read(id), theirs = whole.store.read(id);
            CHECK(ours.curves == theirs.curves);
            CHECK(ours.model == theirs.model);
            CHECK(ours.spec == theirs.spec);
            ++runs;
        }
    }
    CHECK(runs == whole.store.list().size());
}
