#include "results/store.hpp"

#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "results/run_file.hpp"
#include "results/scratch.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <numeric>

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::results;
using Catch::Matchers::Contains;
using reboost::test::count_files;
using reboost::test::sample_record;
using reboost::test::TemporaryFolder;

namespace {

const std::string kStoredId(64, 'a');
const std::string kOtherId(64, 'b');

}  // namespace

TEST_CASE("a damaged run file is kept when its run is stored again") {
    const TemporaryFolder folder;
    Store store(folder.path());
    const RunRecord record = sample_record(std::string(64, 'a'));
    store.write(record);
    store.write(record);  // a sound one is replaced
    CHECK(files::files_in(folder / "damaged").empty());
    std::ofstream(store.run_path(record.id), std::ios::app) << "x";
    store.write(record);
    CHECK(files::files_in(folder / "damaged").size() == 1);
    CHECK_NOTHROW(test::require_equal(store.read(record.id), record));
}

TEST_CASE("a run record reads back as it was written") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    const RunRecord record = sample_record(kStoredId);
    REQUIRE_FALSE(store.contains(kStoredId));
    store.write(record);
    REQUIRE(store.contains(kStoredId));
    CHECK_NOTHROW(test::require_equal(store.read(kStoredId), record));

    const RunHeader header = store.header(kStoredId);
    CHECK(header.id == kStoredId);
    CHECK(to_json(header.spec) == to_json(record.spec));
    CHECK(to_json(header.attributes) == to_json(record.attributes));
}

TEST_CASE("a long curve is filtered and reads back bit for bit") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    const RunRecord record = sample_record(kStoredId, 30000);
    store.write(record);
    CHECK_NOTHROW(test::require_equal(store.read(kStoredId), record));
    const Archive some =
        store.arrays(kStoredId, std::vector<std::string>{"curves/edge", "curves/no_such", "selector"});
    CHECK(some.arrays().size() == 2);
    CHECK(some.get<double>("curves/edge") == record.curves.get<double>("edge"));
    CHECK(some.sub("selector") == record.selector);
}

TEST_CASE("rounds that count from 1 are not stored, and come back") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    RunRecord record = sample_record(kStoredId, 300);
    record.attributes.set("rounds", 300);
    std::vector<std::uint64_t> rounds(300);
    std::iota(rounds.begin(), rounds.end(), 1);
    record.curves.put("round", rounds, "", "boosting round");
    CHECK_FALSE(to_stored(record).arrays.contains("curves/round"));
    store.write(record);
    CHECK_NOTHROW(test::require_equal(store.read(kStoredId), record));
    const std::vector<std::string> wanted{"curves/round"};
    CHECK(store.arrays(kStoredId, wanted).get<std::uint64_t>("curves/round") == rounds);
    const auto has_rounds = [](std::int64_t number) {
        const RunHeader header{kStoredId, Value::object(), Value::object().set("rounds", number)};
        return record_of(header, {}).curves.contains("round");
    };
    CHECK(has_rounds(0));
    CHECK_FALSE(has_rounds(-1));
    CHECK_FALSE(has_rounds((std::int64_t{1} << 32) + 1));
    for (const char* half : {R"({"spec": {}})", R"({"attributes": {}})"})
        CHECK_THROWS_WITH(header_of(kStoredId, half, "x.h5"), Contains("no spec or no attributes"));
    rounds.back() = 301;
    record.curves.put("round", rounds, "", "boosting round");
    CHECK(to_stored(record).arrays.contains("curves/round"));
}

TEST_CASE("the store lists its runs sorted") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    store.write(sample_record(kOtherId));
    store.write(sample_record(kStoredId));
    CHECK(store.list() == std::vector<std::string>{kStoredId, kOtherId});
    store.take_out({kStoredId});
    CHECK(store.list() == std::vector<std::string>{kOtherId});
}

TEST_CASE("a stored run ends its checkpoint and its failure") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    Archive state;
    state.put("weights", std::vector<float>{0.5F, 0.25F});
    store.write_state(store.checkpoint_of(kStoredId), state, Value::object().set("round", 12));
    store.record_failure(kStoredId, Value::object().set("message", "out of memory"));
    const auto checkpoint = read_state(store.checkpoint_of(kStoredId));
    REQUIRE(checkpoint);
    CHECK(checkpoint->state == state);
    CHECK(checkpoint->info.at("round").as_integer() == 12);
    REQUIRE(store.failures().size() == 1);
    const auto text = files::read_whole_file(store.failure_path(kStoredId));
    CHECK(std::string(reinterpret_cast<const char*>(text.data()), 17) == "{\n  \"message\": \"o");
    CHECK(store.failures().at(kStoredId).at("message").as_string() == "out of memory");
    store.write(sample_record(kStoredId));
    CHECK_FALSE(read_state(store.checkpoint_of(kStoredId)));
    CHECK(store.list_checkpoints().empty());
    CHECK(store.failures().empty());
}

TEST_CASE("a damaged run file is named, with what is wrong") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    test::write_text(store.run_path(kStoredId), "not HDF5");
    CHECK_THROWS_WITH(store.read(kStoredId), Contains(kStoredId) && Contains("has no checksum"));
    test::write_text(store.run_path(kStoredId), "\x89HDF\r\n\x1a\nwithout a seal");
    CHECK_THROWS_WITH(store.read(kStoredId), Contains(kStoredId) && Contains("has no checksum"));
    CHECK_THROWS_WITH(store.read(kOtherId), Contains("No such file or directory"));
}

TEST_CASE("an id that is no id never becomes a path") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    CHECK_THROWS_AS(store.contains("../../etc/passwd"), UsageError);
    CHECK_THROWS_AS(store.record_failure("", Value()), UsageError);
}

TEST_CASE("an array with a wrong shape is refused and leaves no file") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    RunRecord record = sample_record(kStoredId);
    record.model.put_shaped("votes", std::vector<double>{1, 2, 3}, {2, 2});
    CHECK_THROWS_WITH(store.write(record), Contains("votes"));
    CHECK(count_files(folder.path()) == 0);
}

TEST_CASE("a file in the place of the results folder is reported as such") {
    const TemporaryFolder folder;
    test::write_text(folder / "results", "");
    CHECK_THROWS_WITH(Store(folder / "results"),
                      Contains("'" + (folder / "results").string() + "' is a file"));
    CHECK_THROWS_WITH(Store(folder / "results", OpenMode::read_only), Contains("it is a file"));
    CHECK_THROWS_AS(Store(folder / "results"), IoError);
}

TEST_CASE("reading a folder that does not exist finds nothing and creates nothing") {
    const TemporaryFolder folder;
    const Store store(folder / "results", OpenMode::read_only);
    CHECK(store.list().empty());
    CHECK(store.failures().empty());
    CHECK(store.running().empty());
    CHECK_FALSE(std::filesystem::exists(folder / "results"));
}

TEST_CASE("a write that the system refuses half way leaves neither file nor temporary file") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    store.write(sample_record(kOtherId));
    const std::size_t before = count_files(folder.path());
    const pid_t child = ::fork();
    if (child == 0) {  // in a process of its own: the limit cannot be raised again
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{4096, 4096};
        ::setrlimit(RLIMIT_FSIZE, &small);
        try {
            store.write(sample_record(kStoredId, 5000));
        } catch (const IoError& error) {
            const bool says_why = std::string(error.what()).find("File too large") != std::string::npos;
            ::_exit(says_why ? 0 : 2);
        } catch (...) {
            ::_exit(3);
        }
        ::_exit(1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(count_files(folder.path()) == before);
    CHECK(store.list() == std::vector<std::string>{kOtherId});
}

TEST_CASE("a run's seal is that of its id, its header and all of each array") {
    StoredRun run{std::string(64, 'a'), "{}", {}, {}};
    run.arrays.put_shaped("votes", std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}, {2, 3}, "s", "long");
    run.arrays.put("names", std::vector<std::string>{"a", "b"});
    const std::string seal = seal_of(run);
    CHECK(seal == "517864d08dcb0c8afe789f2c88cb0450");  // recorded: runs of earlier programs are proved by it
    const auto changed = [&](auto change) {
        StoredRun other = run;
        change(other);
        return seal_of(other) != seal;
    };
    const auto votes = [&](std::vector<std::int32_t> values, std::vector<std::size_t> shape,
                           const char* units, const char* name) {
        return changed([&](StoredRun& other) {
            other.arrays.put_shaped("votes", std::move(values), std::move(shape), units, name);
        });
    };
    CHECK_FALSE(votes({1, 2, 3, 4, 5, 6}, {2, 3}, "s", "long"));
    CHECK(votes({1, 2, 3, 4, 5, 7}, {2, 3}, "s", "long"));
    CHECK(votes({1, 2, 3, 4, 5, 6}, {3, 2}, "s", "long"));
    CHECK(votes({1, 2, 3, 4, 5, 6}, {6}, "s", "long"));
    CHECK(votes({1, 2, 3, 4, 5, 6}, {2, 3}, "", "long"));
    CHECK(votes({1, 2, 3, 4, 5, 6}, {2, 3}, "s", "another"));
    CHECK(changed([](StoredRun& other) { other.id[0] = 'b'; }));
    CHECK(changed([](StoredRun& other) { other.header = "{ }"; }));
    CHECK(changed([](StoredRun& other) { other.arrays.put("names", std::vector<std::string>{"ab", ""}); }));
    CHECK(changed([](StoredRun& other) { other.arrays.put("more", std::vector<std::string>{}); }));
    CHECK(changed([](StoredRun& other) {
        other.arrays.put_shaped("votes", std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6}, {2, 3}, "s", "long");
    }));
}

TEST_CASE("files that the program does not name are strays, hidden ones are not") {
    const TemporaryFolder folder;
    Store store(folder.path());
    store.write(sample_record(kStoredId));
    store.write_state(store.checkpoint_of(kOtherId), {}, Value::object());
    store.record_failure(kOtherId, Value::object());
    store.write_state(store.state_of(kStoredId), {}, Value::object());
    CHECK(store.strays().empty());
    std::vector<std::filesystem::path> expected;
    for (const char* name : {"runs/notes.txt", "runs/UPPER.h5", "states/notes", "open/notes.txt"})
        expected.push_back(folder / name);
    expected.push_back(folder / ("open/" + kOtherId + "/notes"));
    for (const auto& path : expected) {
        test::write_text(path, "mine");
        test::write_text(path.parent_path() / ".hidden", "mine");
    }
    std::vector<std::filesystem::path> found = store.strays();
    std::ranges::sort(found);
    std::ranges::sort(expected);
    CHECK(found == expected);
}

TEST_CASE("a checkpoint is no model") {
    const TemporaryFolder folder;
    Store store(folder.path());
    store.write_state(store.checkpoint_of(kOtherId), {}, Value::object());
    CHECK_THROWS_WITH(read_record_file(store.checkpoint_of(kOtherId).path),
                      Contains("is a checkpoint file, expected a model file"));
    write_record_file(folder / "model.h5", sample_record(""));
    CHECK(read_record_file(folder / "model.h5").record.model == sample_record("").model);
    store.write(sample_record(kStoredId));
    CHECK(read_record_file(store.run_path(kStoredId)).record.id == kStoredId);
}
