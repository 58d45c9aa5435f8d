/// Packs: every file comes back byte for byte, damage is found, and a store with packs is the store without.
#include "results/pack.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "results/atomic_file.hpp"
#include "results/pack_folder.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"
#include "support/skip.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// As if nothing had changed in the folder for an hour.
void make_still(const std::filesystem::path& folder) {
    static const auto an_hour_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    std::filesystem::last_write_time(folder, an_hour_ago);
}

constexpr int kDenied = 77;

/// 0: unpacking says that the pack cannot be removed. A mount in a namespace of our own makes it so.
int unpack_what_cannot_be_removed(const std::filesystem::path& folder, const std::filesystem::path& pack) {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return kDenied;
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return kDenied;
    if (::mount(pack.c_str(), pack.c_str(), nullptr, MS_BIND, nullptr) != 0) return kDenied;
    Store store(folder);
    try {
        store.unpack(record(0).id);
        return 1;
    } catch (const IoError& error) {
        return std::string(error.what()).find(pack.string()) == std::string::npos ? 2 : 0;
    }
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

TEST_CASE("A run that several packs have is removed from all of them", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    for (const char* revision : {"first", "second", "third"}) {
        for (int i = 0; i < (revision == std::string("third") ? 3 : 4); ++i) {
            RunRecord anew = record(i);
            anew.attributes.set("git_revision", revision);
            store.write(anew);
        }
        store.pack_small_runs(1);
    }
    store.remove(record(1).id);
    CHECK_FALSE(store.contains(record(1).id));
    CHECK(store.list() == std::vector<std::string>{record(0).id, record(2).id, record(3).id});
    const auto revision_of = [&](int i) {
        return Store(scratch.path()).read_header(record(i).id).attributes.at("git_revision").as_string();
    };
    CHECK(revision_of(0) == "third");
    CHECK(revision_of(3) == "second");
}

TEST_CASE("A pack all of whose runs are in newer ones is removed when runs are packed", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    const auto pack = [&](int begin, int end) {
        for (int i = begin; i < end; ++i)
            store.write(record(i));
        store.pack_small_runs(1);
        std::vector<std::string> names;
        for (const auto& file : files_in(scratch / "packs"))
            if (file.extension() == ".pack") names.push_back(file.stem().string());
        return names;
    };
    CHECK(pack(0, 4) == std::vector<std::string>{"000001"});
    CHECK(pack(0, 2) == std::vector<std::string>{"000001", "000002"});
    CHECK(pack(2, 4) == std::vector<std::string>{"000002", "000003"});
    CHECK(store.list().size() == 4);
    CHECK(pack(0, 4) == std::vector<std::string>{"000004"});
    for (int i = 0; i < 4; ++i)
        CHECK(Store(scratch.path()).read(record(i).id).curves == record(i).curves);
}

TEST_CASE("A copy of a pack is a stray: it brings nothing back, and numbers go on beyond six digits",
          "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    const auto packs = scratch / "packs";
    const auto revision_of = [&](const std::string& id) {
        return Store(scratch.path()).read(id).attributes.at("git_revision").as_string();
    };
    const auto pack_anew = [&](const std::string& revision) {
        RunRecord changed = record(0);
        changed.attributes.set("git_revision", revision);
        store.write(changed);
        CHECK(store.pack_small_runs(1) == 1);
    };
    pack_anew("old");
    for (const char* name : {"copy.pack", "0000001.pack", "99999999999999999999.pack"})
        std::filesystem::copy_file(packs / "000001.pack", packs / name);
    pack_anew("new");
    CHECK(revision_of(record(0).id) == "new");
    CHECK(is_there(packs / "copy.pack"));
    CHECK(Store(scratch.path()).strays().size() == 3);
    std::filesystem::rename(packs / "000002.pack", packs / "2147483647.pack");
    pack_anew("newer");
    CHECK(is_there(packs / "2147483648.pack"));
    CHECK(revision_of(record(0).id) == "newer");
}

TEST_CASE("A run that is computed anew is not taken out of the folder by who packs it", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    store.write(record(0));
    store.write(record(1));
    auto claim = store.try_hold(record(0).id);
    REQUIRE(claim);
    CHECK(store.pack_small_runs(1) == 2);
    CHECK(is_there(scratch / "runs" / (record(0).id + ".h5")));
    CHECK_FALSE(is_there(scratch / "runs" / (record(1).id + ".h5")));
    CHECK(store.list().size() == 2);
}

TEST_CASE("Runs that are packed or unpacked are not missing from a list meanwhile", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    store.write(record(0));
    const auto file = store.run_path(record(0).id), pack = scratch / "packs/000001.pack",
               file_away = scratch / "file", pack_away = scratch / "pack";
    std::filesystem::copy_file(file, file_away);
    store.pack_small_runs(1);
    std::atomic<int> lists = 0;
    std::atomic<bool> ends = false;
    std::atomic<std::size_t> fewest = 1;
    std::thread reader([&] {
        const Store other(scratch.path(), OpenMode::read_only);
        while (!ends) {
            fewest = std::min(fewest.load(), other.list().size());
            ++lists;
            lists.notify_one();
        }
    });
    // What unpacking and packing do, in their order; at most once during a list.
    for (int i = 0; i < 400; ++i) {
        const bool unpacks = i % 2 == 0;
        std::filesystem::rename(unpacks ? file_away : pack_away, unpacks ? file : pack);
        std::filesystem::rename(unpacks ? pack : file, unpacks ? pack_away : file_away);
        for (int from = lists, now = from; now < from + 2; now = lists)
            lists.wait(now);
    }
    ends = true;
    reader.join();
    CHECK(fewest == 1);
}

TEST_CASE("A run that is removed while others are packed does not come back", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    std::atomic<bool> ends = false;
    std::thread packer([&] {
        Store other(scratch.path());
        while (!ends)
            other.pack_small_runs(1);
    });
    for (int i = 0; i < 60; ++i) {
        store.write(record(i));
        store.remove(record(i).id);
    }
    ends = true;
    packer.join();
    CHECK(Store(scratch.path()).list().empty());
}

TEST_CASE("A pack that takes the name of another is not read by the other's index", "[pack]") {
    const ScratchFolder scratch;
    Store writer(scratch.path());
    for (int i = 0; i < 30; ++i)
        writer.write(record(i));
    writer.pack_small_runs(1);
    make_still(scratch / "packs");
    const Store reader(scratch.path(), OpenMode::read_only);
    CHECK(reader.list().size() == 30);
    writer.remove(record(3).id);
    CHECK(writer.pack_small_runs(1) == 29);
    make_still(scratch / "packs");  // the reader still has the index of the first
    for (int i = 4; i < 30; ++i)
        CHECK(reader.read(record(i).id).curves == record(i).curves);
}

TEST_CASE("What is known of packs is not lost where the folder cannot be read for a moment", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    store.write(record(0));
    store.pack_small_runs(1);
    make_still(scratch / "packs");
    PackFolder packs(scratch / "packs");
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit none{0, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
    bool refused = false;
    try {
        packs.ids();
    } catch (const IoError&) {
        refused = true;
    }
    ::setrlimit(RLIMIT_NOFILE, &before);
    CHECK(refused);
    CHECK(packs.ids() == std::vector<std::string>{record(0).id});
}

TEST_CASE("A pack that cannot be removed is an error, not a pack that is unpacked for ever", "[pack]") {
    const ScratchFolder scratch;
    {
        Store store(scratch.path());
        store.write(record(0));
        store.pack_small_runs(1);
    }
    const pid_t child = ::fork();
    if (child == 0) {
        int result = 99;
        try {
            result = unpack_what_cannot_be_removed(scratch.path(), scratch / "packs/000001.pack");
        } catch (...) {  // 99
        }
        ::_exit(result);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    if (WEXITSTATUS(status) == kDenied) return test::skip("this system lets no test mount a file");
    CHECK(WEXITSTATUS(status) == 0);
}
