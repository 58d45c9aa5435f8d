/// Nothing that a disk, a hand or a mix-up changes is taken for a result.
#include "support/damage.hpp"

#include "core/rng.hpp"
#include "results/atomic_file.hpp"
#include "results/record_file.hpp"
#include "results/scratch.hpp"
#include "results/seal.hpp"
#include "results/store.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::results;
using Catch::Contains;
using reboost::test::damaged;
using reboost::test::sample_record;
using reboost::test::ScratchFolder;
using reboost::test::write_bytes;

namespace {

const std::string kDamagedId(64, 'a'), kOther(64, 'b');
const SourceState kNow{"0123456789ab", ""};

RunRecord clean_record(const std::string& id) {
    RunRecord record = sample_record(id, 300);
    put_source(record.attributes, kNow);
    return record;
}

}  // namespace

TEST_CASE("no damaged run file counts, and each is named", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.write(clean_record(kDamagedId));
    CHECK(store.judge(kDamagedId, kNow).counts());
    const std::vector<std::byte> whole = read_whole_file(store.run_path(kDamagedId));
    Rng rng(1, "damage");
    for (int i = 0; i < 300; ++i) {
        write_bytes(store.run_path(kDamagedId), damaged(whole, rng));
        const Store fresh(store.folder(), OpenMode::read_only);
        const Judgement judgement = fresh.judge(kDamagedId, kNow);
        REQUIRE_FALSE(judgement.counts());
        const bool named = judgement.damage.find(kDamagedId) != std::string::npos;
        const bool unsealed = judgement.not_counted.find("without a checksum") != std::string::npos;
        REQUIRE((named || unsealed));
        REQUIRE_THROWS_AS(fresh.read(kDamagedId), DataError);
        REQUIRE_THROWS_AS(fresh.read_curves(kDamagedId, {"edge"}), DataError);
    }
    // The same process notices a file that changes after it was proved.
    write_bytes(store.run_path(kDamagedId), whole);
    CHECK(store.judge(kDamagedId, kNow).counts());
    write_bytes(store.run_path(kDamagedId), damaged(whole, rng));
    CHECK_FALSE(store.judge(kDamagedId, kNow).counts());
}

TEST_CASE("files of two runs that were exchanged are noticed", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    for (const std::string& id : {kDamagedId, kOther}) {
        store.write(clean_record(id));
        store.write_checkpoint(id, sample_record(id).model, Value::object());
    }
    for (const char* part : {"runs", "checkpoints"}) {
        const std::filesystem::path here = store.folder() / part;
        std::filesystem::rename(here / (kDamagedId + ".h5"), here / "x");
        std::filesystem::rename(here / (kOther + ".h5"), here / (kDamagedId + ".h5"));
        std::filesystem::rename(here / "x", here / (kOther + ".h5"));
    }
    CHECK_THAT(store.judge(kDamagedId, kNow).damage, Contains("another run's content"));
    CHECK_THROWS_WITH(store.read_checkpoint(kDamagedId), Contains("another run's content"));
    // A checkpoint is no run.
    std::filesystem::copy_file(store.checkpoint_path(kOther), store.run_path(kOther),
                               std::filesystem::copy_options::overwrite_existing);
    CHECK_FALSE(store.judge(kOther, kNow).counts());
}

TEST_CASE("no damaged checkpoint and no damaged model is read", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.write_checkpoint(kDamagedId, sample_record(kDamagedId).model, Value::object().set("rounds", 3));
    const std::filesystem::path model = folder / "model.h5";
    write_record_file(model, sample_record(""));
    CHECK(store.read_checkpoint(kDamagedId));
    CHECK_NOTHROW(read_record_file(model));
    Rng rng(2, "damage");
    for (const std::filesystem::path& path : {store.checkpoint_path(kDamagedId), model}) {
        const std::vector<std::byte> whole = read_whole_file(path);
        for (int i = 0; i < 200; ++i) {
            write_bytes(path, damaged(whole, rng));
            if (path == model)
                REQUIRE_THROWS_WITH(read_record_file(path), Contains(path.string()));
            else
                REQUIRE_THROWS_WITH(store.read_checkpoint(kDamagedId), Contains(path.string()));
        }
    }
}

TEST_CASE("a blank changed in the line of a seal is damage", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.write(clean_record(kDamagedId));
    const std::vector<std::byte> whole = read_whole_file(store.run_path(kDamagedId));
    std::string line = seal_line(whole);
    REQUIRE(std::count(line.begin(), line.end(), ' ') == 4);
    for (std::size_t at = line.size() - 1; at > 0; --at) {
        if (line[at] != ' ') continue;
        std::vector<std::byte> bytes = whole;
        bytes[whole.size() - line.size() + at] = std::byte{'\t'};
        write_bytes(store.run_path(kDamagedId), bytes);
        CHECK_THROWS_AS(store.read(kDamagedId), DataError);
    }
}

TEST_CASE("a damaged failure note is named and does not hide the others", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.record_failure(kDamagedId, Value::object().set("type", "bad_data"));
    store.record_failure(kOther, Value::object().set("type", "internal"));
    CHECK(store.damaged_failures().empty());
    const std::filesystem::path note = store.folder() / "failed" / (kDamagedId + ".json");
    const std::vector<std::byte> whole = read_whole_file(note);
    Rng rng(3, "damage");
    for (int i = 0; i < 100; ++i) {
        std::vector<std::byte> bytes = damaged(whole, rng);
        if (bytes.size() + 2 >= whole.size() && rng.below(2) == 0) bytes.resize(bytes.size() / 2);
        write_bytes(note, bytes);
        REQUIRE(store.failures().size() + store.damaged_failures().size() == 2);
        for (const Failure& sound : store.failures())
            REQUIRE((sound.id == kOther || sound.details.at("type") == Value("bad_data")));
    }
    write_bytes(note, {});
    CHECK(store.failures().size() == 1);
    const std::filesystem::path aside = store.set_aside(note).value();
    CHECK(aside.parent_path().filename() == "damaged");
    CHECK(store.damaged_failures().empty());
    write_bytes(note, {});
    CHECK(store.set_aside(note) != aside);  // nothing is overwritten
}

TEST_CASE("a run file of the format before checksums does not count, and the reason is said",
          "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.write(clean_record(kDamagedId));
    std::vector<std::byte> bytes = read_whole_file(store.run_path(kDamagedId));
    const SealedBytes sealed = open_seal(bytes, "it");
    bytes.resize(sealed.content.size());
    write_bytes(store.run_path(kDamagedId), bytes);
    const Judgement judgement = store.judge(kDamagedId, kNow);
    CHECK(judgement.damage.empty());
    CHECK_THAT(judgement.not_counted, Contains("without a checksum"));
}

TEST_CASE("a folder that cannot be read is an error, not an empty one", "[results][damage]") {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder / "results");
    test::write_text(folder / "results/runs", "a file in its place");
    const Store store(folder / "results", OpenMode::read_only);
    CHECK_THROWS_AS(store.list(), IoError);
}

TEST_CASE("a run that is removed after it was listed is gone, not damaged", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.write(clean_record(kDamagedId));
    store.remove(kDamagedId);
    for (const Judgement& judgement : {store.judge(kDamagedId, kNow), store.weigh(kDamagedId, kNow)}) {
        CHECK(judgement.gone);
        CHECK(judgement.damage.empty());
        CHECK_FALSE(judgement.counts());
    }
}

TEST_CASE("what another process set aside first is no error, though there never was a pack",
          "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    for (const std::filesystem::path& path :
         {store.run_path(kDamagedId), store.checkpoint_path(kDamagedId), store.state_path(kDamagedId)})
        CHECK_FALSE(store.set_aside(path));
}

TEST_CASE("what is written into a results folder follows no link out of it", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    const std::filesystem::path elsewhere = folder / "elsewhere";
    test::write_text(elsewhere, "mine");
    std::filesystem::create_directory(store.folder() / "states");
    for (const std::filesystem::path& path :
         {store.run_path(kDamagedId), store.checkpoint_path(kDamagedId), store.state_path(kDamagedId),
          store.folder() / "claims" / kOther, store.folder() / "failed" / (kOther + ".json")})
        std::filesystem::create_symlink(elsewhere, path);
    store.write_checkpoint(kDamagedId, sample_record(kDamagedId).model, Value::object());
    store.write_state(kDamagedId, sample_record(kDamagedId).model, Value::object());
    store.record_failure(kOther, Value::object());
    store.set_claim_timeout(0);
    const std::optional<Claim> claim = store.try_claim(kOther);
    CHECK(claim);
    CHECK(store.read_checkpoint(kDamagedId));
    CHECK(store.read_state(kDamagedId));
    CHECK(store.failure(kOther));
    store.write(clean_record(kDamagedId));
    CHECK(store.judge(kDamagedId, kNow).counts());
    CHECK(read_whole_file(elsewhere).size() == 4);
    CHECK(files_in(store.folder() / "damaged").size() == 4);  // the links, but for the claim's
}

TEST_CASE("damaged checkpoints and states are found", "[results][damage]") {
    const ScratchFolder folder;
    Store store(folder / "results");
    for (const std::string& id : {kDamagedId, kOther}) {
        store.write_checkpoint(id, sample_record(id).model, Value::object());
        store.write_state(id, sample_record(id).model, Value::object());
    }
    CHECK(store.damaged_checkpoints().empty());
    CHECK(store.damaged_states().empty());
    test::write_text(store.checkpoint_path(kDamagedId), "?");
    test::write_text(store.state_path(kOther), "?");
    REQUIRE(store.damaged_checkpoints().size() == 1);
    CHECK(store.damaged_checkpoints().front().path == store.checkpoint_path(kDamagedId));
    REQUIRE(store.damaged_states().size() == 1);
    CHECK_THAT(store.damaged_states().front().what, Contains(store.state_path(kOther).string()));
}
