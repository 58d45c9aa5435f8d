/// Random damages over every kind of file: none becomes a number, each is named, the next run mends it.
/// REBOOST_DAMAGES says how many.
#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/readers/text_file.hpp"
#include "files/atomic_file.hpp"
#include "results/run_file.hpp"
#include "support/damage.hpp"
#include "sweep/support_sweep.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::test;
using Catch::Contains;
namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

namespace {

/// A new file in the place of the old one, as after a faulty copy.
void put(const fs::path& path, const Bytes& bytes) {
    const fs::path beside = path.string() + ".new";
    write_bytes(beside, bytes);
    fs::rename(beside, path);
}

void put_open(const fs::path& path, const Bytes& bytes) {
    fs::create_directories(path.parent_path());
    put(path, bytes);
}

class Damages {
  public:
    Damages() {
        fresh_.sweep();
        bench_.sweep();
        ids_ = fresh_.store.list();
        begun_.options.checkpoint_seconds = 0;
        begun_.options.jobs = 1;
        begun_.on_round = [this](std::size_t round) {
            if (round == 10) begun_.drain.request();
        };
        begun_.sweep();
        begun_id_ = begun_.store.list_checkpoints().at(0);
        checkpoint_ = files::read_whole_file(begun_.store.checkpoint_of(begun_id_).path);
    }

    void run_file() {
        const fs::path path = store().run_path(any_id());
        put(path, damaged(files::read_whole_file(path), rng_));
        mended({path.stem().string()});
    }
    void exchanged_run_files() {
        const std::size_t i = rng_.below(ids_.size());
        const fs::path one = store().run_path(ids_[i]);
        const fs::path other = store().run_path(ids_[(i + 1 + rng_.below(ids_.size() - 1)) % ids_.size()]);
        const Bytes content = files::read_whole_file(one);
        put(one, files::read_whole_file(other));
        put(other, content);
        mended({one.stem().string(), other.stem().string()});
    }
    void checkpoint() {
        store().take_out({begun_id_});
        put_open(store().checkpoint_of(begun_id_).path, damaged(checkpoint_, rng_));
        mended({begun_id_}, false);
        CHECK_THAT(bench_.log.str(), Contains("begins anew") && Contains(begun_id_));
    }
    void anothers_checkpoint() {
        std::string id = any_id();
        while (id == begun_id_)
            id = any_id();
        store().take_out({id});
        put_open(store().checkpoint_of(id).path, checkpoint_);
        mended({id}, false);
        CHECK_THAT(bench_.log.str(), Contains("begins anew") && Contains("another run's content"));
    }
    /// A process that died long ago holds it.
    void claim() {
        const std::string& id = any_id();
        store().take_out({id});
        files::ProcessId process = files::this_process();
        ++process.start_ticks;
        Value claim = files::to_value(process);
        claim.set("since_utc", "2026-01-01T00:00:00Z");
        const std::string text = to_json(claim) + "\n";
        const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
        const fs::path path = store().checkpoint_of(id).path.parent_path() / "claim";
        put_open(path, damaged({bytes.begin(), bytes.end()}, rng_));
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
        mended({id}, false);
        CHECK_FALSE(fs::exists(path));
    }
    void failure() {
        const std::string& id = any_id();
        store().take_out({id});
        store().record_failure(id, Value::object().set("type", "bad_data").set("message", "no"));
        const fs::path path = store().failure_path(id);
        put(path, damaged(files::read_whole_file(path), rng_));
        mended({id}, false);
        CHECK_FALSE(fs::exists(path));
    }
    /// All runs are in it.
    void collection() {
        REQUIRE(store().gather_small_runs(1) == ids_.size());
        fs::path path;
        for (const fs::path& file : files::files_in(store().folder() / "collections"))
            if (file.extension() == ".h5") path = file;
        put(path, damaged(files::read_whole_file(path), rng_));
        CHECK(store().list().empty());
        const std::vector<std::string> lines = bench_.plan().recomputed();
        REQUIRE(lines.size() == 1);
        CHECK_THAT(lines.front(), Contains(path.string()));
        mended(ids_, false);
        CHECK_THAT(bench_.log.str(), Contains(path.string()) && Contains("damaged/"));
        CHECK_FALSE(fs::exists(path));
    }
    void model() {
        const fs::path path = bench_.folder.path() / "model.h5";
        results::RunRecord record = fresh_.store.read(any_id());
        record.id.clear();
        results::write_record_file(path, record);
        CHECK_NOTHROW(results::read_record_file(path));
        put(path, damaged(files::read_whole_file(path), rng_));
        CHECK_THROWS_WITH(results::read_record_file(path), Contains(path.string()));
    }
    void data_file() {
        const std::string path = (bench_.folder.path() / "rows.csv").string();
        std::string text = "x,y,class\n";
        for (int i = 0; i < 40; ++i)
            text += std::to_string(rng_.below(1000)) + "," + std::to_string(rng_.uniform()) + ",ab\n";
        const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
        put(path, damaged({bytes.begin(), bytes.end()}, rng_));
        CHECK_THROWS_WITH(data::read_text_file({path, sha256_hex(text)}, data::FileFormat::table, {}),
                          Contains(path));
    }

    void one() {
        static constexpr std::array kAll{&Damages::run_file,   &Damages::exchanged_run_files,
                                         &Damages::checkpoint, &Damages::anothers_checkpoint,
                                         &Damages::claim,      &Damages::failure,
                                         &Damages::collection, &Damages::model,
                                         &Damages::data_file};
        (this->*kAll[rng_.below(kAll.size())])();
    }

  private:
    results::Store& store() { return bench_.store; }
    const std::string& any_id() { return ids_[rng_.below(ids_.size())]; }

    /// The next sweep computes exactly these, and their results are those of a folder without damage.
    void mended(const std::vector<std::string>& ids, bool named_by_plan = true) {
        std::string lines;
        for (const std::string& line : bench_.plan().recomputed())
            lines += line + "\n";
        bench_.log.str("");
        const sweep::SweepSummary summary = bench_.sweep();
        CHECK(summary.computed == ids.size());
        CHECK(summary.failed.empty());
        CHECK(bench_.plan().recomputed().empty());
        for (const std::string& id : ids) {
            CHECK((!named_by_plan || lines.find(id) != std::string::npos));
            const results::RunRecord ours = store().read(id), theirs = fresh_.store.read(id);
            CHECK(ours.curves == theirs.curves);
            CHECK(ours.selector == theirs.selector);
            CHECK(ours.model == theirs.model);
        }
    }

    Bench bench_, fresh_, begun_;
    std::vector<std::string> ids_;
    std::string begun_id_;
    Bytes checkpoint_;
    Rng rng_{21, "random damages"};
};

}  // namespace

TEST_CASE("No random damage becomes a number, each is named, and the next run mends it", "[sweep][damage]") {
    const int count = damages_wanted(100);
    Damages damages;
    for (int i = 0; i < count; ++i) {
        INFO("damage " << i);
        damages.one();
    }
}
