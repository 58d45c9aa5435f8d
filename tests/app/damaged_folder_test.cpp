/// One odd or damaged file in a results folder: every command goes on, names it, and `run` mends it.
#include "app/four_runs.hpp"
#include "files/atomic_file.hpp"
#include "results/claim.hpp"

#include <functional>
#include <string>

#include <catch2/catch.hpp>
#include <sys/stat.h>

using namespace reboost;
using Catch::Contains;
using test::FourRuns;
using test::Outcome;
namespace fs = std::filesystem;

namespace {

void flip_a_byte(const fs::path& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(fs::file_size(path) / 2));
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(static_cast<std::streamoff>(fs::file_size(path) / 2));
    file.put(byte);
}

struct OddFile {
    const char* what;
    std::function<void(const fs::path&)> make;
};
const std::vector<OddFile>& odd_files() {
    static const std::vector<OddFile> all{
        {"a folder", [](const fs::path& path) { fs::create_directory(path); }},
        {"a pipe", [](const fs::path& path) { ::mkfifo(path.c_str(), 0600); }},
        {"a link to nothing", [](const fs::path& path) { fs::create_symlink("/no/such/file", path); }},
        {"a file that nobody may read",
         [](const fs::path& path) {
             std::ofstream(path) << "?";
             ::chmod(path.c_str(), 0);
         }},
    };
    return all;
}

/// A temporary file's name that a dead process gave.
std::string name_left_by_the_dead() {
    return ".writing-" + files::place_of(files::this_process()) + "-4194303-1-0";
}

}  // namespace

TEST_CASE("doctor finds nothing wrong with the sound checkpoint of an unfinished run") {
    const FourRuns folder;
    const std::string id = folder.ids().front();
    results::Store store(folder.results);
    store.take_out({id});
    store.write_state(store.checkpoint_of(id), {}, Value::object());
    const Outcome outcome = folder({"store", "check"});
    CAPTURE(outcome.out, outcome.err);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("3 runs, 1 checkpoint,") && Contains("nothing is wrong"));
}

TEST_CASE("what merge finds damaged in its output is named and kept in damaged/") {
    const FourRuns folder;
    const fs::path into = folder.reboost.folder / "into";
    folder.compute(into.string());
    const std::vector<std::string> ids = folder.ids();
    results::Store(into).record_failure(ids[1], Value::object().set("type", "internal"));
    const std::vector<fs::path> damaged{into / "runs" / (ids[0] + ".h5"), into / "open" / ids[1] / "failure"};
    for (const fs::path& file : damaged)
        flip_a_byte(file);
    const Outcome merged = folder.reboost({"store", "merge", folder.results, "-o", into.string()});
    CAPTURE(merged.out, merged.err);
    CHECK(merged.status == 0);
    CHECK_THAT(merged.out, Contains("1 run copied, 3 there already"));
    for (const fs::path& file : damaged)
        CHECK_THAT(merged.err, Contains(file.string()) && Contains("damaged/" + file.filename().string()));
    CHECK(files::files_in(into / "damaged").size() == 2);
    CHECK(folder.reboost({"status", "--results", into.string()}).status == 0);
    const Outcome again = folder.reboost({"store", "merge", folder.results, "-o", into.string()});
    CAPTURE(again.err);
    CHECK(again.status == 0);
}

TEST_CASE("files with names that are none of ours stop no command, and doctor lists them") {
    const FourRuns folder;
    const fs::path results = folder.results;
    const std::string id = folder.ids().front();
    const fs::path copy = results / "runs" / (id + " (copy).h5");
    fs::copy_file(results / "runs" / (id + ".h5"), copy);
    fs::create_directories(results / "collections");
    fs::create_directories(results / "open" / "abc");
    const std::vector<fs::path> strays{copy, results / "collections" / "What?.h5", results / "open" / "A B",
                                       results / "open" / "abc" / "x (copy)"};
    for (const fs::path& stray : strays)
        if (stray != copy) std::ofstream(stray) << "?";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"status"}, {"runs"}, {"store", "check"}}) {
        const Outcome outcome = folder(words);
        CAPTURE(words, outcome.out, outcome.err);
        CHECK(outcome.status == 0);
        for (const fs::path& stray : strays)
            if (words.front() == "store") CHECK_THAT(outcome.out, Contains(stray.string()));
    }
    CHECK_THAT(folder({"runs"}).out, Contains("4 of 4 runs"));
    CHECK_THAT(folder({"run", folder.config}).out, Contains("nothing computed anew"));
}

TEST_CASE(
    "what is no file in place of a run, checkpoint, failure or claim is named, and the next run mends it") {
    for (const OddFile& odd : odd_files()) {
        const FourRuns folder;
        const fs::path results = folder.results;
        const std::vector<std::string> ids = folder.ids();
        const std::vector<fs::path> odd_ones{
            results / "runs" / (ids[0] + ".h5"), results / "open" / ids[1] / "checkpoint.h5",
            results / "open" / ids[2] / "failure", results / "open" / ids[3] / "claim"};
        for (const std::string& id : ids)
            fs::remove(results / "runs" / (id + ".h5"));
        for (const fs::path& path : odd_ones) {
            fs::create_directories(path.parent_path());
            odd.make(path);
        }
        CAPTURE(odd.what);
        const Outcome status = folder({"status"}), runs = folder({"runs"}),
                      doctor = folder({"store", "check"});
        CAPTURE(status.out, status.err, runs.out, runs.err, doctor.out, doctor.err);
        CHECK(status.status == 1);
        CHECK(runs.status == 1);
        CHECK(doctor.status == 1);
        CHECK_THAT(runs.err, Contains(odd_ones[0].string()));
        for (const fs::path& path : odd_ones)
            CHECK_THAT(doctor.out, Contains(path.string()));
        // Who touched a damaged claim last may live: it holds its run for ten minutes.
        const bool was_regular = fs::is_regular_file(odd_ones[3]);
        if (was_regular)
            fs::last_write_time(odd_ones[3], fs::file_time_type::clock::now() - std::chrono::hours(1));
        const Outcome run = folder({"run", folder.config});
        CAPTURE(run.out, run.err);
        CHECK(run.status == 0);
        CHECK_THAT(run.out, Contains("4 computed"));
        for (const fs::path& path : odd_ones)
            if (path == odd_ones[3] && was_regular)
                CHECK_THAT(run.err, Contains("taken over from a process that its claim does not name"));
            else if (!fs::is_regular_file(path))
                CHECK_THAT(run.err, Contains(path.string()));
        CHECK(folder({"store", "check"}).status == 0);
        CHECK(folder.ids() == ids);
    }
}

TEST_CASE("damaged run files are named by status, runs, export and diff, which then end with 1") {
    const FourRuns folder;
    const std::string again = (folder.reboost.folder / "again").string(),
                      tables = (folder.reboost.folder / "tables").string();
    folder.compute(again);
    const fs::path damaged = fs::path(folder.results) / "runs" / (folder.ids()[1] + ".h5");
    flip_a_byte(damaged);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"status"},
                                                  {"runs"},
                                                  {"runs", "seed=3"},
                                                  {"runs", "export", "--no-reference", "--csv", tables},
                                                  {"runs", "diff", folder.results, again}}) {
        const Outcome outcome = folder(words);
        CAPTURE(words, outcome.out, outcome.err);
        CHECK(outcome.status == 1);
        CHECK_THAT(outcome.out + outcome.err, Contains(damaged.string()));
    }
    CHECK_THAT(folder({"status"}).out, Contains("3 runs finished"));
    CHECK_THAT(folder({"runs", "diff", folder.results, again}).out, Contains("0 moved"));
}

TEST_CASE("a damaged collection is named wherever runs are listed, and set aside by the next run") {
    const FourRuns folder;
    REQUIRE(results::Store(folder.results).gather_small_runs(1) == 4);
    const std::string again = (folder.reboost.folder / "again").string(),
                      tables = (folder.reboost.folder / "tables").string(),
                      report = (folder.reboost.folder / "report").string();
    folder.compute(again);
    fs::path pack;
    for (const auto& entry : fs::directory_iterator(fs::path(folder.results) / "collections"))
        if (entry.path().extension() == ".h5") pack = entry.path();
    flip_a_byte(pack);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"status"},
          {"runs"},
          {"store", "check"},
          {"runs", "export", "--no-reference", "--csv", tables},
          {"runs", "diff", again, folder.results},
          {"store", "merge", folder.results, "-o", again},
          {"report", folder.config, "--no-reference", "--output", report},
          {"plan", folder.config}}) {
        const Outcome outcome = words.back() == again ? folder.reboost(words) : folder(words);
        CAPTURE(words, outcome.out, outcome.err);
        CHECK_THAT(outcome.out + outcome.err, Contains(pack.string()));
    }
    const Outcome run = folder({"run", folder.config});
    CAPTURE(run.out, run.err);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("4 computed"));
    CHECK_THAT(run.err, Contains(pack.string()) && Contains("damaged/" + pack.filename().string()));
    CHECK_FALSE(fs::exists(pack));
    CHECK(folder({"store", "check"}).status == 0);
}

TEST_CASE("what dead processes left half written goes wherever it lies, by run and by doctor --repair") {
    for (const bool by_run : {true, false}) {
        const FourRuns folder;
        std::vector<fs::path> left;
        for (const char* part : {"", "runs", "collections", "open", "open/0abc", "damaged", "states",
                                 "sweeps", "reference", "replaced"}) {
            fs::create_directories(fs::path(folder.results) / part);
            left.push_back(fs::path(folder.results) / part / name_left_by_the_dead());
            std::ofstream(left.back()) << "half";
        }
        const Outcome doctor = folder({"store", "check"});
        CHECK(doctor.status == 1);
        for (const fs::path& file : left)
            CHECK_THAT(doctor.out, Contains(file.string()));
        CHECK(folder(by_run ? std::vector<std::string>{"run", folder.config}
                            : std::vector<std::string>{"store", "check", "--repair"})
                  .status == 0);
        for (const fs::path& file : left)
            CHECK_FALSE(fs::exists(file));
        CHECK(folder({"store", "check"}).status == 0);
    }
}

TEST_CASE("a claim that names nobody is said to, and status knows no process 0") {
    const FourRuns folder;
    const fs::path claim = fs::path(folder.results) / "open" / folder.ids().front() / "claim";
    fs::create_directories(claim.parent_path());
    std::ofstream(claim) << "{]";
    const Outcome status = folder({"status"});
    CAPTURE(status.out);
    CHECK_THAT(status.out, Contains("does not name") && !Contains("process 0"));
    CHECK_THAT(folder({"store", "check"}).out, Contains("1 claim"));
    // Its process may live and touch it; one that has been silent for long is released.
    fs::last_write_time(claim, fs::file_time_type::clock::now() - std::chrono::hours(1));
    CHECK(folder({"store", "check"}).status == 1);
    CHECK(folder({"store", "check", "--repair"}).status == 0);
    CHECK(folder({"store", "check"}).status == 0);
}

TEST_CASE("a results folder that is not there is an error, but for commands that make it") {
    const FourRuns folder;
    const std::string none = (folder.reboost.folder / "reslts").string();
    for (const std::vector<std::string>& words : {std::vector<std::string>{"status"},
                                                  {"status", folder.config},
                                                  {"runs"},
                                                  {"runs", "show", "a"},
                                                  {"runs", "export", "--csv", none + "-tables"},
                                                  {"runs", "remove", "seed=1"},
                                                  {"store", "check"},
                                                  {"store", "verify"},
                                                  {"report", folder.config},
                                                  {"runs", "diff", folder.config, folder.config}}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--results", none});
        const Outcome outcome = folder.reboost(all);
        CAPTURE(words, outcome.out, outcome.err);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains(none));
    }
    CHECK_FALSE(fs::exists(none));
    CHECK(folder.reboost({"plan", folder.config, "--results", none}).status == 0);
    CHECK(folder.reboost({"run", folder.config, "--results", none}).status == 0);
}

TEST_CASE("a report that cannot be written where it is asked for is refused in one sentence") {
    const FourRuns folder;
    const std::string pipe = (folder.reboost.folder / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& output :
         {std::string("/dev/null"), std::string("/dev/full"), pipe, folder.config + "/x"}) {
        const Outcome outcome = folder({"report", folder.config, "--output", output});
        CAPTURE(output, outcome.err);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains(output) && !Contains("internal"));
        CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    }
}

TEST_CASE("merge sets aside what is no file where a run or a failure goes, and writes nowhere else") {
    const FourRuns folder;
    const std::vector<std::string> ids = folder.ids();
    const std::string failed(64, 'f');
    results::Store(folder.results).record_failure(failed, Value::object());
    const fs::path outside = folder.reboost.folder / "outside", nothing = folder.reboost.folder / "nothing";
    std::vector<OddFile> odd_ones = odd_files();
    odd_ones.push_back(
        {"a link to a file elsewhere", [&](const fs::path& path) { fs::create_symlink(outside, path); }});
    odd_ones.push_back(
        {"a link to nothing elsewhere", [&](const fs::path& path) { fs::create_symlink(nothing, path); }});
    for (const OddFile& odd : odd_ones) {
        const fs::path into = folder.reboost.folder / "into";
        fs::remove_all(into);
        const results::Store store(into);
        std::ofstream(outside) << "mine";
        odd.make(store.run_path(ids[0]));
        fs::create_directories(store.failure_path(failed).parent_path());
        odd.make(store.failure_path(failed));
        const Outcome outcome = folder.reboost({"store", "merge", folder.results, "-o", into.string()});
        CAPTURE(odd.what, outcome.out, outcome.err);
        CHECK(outcome.status == 0);
        CHECK(store.list() == ids);
        CHECK(store.judge(ids[0], results::this_source()).counts());
        CHECK(store.failure(failed));
        CHECK(test::text_of(outside) == "mine");
        CHECK_FALSE(fs::exists(nothing));
    }
}

TEST_CASE("status names damaged checkpoints and states, which are nothing begun") {
    const FourRuns folder;
    const std::string id(64, 'a');
    results::Store store(folder.results);
    store.write_state(store.state_of(id), {}, Value::object());
    store.write_state(store.checkpoint_of(id), {}, Value::object());
    CHECK_THAT(folder({"status"}).out, Contains("1 begun"));
    for (const fs::path& path : {store.checkpoint_of(id).path, store.state_of(id).path}) {
        std::ofstream(path) << "noise";
        const Outcome status = folder({"status"}), as_json = folder({"status", "--json"});
        CAPTURE(status.out, status.err);
        CHECK(status.status == 1);
        CHECK(as_json.status == 1);
        CHECK_THAT(status.out, Contains(path.string()) && Contains("4 runs finished") && Contains("0 begun"));
        CHECK_THAT(as_json.out, Contains(path.string()));
    }
}

TEST_CASE("diff of two configs names a damaged file of their results folder once") {
    const FourRuns folder;
    const fs::path damaged = fs::path(folder.results) / "runs" / (folder.ids()[0] + ".h5");
    flip_a_byte(damaged);
    const Outcome outcome = folder({"runs", "diff", folder.config, folder.config});
    CAPTURE(outcome.out, outcome.err);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.err, Contains(damaged.string()));
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
}
