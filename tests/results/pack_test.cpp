/// Packs: every file comes back byte for byte, damage is found, and a store with packs is the store without.
#include "results/pack.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "results/atomic_file.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::results;
using reboost::test::ScratchFolder;

namespace {

std::vector<std::byte> noise(std::uint64_t seed, std::size_t bytes) {
    Rng rng(seed, "pack");
    std::vector<std::byte> values(bytes);
    for (std::byte& value : values)
        value = static_cast<std::byte>(rng.uniform() * 256);
    return values;
}

/// Alike but for some bytes, of different lengths.
std::vector<RunFile> similar_files() {
    std::vector<RunFile> files;
    for (std::size_t i = 0; i < 20; ++i) {
        RunFile file{"run" + std::to_string(i), {"abc", ""}, noise(1, 60000), {}};
        file.bytes.resize(60000 - 10 * i);
        file.bytes[700 * i] ^= std::byte{1};
        files.push_back(std::move(file));
    }
    return files;
}

RunRecord record(int i) {
    RunRecord record;
    record.id = "00" + std::to_string(100 + i);
    record.spec.set("seed", i);
    record.attributes.set("git_revision", "abc").set("source_sha256", "");
    record.curves.put("edge", std::vector<double>(50, 0.5 * i));
    return record;
}

}  // namespace

TEST_CASE("A pack gives back every file byte for byte, and alike files take little of it", "[pack]") {
    const ScratchFolder scratch;
    std::vector<RunFile> files = similar_files();
    files.push_back({"other", {"abc", "f00"}, noise(2, 100), {}});
    files.push_back({"empty", {}, {}, {}});
    const std::vector<std::byte> bytes = to_pack(files);
    CHECK(bytes.size() < 2 * 60000);  // noise: one file alone cannot be deflated
    write_file_atomically(scratch / "1.pack", bytes);
    const Pack pack(scratch / "1.pack");
    REQUIRE(pack.runs().size() == files.size());
    for (std::size_t i = files.size(); i-- > 0;) {
        CHECK(pack.runs()[i].id == files[i].id);
        CHECK(pack.runs()[i].source.sha256 == files[i].source.sha256);
        CHECK(pack.file_of(i) == files[i].bytes);
    }
}

TEST_CASE("A changed byte, or a missing end, anywhere in a pack is found", "[pack]") {
    const ScratchFolder scratch;
    const std::vector<std::byte> bytes = to_pack(similar_files());
    const auto path = scratch / "1.pack";
    for (std::size_t at = 0; at < bytes.size(); at += 997) {
        std::vector<std::byte> changed = bytes;
        changed[at] ^= std::byte{4};
        write_file_atomically(path, changed, Durability::not_synced);
        CHECK_THROWS_AS(Pack(path), DataError);
        changed = bytes;
        changed.resize(at);
        write_file_atomically(path, changed, Durability::not_synced);
        CHECK_THROWS_AS(Pack(path), DataError);
    }
}

TEST_CASE("A store finds packed runs as if they were files", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    for (int i = 0; i < 30; ++i)
        store.write(record(i));
    const std::vector<std::string> before = store.list();
    CHECK(store.pack_small_runs(31) == 0);
    CHECK(store.pack_small_runs(30) == 30);
    CHECK(files_in(scratch / "runs").empty());
    CHECK(store.list() == before);
    const Store other(scratch.path(), OpenMode::read_only);
    for (int i = 0; i < 30; ++i) {
        const RunRecord packed = other.read(record(i).id);
        CHECK(packed.curves == record(i).curves);
        CHECK(packed.spec == record(i).spec);
        CHECK(other.contains(packed.id));
        CHECK(other.weigh(packed.id, {"now", ""}).counts());
        CHECK_FALSE(store.try_claim(packed.id));
    }
    CHECK(other.stamp(record(0).id) != other.stamp(record(1).id));

    store.remove(record(3).id);  // the pack is files again
    CHECK(store.list().size() == 29);
    CHECK_FALSE(store.contains(record(3).id));
    CHECK(store.read(record(4).id).curves == record(4).curves);
    CHECK(files_in(scratch / "runs").size() == 29);
    CHECK(store.pack_small_runs(1) == 29);
    store.unpack_all();
    CHECK(files_in(scratch / "runs").size() == 29);
}

TEST_CASE("A file goes before the pack, and a pack that does not prove itself is named", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    for (int i = 0; i < 3; ++i)
        store.write(record(i));
    store.pack_small_runs(1);
    RunRecord anew = record(1);
    anew.attributes.set("source_sha256", "f00");
    store.write(anew);
    CHECK(store.list().size() == 3);
    CHECK(store.read_header(anew.id).attributes.at("source_sha256").as_string() == "f00");
    CHECK_FALSE(store.weigh(anew.id, {"now", ""}).counts());
    CHECK(store.pack_small_runs(1) == 1);  // into a second pack, which is newer
    CHECK(store.read_header(anew.id).attributes.at("source_sha256").as_string() == "f00");

    for (const auto& file : files_in(scratch / "packs"))
        if (file.extension() == ".pack") write_file_atomically(file, "not a pack");
    const Store other(scratch.path(), OpenMode::read_only);
    CHECK(other.list().empty());
    CHECK(other.damaged_packs().size() == 2);
}
