/// What a pack keeps of runs for reports: reading it is reading the run's file, and damage is named.
#include "results/packed_content.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/pack.hpp"
#include "results/record_content.hpp"
#include "results/scratch.hpp"
#include "results/seal.hpp"
#include "results/store.hpp"
#include "support/damage.hpp"

#include <cstring>
#include <functional>
#include <limits>

#include <catch2/catch.hpp>
#include <signal.h>
#include <sys/resource.h>

using namespace reboost;
using namespace reboost::results;
using Catch::Contains;
using reboost::test::ScratchFolder;

namespace {

using Bytes = std::vector<std::byte>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Curves of every element type, attributes of every kind.
RunRecord rich_record(int i) {
    RunRecord record = test::sample_record("00" + std::to_string(100 + i));
    record.attributes.set("git_revision", "abc").set("source_sha256", "");
    record.attributes.set("unknown", kNaN)
        .set("nothing", Value())
        .set("whole", 2.0)
        .set("text", "\xC3\xA4\n");
    record.attributes.set("stages", Value::object().set("fit", 0.1 * i).set("none", Value(Value::List{})));
    record.spec.set("minus", -0.0).set("large", std::numeric_limits<std::int64_t>::max());
    for (const auto& [name, array] : record.model.arrays())
        record.curves.put_array("test/" + name, array);
    record.curves.put("unmeasured", std::vector<double>{kNaN, 0.5, -kNaN, 1e308}, "s", "seconds of a round");
    record.curves.put("kept/round", std::vector<std::int64_t>{-1, i}, "", "rounds kept");
    return record;
}

/// Everything that is read of a run through packed content, as bytes: NaN and -0.0 count.
Bytes reading(const Store& store, const std::string& id) {
    const RunHeader header = store.read_header(id);
    const Archive curves = store.read_group(id, "curves");
    const Archive some = store.read_curves(id, {"edge", "test/codes", "absent", "unmeasured"});
    CHECK(some.arrays().size() == 3);
    const auto bytes_of = [&header](const Archive& archive) {
        Hdf5Content content;
        content.attributes = header.attributes;
        content.documents.emplace_back("spec", header.spec);
        content.arrays.put_all("curves", archive);
        const Bytes bytes = to_packed_content(content);
        REQUIRE_FALSE(bytes.empty());
        return bytes;
    };
    Bytes all = bytes_of(curves);
    const Bytes more = bytes_of(some);
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Bytes content_of(const RunRecord& record) {
    const ScratchFolder scratch;
    write_record_file(scratch / "run.h5", record);
    return to_packed_content(read_sealed(scratch / "run.h5", packed_query(), kRunKind, record.id));
}

std::uint64_t index_of(std::span<const std::byte> content) {
    std::uint64_t at = 0;
    std::memcpy(&at, content.last(8).data(), 8);
    return at;
}

/// The pack with another head or index, sealed.
Bytes remade(const Bytes& pack, const std::function<void(std::string& head, std::string& index)>& change) {
    constexpr std::size_t kHead = 15;
    const auto content = open_seal(pack, "pack").content;
    const std::uint64_t index_at = index_of(content);
    const auto* chars = reinterpret_cast<const char*>(content.data());
    std::string head(chars, kHead), index(chars + index_at, content.size() - 8 - index_at);
    change(head, index);
    const std::string text = head + std::string(chars + kHead, index_at - kHead) + index +
                             std::string(chars + content.size() - 8, 8);
    const auto bytes = std::as_bytes(std::span(text));
    Bytes anew(bytes.begin(), bytes.end());
    append_seal(anew, {"pack", "-"});
    return anew;
}

/// Changes a file as a failing disk does: its stamp stays.
void rot(const std::filesystem::path& path, const Bytes& bytes) {
    const auto time = std::filesystem::last_write_time(path);
    test::write_bytes(path, bytes);
    std::filesystem::last_write_time(path, time);
}

void replace(std::string& text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
}

/// Whether `work` throws IoError while no file may become larger than 512 bytes.
bool fails_on_small_files(const std::function<void()>& work) {
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{512, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    bool failed = false;
    try {
        work();
    } catch (const IoError&) {
        failed = true;
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    ::signal(SIGXFSZ, handler);
    return failed;
}

Bytes in_format_1(const Bytes& pack) {
    return remade(pack, [](std::string& head, std::string& index) {
        head = "reboost-pack 1\n";
        replace(index, "{\"runs\":", "");
        index.resize(index.find(",\"blocks\""));
    });
}

}  // namespace

TEST_CASE("A packed run reads as its file does, in packs of both formats", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    std::vector<Bytes> loose;
    for (int i = 0; i < 70; ++i) {  // more than a block
        store.write(rich_record(i));
        loose.push_back(reading(store, rich_record(i).id));
    }
    REQUIRE(store.pack_small_runs(1) == 70);
    const auto pack = scratch / "packs/000001.pack";
    const Bytes bytes = read_whole_file(pack);
    for (const Bytes& format : {bytes, in_format_1(bytes)}) {
        write_file_atomically(pack, format);
        const Store other(scratch.path(), OpenMode::read_only);
        REQUIRE(other.list().size() == 70);
        for (int i : {69, 0, 63, 64, 1, 2, 68})
            CHECK(reading(other, rich_record(i).id) == loose[static_cast<std::size_t>(i)]);
        CHECK(other.file_of("00105") == store.file_of("00105"));
        CHECK(other.read("00105").model == rich_record(5).model);
    }
}

TEST_CASE("A header and curves come from the pack's content; without one, from the file", "[pack]") {
    const ScratchFolder scratch;
    std::filesystem::create_directories(scratch / "packs");
    const RunRecord record = rich_record(0);
    write_record_file(scratch / "run.h5", record);
    const Bytes file = read_whole_file(scratch / "run.h5");
    const std::vector<RunFile> files{{record.id, {}, {}, content_of(record)}, {"00200", {}, file, {}}};
    write_file_atomically(scratch / "packs/000001.pack", to_pack(files));
    const Store store(scratch.path(), OpenMode::read_only);
    CHECK(store.read_header(record.id).spec == record.spec);
    CHECK(store.read_group(record.id, "curves").arrays().size() == record.curves.arrays().size());
    CHECK_THROWS_AS(store.read(record.id), DataError);                   // its file is empty
    CHECK_THROWS_WITH(store.read_header("00200"), Contains(record.id));  // another run's file
}

TEST_CASE("The content of a record is that of its file", "[pack]") {
    RunRecord record = rich_record(3);
    record.spec.set("gain", kNaN).set("path", "\xC3\xA4\"\\\n");
    record.attributes.set("cut", std::string("a\0b", 3)).set("empty", "");
    record.curves.put("texts", std::vector<std::string>{std::string("a\0b", 3), ""}, std::string("s\0m", 3));
    record.curves.put("many", std::vector<float>(12000, 0.5F));
    CHECK(to_packed_content(record) == content_of(record));
    record.curves.put("more", std::vector<std::uint8_t>(100000, 1));
    CHECK(to_packed_content(record).empty());
    CHECK(content_of(record).empty());
}

TEST_CASE("A run replaced after it was written is packed as it lies", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path()), other(scratch.path());
    RunRecord anew = rich_record(1);
    store.write(rich_record(0));
    store.write(anew);
    anew.attributes.set("status", "anew").set("source_sha256", "f00");
    other.write(anew);
    CHECK(store.pack_small_runs(1) == 2);
    CHECK(store.read_header(anew.id).attributes.at("status").as_string() == "anew");
    CHECK_FALSE(store.weigh(anew.id, {"now", ""}).counts());
}

TEST_CASE("A run whose pack could not be written is packed whole the next time", "[pack]") {
    const ScratchFolder scratch;
    Store store(scratch.path());
    RunRecord record = rich_record(0);
    record.attributes.set("source_sha256", "f00");
    store.write(record);
    const Bytes loose = reading(store, record.id);
    CHECK(fails_on_small_files([&] { store.pack_small_runs(1); }));
    CHECK(store.pack_small_runs(1) == 1);
    CHECK_FALSE(store.weigh(record.id, {"now", ""}).counts());  // its source goes with it
    CHECK(store.weigh(record.id, {"now", "f00"}).counts());
    CHECK(Pack(scratch / "packs/000001.pack").content_of(0) == content_of(record));
    CHECK(reading(store, record.id) == loose);
}

TEST_CASE("Damaged content of a packed run is refused and named", "[pack]") {
    const RunRecord record = rich_record(0);
    const Bytes content = content_of(record);
    for (std::size_t size = 0; size < content.size(); ++size)
        CHECK_THROWS_AS(parse_packed(std::span(content).first(size), packed_query(), "x.h5"), DataError);
    Bytes longer = content;
    longer.push_back({});
    CHECK_THROWS_WITH(parse_packed(longer, packed_query(), "x.h5"), Contains("'x.h5'"));
    for (std::size_t at = 0; at < content.size(); ++at)
        for (const int byte : {0x00, 0x01, 0x07, 0x7f, 0x80, 0xff}) {
            Bytes changed = content;
            changed[at] = static_cast<std::byte>(byte);
            try {
                static_cast<void>(parse_packed(changed, packed_query(), "x.h5"));
            } catch (const DataError&) {  // or it is another number or text
            }
        }
    const Bytes deep(10000, std::byte{6});  // lists of lists, each of six
    CHECK_THROWS_AS(parse_packed(deep, packed_query(), "x.h5"), DataError);

    const ScratchFolder scratch;
    std::filesystem::create_directories(scratch / "packs");
    const Bytes half(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(content.size() / 2));
    const std::vector<RunFile> files{{record.id, {}, {}, half}};
    write_file_atomically(scratch / "packs/000001.pack", to_pack(files));
    const Store store(scratch.path(), OpenMode::read_only);
    CHECK_THAT(store.judge(record.id, {}).damage + store.judge(record.id, {}).not_counted,
               Contains(record.id));
    CHECK_THROWS_WITH(store.read_group(record.id, "curves"), Contains(record.id));
}

TEST_CASE("A block of contents that changed, or lies nowhere, is refused", "[pack]") {
    const ScratchFolder scratch;
    const auto path = scratch / "1.pack";
    std::vector<RunFile> files;
    for (int i = 0; i < 3; ++i)
        files.push_back({rich_record(i).id, {}, {}, content_of(rich_record(i))});
    const Bytes bytes = to_pack(files);
    write_file_atomically(path, bytes);
    const std::size_t end = index_of(open_seal(bytes, "pack").content);
    for (std::size_t at = 15; at + 1 < end; at += 7) {  // the files are empty: the block is all
        const Pack pack(path);
        Bytes changed = bytes;
        changed[at] ^= std::byte{4};
        rot(path, changed);
        CHECK_THROWS_AS(pack.content_of(1), DataError);
        rot(path, bytes);
        CHECK(pack.content_of(2) == files[2].content);
    }
    const auto refused = [&](const std::string& from, const std::string& to) {
        write_file_atomically(
            path, remade(bytes, [&](std::string&, std::string& index) { replace(index, from, to); }));
        CHECK_THROWS_WITH(Pack(path).content_of(0), Contains("1.pack"));
    };
    refused("\"first\":0", "\"first\":4");
    refused("\"runs\":3", "\"runs\":4");
    refused("\"runs\":3", "\"runs\":-1");
    refused("\"first\":0,\"runs\":3,\"at\":15", "\"first\":0,\"runs\":3,\"at\":1500000");
    refused("\"first\":0,\"runs\":3,\"at\":15", "\"first\":0,\"runs\":3,\"at\":16");
    refused("\"raw_bytes\":" + std::to_string(files[0].content.size() + files[1].content.size() +
                                              files[2].content.size() + 12),
            "\"raw_bytes\":1000000000");
    refused("\"crc32\":", "\"crc32\":1");
    refused("\"blocks\":[{",
            "\"blocks\":[{\"first\":0,\"runs\":1,\"at\":15,\"bytes\":10,\"raw_bytes\":1,"
            "\"crc32\":0},{");
    refused("\"blocks\":[", "\"blocks\":[7,");
}
