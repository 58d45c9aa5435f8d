/// Collections: every run comes back with every bit, and a store with them is the store without.
#include "results/collection.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "results/run_file.hpp"
#include "results/scratch.hpp"
#include "results/seal.hpp"
#include "results/store.hpp"

#include <atomic>
#include <functional>
#include <thread>

#include <catch2/catch.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::results;
namespace fs = std::filesystem;
using reboost::test::sample_record;
using reboost::test::TemporaryFolder;

namespace {

std::string id_of_run(int i) {
    return "00" + std::to_string(1000 + i);
}

RunRecord record(int i) {
    RunRecord run = sample_record(id_of_run(i), static_cast<std::size_t>(3 + i % 4));
    run.spec.set("seed", i);
    run.attributes.set("git_revision", "abc").set("source_sha256", "");
    run.curves.put("edge", std::vector<double>(static_cast<std::size_t>(3 + i % 4), 0.5 * i));
    if (i % 3 == 0) run.curves.put_shaped("totals", std::vector<double>(6, i), {3, 2});
    return run;
}

}  // namespace

TEST_CASE("A collection gives back every run as it was: texts, scalars, shapes, empty arrays",
          "[collection]") {
    const TemporaryFolder folder;
    std::vector<StoredRun> runs;
    for (int i = 0; i < 20; ++i)
        runs.push_back(to_stored(record(i)));
    const std::string name = collection_name(runs);
    files::write_file_atomically(folder / (name + ".h5"), to_collection(runs, name));
    const Collection collection(folder / (name + ".h5"));
    REQUIRE(collection.list().size() == 20);
    for (int i = 0; i < 20; ++i) {
        const StoredRun back = collection.stored(id_of_run(i));
        CHECK(back.arrays == runs[static_cast<std::size_t>(i)].arrays);
        CHECK(back.seal == runs[static_cast<std::size_t>(i)].seal);
        CHECK_NOTHROW(test::require_equal(
            record_of(collection.header(id_of_run(i)), collection.arrays(id_of_run(i), kRunGroups)),
            record(i)));
    }
    CHECK(to_collection(runs, name) == to_collection(runs, name));
}

TEST_CASE("Two collections that are one file lose no run, and the second name is told", "[collection]") {
    const TemporaryFolder folder;
    Store store(folder.path());
    for (int i = 0; i < 5; ++i)
        store.write(record(i));
    REQUIRE(store.gather_small_runs(1) == 5);
    const fs::path first = files::files_in(folder / "collections").back(),
                   second = folder / "collections/second.h5";
    fs::create_hard_link(first, second);
    CHECK(store.list().size() == 5);
    REQUIRE(store.damaged_collections().size() == 1);
    CHECK(store.damaged_collections().front().path == second);
    store.write(record(5));
    store.gather_small_runs(1);
    store.set_damaged_aside({}, [](const std::string&) {});
    CHECK(Store(folder.path()).list().size() == 6);
    CHECK(fs::exists(folder / "damaged/second.h5"));
    for (int i = 0; i < 6; ++i)
        CHECK_NOTHROW(test::require_equal(store.read(id_of_run(i)), record(i)));
}

TEST_CASE("A run whose arrays have other types than those of the runs before it is left out",
          "[collection]") {
    std::vector<StoredRun> runs{to_stored(record(0)), to_stored(record(1)), to_stored(record(2))};
    CHECK(collection_name(runs).size() == 16);
    const auto other = [&](std::vector<double> values, const char* units, const char* long_name) {
        runs.push_back(to_stored(record(static_cast<int>(runs.size()))));
        runs.back().arrays.put("curves/edge", std::move(values), units, long_name);
    };
    other({1}, "s", "");
    other({1}, "", "edge of each round");
    other({}, "", "");
    runs[1].arrays.put("curves/edge", std::vector<float>{1});
    std::vector<std::size_t> left_out;
    to_collection(runs, "x", &left_out);
    CHECK(left_out == std::vector<std::size_t>{1, 3, 4});
    CHECK_THROWS_AS(to_collection(runs, "x"), UsageError);
}

TEST_CASE("Runs of other types make a collection of their own, if they are many", "[collection]") {
    for (const std::size_t least : {2U, 3U}) {
        const TemporaryFolder folder;
        Store store(folder.path());
        for (int i = 0; i < 5; ++i) {
            RunRecord run = record(i);
            if (i >= 3) run.curves.put("edge", std::vector<float>{1});
            store.write(run);
        }
        CHECK(store.gather_small_runs(least) == (least == 2 ? 5 : 3));
        CHECK(files::files_in(folder / "runs").size() == (least == 2 ? 0 : 2));
        CHECK(store.list().size() == 5);
    }
}

TEST_CASE("A collection whose parts do not fit each other is refused, whatever its seal", "[collection]") {
    const StoredRun runs[] = {to_stored(record(0)), to_stored(record(1))};
    const std::vector<std::byte> whole = to_collection(runs, "x");
    const hdf5::File file(open_seal(whole, "x").content, "x");
    const Archive sound = file.read(file.names());
    using Places = std::vector<std::int64_t>;
    const auto complaint = [&](const std::function<void(Archive&)>& change) -> std::string {
        const TemporaryFolder folder;
        Archive arrays = sound;
        change(arrays);
        std::vector<std::byte> bytes = hdf5::to_image(std::move(arrays));
        append_seal(bytes, {"collection", "x"});
        files::write_file_atomically(folder / "x.h5", bytes);
        try {
            static_cast<void>(Collection(folder / "x.h5").stored(id_of_run(0)));
        } catch (const DataError& error) {
            return error.what();
        }
        return "none";
    };
    const auto with = [&](const std::string& name, const auto& values) {
        return complaint([&](Archive& arrays) { arrays.put(name, values, arrays.find(name).units); });
    };
    CHECK(complaint([](Archive&) {}) == "none");
    const auto edges = static_cast<std::int64_t>(sound.get<double>("curves/edge/values").size());
    for (const Places& begin : {Places{}, Places{1, 3, edges}, Places{0, 3, edges - 1},
                                Places{0, edges + 1, edges}, Places{0, edges}, Places{0, 3, 3, edges}})
        CHECK_THAT(with("curves/edge/begin", begin), Catch::Contains("'curves/edge' do not fit each other"));
    CHECK_THAT(with("runs/id/begin", Places{0, 1}), Catch::Contains("'runs/id' do not fit each other"));
    // Of shape {3, 2}, and lacking in the second run: {2, 3, 2} and {-1, 0, 0}.
    const std::string shape = "curves/totals/shape";
    CHECK_THAT(with(shape, Places{2, 3, 2, -1, 0}), Catch::Contains("'curves/totals' do not fit each other"));
    CHECK_THAT(with(shape, Places{3, 3, 2, -1, 0, 0}), Catch::Contains("a shape is not whole"));
    CHECK_THAT(with(shape, Places{2, 3, 3, -1, 0, 0}), Catch::Contains("does not have its shape"));
    CHECK_THAT(
        with("model/class_names/values",
             std::vector<std::int8_t>(sound.get<std::uint8_t>("model/class_names/values").size(), 'x')),
        Catch::Contains("a list of texts is no text"));
    CHECK_THAT(with("runs/header/values",
                    std::vector<std::int8_t>(sound.get<std::uint8_t>("runs/header/values").size(), 'x')),
               Catch::Contains("'runs/header' is no text"));
}

TEST_CASE("A store finds gathered runs as if they were files, and a file goes before them", "[collection]") {
    const TemporaryFolder folder;
    Store store(folder.path());
    for (int i = 0; i < 30; ++i)
        store.write(record(i));
    const std::vector<std::string> before = store.list();
    CHECK(store.gather_small_runs(31) == 0);
    CHECK(store.gather_small_runs(30) == 30);
    CHECK(files::files_in(folder / "runs").empty());
    for (const OpenMode mode : {OpenMode::read_write, OpenMode::read_only}) {
        const Store again(folder.path(), mode);
        CHECK(again.list() == before);
        for (int i = 0; i < 30; ++i)
            CHECK_NOTHROW(test::require_equal(again.read(id_of_run(i)), record(i)));
    }
    RunRecord anew = record(7);
    anew.attributes.set("ended_utc", "2030");
    store.write(anew);
    CHECK(store.header(anew.id).attributes.at("ended_utc") == Value("2030"));
    CHECK(store.gather_small_runs(1) == 1);
    CHECK(store.header(anew.id).attributes.at("ended_utc") == Value("2030"));  // of two the later one
    CHECK(store.list() == before);
}

TEST_CASE("Runs are taken out of collections; the others stay, and the files may be kept", "[collection]") {
    const TemporaryFolder folder;
    Store store(folder.path());
    for (int i = 0; i < 6; ++i)
        store.write(record(i));
    store.gather_small_runs(1);
    store.write(record(6));
    store.take_out({id_of_run(2), id_of_run(6), "unknown"});
    CHECK(store.list().size() == 5);
    CHECK_FALSE(store.contains(id_of_run(2)));
    CHECK_NOTHROW(test::require_equal(store.read(id_of_run(3)), record(3)));
    store.take_out({id_of_run(0), id_of_run(1), id_of_run(3), id_of_run(4), id_of_run(5)}, "replaced");
    CHECK(store.list().empty());
    CHECK(files::files_in(folder / "replaced").size() == 1);
}

TEST_CASE("A run that is stored anew while others are gathered is not lost", "[collection]") {
    const TemporaryFolder folder;
    Store store(folder.path());
    for (int i = 0; i < 40; ++i)
        store.write(record(i));
    std::atomic<bool> done = false;
    std::jthread writer([&] {
        Store other(folder.path());
        for (int round = 0; !done; ++round)
            if (const auto claim = other.try_hold(id_of_run(round % 40))) other.write(record(round % 40));
    });
    for (int i = 0; i < 20; ++i)
        store.gather_small_runs(1);
    done = true;
    writer.join();
    CHECK(Store(folder.path()).list().size() == 40);
}

TEST_CASE("A process killed while it gathers or takes out loses no run", "[collection]") {
    const TemporaryFolder folder;
    {
        Store store(folder.path());
        for (int i = 0; i < 40; ++i)
            store.write(record(i));
    }
    for (int attempt = 0; attempt < 10; ++attempt) {
        int ready[2];
        REQUIRE(::pipe(ready) == 0);
        const pid_t child = ::fork();
        if (child == 0) {
            Store store(folder.path());
            for (int i = 0;; ++i) {
                store.gather_small_runs(1);
                store.take_out({"unknown", "another"});
                store.write(record(i % 40));
                static_cast<void>(!::write(ready[1], "x", 1));
            }
        }
        char byte = 0;
        for (int i = 0; i <= attempt; ++i)
            REQUIRE(::read(ready[0], &byte, 1) == 1);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(ready[0]);
        ::close(ready[1]);
        const Store store(folder.path());
        REQUIRE(store.list().size() == 40);
        CHECK(store.damaged_collections().empty());
        for (int i = 0; i < 40; ++i)
            CHECK_NOTHROW(test::require_equal(store.read(id_of_run(i)), record(i)));
    }
}

TEST_CASE("The index spares the reading of files, and may be deleted or damaged", "[collection][index]") {
    const TemporaryFolder folder;
    {
        Store store(folder.path());
        for (int i = 0; i < 70; ++i)
            store.write(record(i));
    }
    REQUIRE(fs::exists(folder / "index.h5"));
    const fs::path one = folder / "runs" / (id_of_run(5) + ".h5");
    const auto time = fs::last_write_time(one);
    std::vector<std::byte> bytes = files::read_whole_file(one);
    bytes[bytes.size() / 2] ^= std::byte{1};
    {
        std::fstream file(one, std::ios::in | std::ios::out | std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    fs::last_write_time(one, time);
    const auto edge = std::vector<std::string>{"curves/edge"};
    {
        const Store store(folder.path(), OpenMode::read_only);
        CHECK(store.header(id_of_run(5)).spec.at("seed") == Value(5));  // not read
        CHECK_THROWS_AS(store.arrays(id_of_run(5), edge), DataError);   // used: proved
    }
    test::write_text(folder / "index.h5", "?");
    CHECK_THROWS_AS(Store(folder.path(), OpenMode::read_only).header(id_of_run(5)), DataError);
    fs::remove(folder / "index.h5");
    CHECK_THROWS_AS(Store(folder.path(), OpenMode::read_only).header(id_of_run(5)), DataError);
    CHECK(Store(folder.path(), OpenMode::read_only).header(id_of_run(6)).spec.at("seed") == Value(6));
}
