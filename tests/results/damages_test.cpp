/// Kind of file x damage x what is expected: nothing that a disk, a hand or a mix-up changes is taken for a
/// result.
#include "core/error.hpp"
#include "core/rng.hpp"
#include "files/atomic_file.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"
#include "support/damage.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::results;
namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;
using Catch::Contains;
using reboost::test::sample_record;
using reboost::test::TemporaryFolder;
using reboost::test::write_bytes;

namespace {

const std::string kDamagedId(64, 'a'), kOther(64, 'b');
const SourceState kDamageSource{"0123456789ab", ""};

RunRecord clean_record(const std::string& id) {
    RunRecord record = sample_record(id, 300);
    put_source(record.attributes, kDamageSource);
    return record;
}

/// A folder with two files of each kind, one for each of the runs.
struct Folder {
    TemporaryFolder scratch;
    Store store{scratch / "results"};
    Folder() {
        for (const std::string& id : {kDamagedId, kOther}) {
            store.write(clean_record(id));
            store.write_state(store.checkpoint_of(id), sample_record(id).model,
                              Value::object().set("rounds", 3));
            store.write_state(store.state_of(id), sample_record(id).model, Value::object());
            store.record_failure(id, Value::object().set("type", "bad_data"));
            write_record_file(model(id), sample_record(""));
            gather(id);
        }
    }
    fs::path model(const std::string& id) const { return scratch / ("model-" + id + ".h5"); }
    fs::path collection(const std::string& id) const { return store.folder() / "collections" / (id + ".h5"); }
    void gather(const std::string& id) const {
        fs::create_directories(store.folder() / "collections");
        const StoredRun runs[] = {to_stored(clean_record("in-" + id)), to_stored(clean_record("too-" + id))};
        write_bytes(collection(id), to_collection(runs, id));
    }
};

struct Kind {
    const char* name;
    fs::path (*path)(const Folder&, const std::string& id);
    /// Reads it by a store that knows nothing yet; throws what that throws.
    void (*read)(const Folder&, const std::string& id);
    bool is_named;   ///< by the store's list of damaged files
    bool has_owner;  ///< another run's file in its place is found
};

const Kind kKinds[] = {
    {"run", [](const Folder& f, const std::string& id) { return f.store.run_path(id); },
     [](const Folder& f, const std::string& id) {
         const Store fresh(f.store.folder(), OpenMode::read_only);
         const Judgement judgement = fresh.judge(id, kDamageSource);
         if (judgement.counts()) return;
         CHECK_THAT(judgement.damage, Contains(id));
         CHECK_THROWS_AS(fresh.arrays(id, std::vector<std::string>{"curves/edge"}), DataError);
         CHECK_THROWS_AS(fresh.stored(id), DataError);
         throw DataError(judgement.damage);
     },
     false, true},
    {"collection", [](const Folder& f, const std::string& id) { return f.collection(id); },
     [](const Folder& f, const std::string& id) {
         const Store fresh(f.store.folder(), OpenMode::read_only);
         for (const DamagedFile& file : fresh.damaged_collections())
             if (file.path == f.collection(id)) {
                 CHECK_FALSE(fresh.contains("in-" + id));
                 throw DataError(file.what);
             }
         CHECK(fresh.judge("in-" + id, kDamageSource).counts());
     },
     false, true},
    {"checkpoint", [](const Folder& f, const std::string& id) { return f.store.checkpoint_of(id).path; },
     [](const Folder& f, const std::string& id) { static_cast<void>(read_state(f.store.checkpoint_of(id))); },
     true, true},
    {"state", [](const Folder& f, const std::string& id) { return f.store.state_of(id).path; },
     [](const Folder& f, const std::string& id) { static_cast<void>(read_state(f.store.state_of(id))); },
     true, true},
    {"failure", [](const Folder& f, const std::string& id) { return f.store.failure_path(id); },
     [](const Folder& f, const std::string& id) { static_cast<void>(f.store.failure(id)); }, true, true},
    {"model", [](const Folder& f, const std::string& id) { return f.model(id); },
     [](const Folder& f, const std::string& id) { static_cast<void>(read_record_file(f.model(id))); }, false,
     false},
};

}  // namespace

TEST_CASE("Every kind of file, every damage: refused with the file's name, named by the store, and set aside",
          "[results][damage]") {
    Folder folder;
    Rng rng(1, "damages");
    for (const Kind& kind : kKinds) {
        const fs::path path = kind.path(folder, kDamagedId), other = kind.path(folder, kOther);
        const Bytes whole = files::read_whole_file(path);
        CAPTURE(kind.name);
        CHECK_NOTHROW(kind.read(folder, kDamagedId));
        struct Damage {
            std::string name;
            Bytes bytes;
            bool found = true;
        };
        Bytes without_seal = whole, blank = whole;
        without_seal.resize(whole.size() - 80);
        *std::find(blank.end() - 100, blank.end(), std::byte{' '}) = std::byte{'\t'};
        std::vector<Damage> damages{
            {"empty", {}},
            {"without its seal", without_seal},
            {"a changed blank in the seal", blank},
            {"text", Bytes(200, std::byte{'x'})},
            {"another's", files::read_whole_file(other), kind.has_owner},
            {"of another kind", files::read_whole_file(kKinds[&kind == kKinds ? 2 : 0].path(folder, kOther)),
             kind.has_owner}};
        for (int i = 0; i < 80; ++i)
            damages.push_back({"random " + std::to_string(i), test::damaged(whole, rng)});
        for (const Damage& damage : damages) {
            CAPTURE(damage.name);
            write_bytes(path, damage.bytes);
            if (!damage.found) continue;
            REQUIRE_THROWS_WITH(kind.read(folder, kDamagedId), Contains(path.string()));
            REQUIRE_THROWS_AS(kind.read(folder, kDamagedId), DataError);
            CHECK_NOTHROW(kind.read(folder, kOther));  // the other file counts all the same
            const std::vector<DamagedFile> named = folder.store.damaged_beside();
            CHECK(named.size() == (kind.is_named ? 1U : 0U));
        }
        write_bytes(path, {});
        const auto aside = folder.store.set_aside(path);
        REQUIRE(aside);
        CHECK(aside->parent_path().filename() == "damaged");
        CHECK_FALSE(folder.store.set_aside(path));  // another process was first
        write_bytes(path, whole);
        CHECK_NOTHROW(kind.read(folder, kDamagedId));
    }
    CHECK(files::files_in(folder.store.folder() / "damaged").size() == std::size(kKinds));
}

TEST_CASE("A process that proved a file notices that it changes", "[results][damage]") {
    Folder folder;
    Rng rng(2, "damages");
    const Bytes whole = files::read_whole_file(folder.store.run_path(kDamagedId));
    CHECK(folder.store.judge(kDamagedId, kDamageSource).counts());
    write_bytes(folder.store.run_path(kDamagedId), test::damaged(whole, rng));
    CHECK_FALSE(folder.store.judge(kDamagedId, kDamageSource).counts());
    write_bytes(folder.store.run_path(kDamagedId), whole);
    CHECK(folder.store.judge(kDamagedId, kDamageSource).counts());
}

TEST_CASE("A run's own checksum tells a changed array in a collection that is sealed anew",
          "[results][damage]") {
    const TemporaryFolder folder;
    StoredRun run = to_stored(clean_record(kDamagedId));
    CHECK(run.seal.size() == 32);
    auto edges = run.arrays.get<double>("curves/edge");
    edges.back() += 1;
    run.arrays.put("curves/edge", edges);
    const StoredRun runs[] = {to_stored(clean_record(kOther)), run};
    write_bytes(folder / "x.h5", to_collection(runs, "x"));
    const Collection collection(folder / "x.h5");
    CHECK_NOTHROW(collection.stored(kOther));
    CHECK_THROWS_WITH(collection.stored(kDamagedId), Contains(kDamagedId) && Contains("checksum"));
}

TEST_CASE("A damaged file that was mended after it was listed stays", "[results][damage]") {
    Folder folder;
    const fs::path path = folder.store.checkpoint_of(kDamagedId).path;
    const Bytes whole = files::read_whole_file(path);
    write_bytes(path, {});
    const std::vector<DamagedFile> damaged = folder.store.damaged_beside();
    REQUIRE(damaged.size() == 1);
    write_bytes(path, whole);
    CHECK_FALSE(folder.store.set_aside(damaged.front()));
    CHECK(read_state(folder.store.checkpoint_of(kDamagedId)));
}

TEST_CASE("What is removed after it was listed is gone, not damaged", "[results][damage]") {
    Folder folder;
    folder.store.take_out({kDamagedId, "in-" + kDamagedId});
    for (const std::string& id : {kDamagedId, "in-" + kDamagedId}) {
        const Judgement judgement = folder.store.judge(id, kDamageSource);
        CHECK(judgement.gone);
        CHECK(judgement.damage.empty());
        CHECK_FALSE(judgement.counts());
    }
    CHECK(folder.store.judge("too-" + kDamagedId, kDamageSource).counts());
}

TEST_CASE("What is written into a results folder follows no link out of it", "[results][damage]") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    const fs::path elsewhere = folder / "elsewhere";
    test::write_text(elsewhere, "mine");
    fs::create_directories(store.folder() / "states");
    fs::create_directories(store.checkpoint_of(kDamagedId).path.parent_path());
    for (const fs::path& path : {store.run_path(kDamagedId), store.checkpoint_of(kDamagedId).path,
                                 store.state_of(kDamagedId).path, store.failure_path(kDamagedId)})
        fs::create_symlink(elsewhere, path);
    store.write_state(store.checkpoint_of(kDamagedId), sample_record(kDamagedId).model, Value::object());
    store.write_state(store.state_of(kDamagedId), sample_record(kDamagedId).model, Value::object());
    store.record_failure(kDamagedId, Value::object());
    CHECK(read_state(store.checkpoint_of(kDamagedId)));
    CHECK(read_state(store.state_of(kDamagedId)));
    CHECK(store.failure(kDamagedId));
    store.write(clean_record(kDamagedId));
    CHECK(store.judge(kDamagedId, kDamageSource).counts());
    CHECK(files::read_whole_file(elsewhere).size() == 4);
    CHECK(files::files_in(store.folder() / "damaged").size() == 4);  // the links
}

TEST_CASE("A folder that cannot be read is an error, not an empty one", "[results][damage]") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "results");
    test::write_text(folder / "results/runs", "a file in its place");
    const Store store(folder / "results", OpenMode::read_only);
    CHECK_THROWS_AS(store.list(), IoError);
}
