/// What a sweep tells other processes of itself, and what of it they believe.
#include "sweep/snapshot.hpp"

#include "config/json.hpp"
#include "files/process_identity.hpp"
#include "sweep/support_sweep.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::sweep;
using reboost::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

ProgressSnapshot three_of_ten() {
    ProgressSnapshot snapshot;
    snapshot.runs = 10;
    snapshot.ended = 3;
    snapshot.failed = 1;
    snapshot.elapsed_seconds = 12;
    return snapshot;
}

/// Whether the one sweep of the folder counts as running once `change` was made to its file.
template <class Change>
bool running_after(const fs::path& folder, Change change) {
    const fs::path file = folder / "one.json";
    write_live_file(file, three_of_ten(), ForecastRecord(), false);
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    Value value = config::parse_json(text.str());
    change(value);
    std::ofstream(file) << to_json(value);
    const std::vector<LiveSweep> sweeps = live_sweeps(folder);
    REQUIRE(sweeps.size() == 1);
    return sweeps.front().running;
}

}  // namespace

TEST_CASE("a live file comes back as it was written") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "sweeps" / "one.json";
    write_live_file(file, three_of_ten(), ForecastRecord(), false);
    const LiveSweep sweep = live_sweeps(folder.path() / "sweeps").at(0);
    CHECK(sweep.running);
    CHECK(sweep.process == files::process_text(files::this_process()));
    CHECK(sweep.snapshot.runs == 10);
    CHECK(sweep.snapshot.ended == 3);
    CHECK(sweep.snapshot.failed == 1);
    CHECK(sweep.snapshot.elapsed_seconds == 12);
    CHECK(sweep.worst_forecast_error.is_null());
    ForecastRecord record;
    record.note(6, 9);  // 15 of 12 s
    write_live_file(file, three_of_ten(), record, true);
    const LiveSweep ended = live_sweeps(folder.path() / "sweeps").at(0);
    CHECK_FALSE(ended.running);
    CHECK(ended.forecast == record.moments());
    CHECK(ended.worst_forecast_error == Value(0.25));
}

TEST_CASE("a sweep runs while its process does, or spoke within a minute where that cannot be asked") {
    const TemporaryFolder folder;
    const auto with = [&](const std::string& key, const Value& is, double silent) {
        return running_after(folder.path(), [&](Value& value) {
            value.find("process")->set(key, is);
            value.set("written", value.at("written").as_number() - silent);
        });
    };
    const auto own_pid = files::this_process().pid;
    CHECK(with("pid", own_pid, 0));
    CHECK(with("pid", own_pid, 1000));       // it may be busy
    CHECK_FALSE(with("start_ticks", 1, 0));  // its number was given to another one
    CHECK(with("machine_id", "another", 0));
    CHECK(with("machine_id", "another", 50));
    CHECK_FALSE(with("machine_id", "another", 60));
}

TEST_CASE(
    "files that are none are left out, and those of the newest fifty sweeps and of running ones are kept") {
    const TemporaryFolder folder;
    for (int i = 10; i < 70; ++i)
        write_live_file(folder.path() / (std::to_string(i) + ".json"), three_of_ten(), ForecastRecord(),
                        i != 12);
    std::ofstream(folder.path() / "69.json") << "{}";
    std::ofstream(folder.path() / "0-notes.txt") << "mine";
    std::ofstream(folder.path() / ".writing-1.json") << "{";  // another process is about to rename it
    CHECK(live_sweeps(folder.path()).size() == 59);
    const fs::path own = live_file_in(folder.path(), system_clock());
    CHECK(own.parent_path() == folder.path());
    CHECK_THAT(own.filename().string(), Catch::EndsWith(std::to_string(files::this_process().pid) + ".json"));
    CHECK_FALSE(fs::exists(folder.path() / "19.json"));
    CHECK(fs::exists(folder.path() / "20.json"));
    CHECK(fs::exists(folder.path() / "0-notes.txt"));
    CHECK(fs::exists(folder.path() / ".writing-1.json"));
    CHECK(fs::exists(folder.path() / "12.json"));  // it runs: a sweep of many tasks, say
    CHECK(live_sweeps(folder.path()).size() == 50);
}
