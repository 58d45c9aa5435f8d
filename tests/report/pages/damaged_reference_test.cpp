/// Random damages of copied reference stores: each is named, and a report is the one without the damaged
/// store, byte by byte. REBOOST_DAMAGES says how many stores are damaged; every tenth damage makes a report.
#include "config/json.hpp"
#include "files/atomic_file.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/report.hpp"
#include "support/damage.hpp"

#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<std::byte>;
const fs::path kSource = REBOOST_SOURCE_DIR;

class Stores {
  public:
    Stores() {
        for (const char* paper : {"kdd2009", "zhao2019"}) {
            papers_.emplace_back(paper);
            whole_.push_back(
                files::read_whole_file(kSource / "results/reference" / (papers_.back() + ".h5")));
        }
        restore();
        note(read_reference(reference()), json_);
        REQUIRE(json_.size() == papers_.size());
    }

    /// Damages one store, or exchanges both; returns whose are damaged.
    std::set<std::string> damage() {
        restore();
        if (rng_.below(4) == 0) {
            for (std::size_t i = 0; i < papers_.size(); ++i)
                reboost::test::write_bytes(path(papers_[i]), whole_[(i + 1) % papers_.size()]);
            return {papers_.begin(), papers_.end()};
        }
        const std::size_t hit = rng_.below(papers_.size());
        reboost::test::write_bytes(path(papers_[hit]), reboost::test::damaged(whole_[hit], rng_));
        return {papers_[hit]};
    }

    void check_reading(const std::set<std::string>& damaged) const {
        const ReferenceResults read = read_reference(reference());
        REQUIRE(read.damaged.size() == damaged.size());
        auto line = read.damaged.begin();
        for (const std::string& paper : damaged)
            REQUIRE_THAT(*line++, Contains(path(paper).string()));
        std::map<std::string, std::map<std::string, std::string>> sound;
        note(read, sound);
        for (const auto& [paper, runs] : json_)
            REQUIRE((damaged.contains(paper) ? !sound.contains(paper) : sound.at(paper) == runs));
    }

    void check_report(const std::set<std::string>& damaged) {
        const ReportResult result = report();
        const auto shown = output();
        for (const std::string& paper : damaged) {
            const auto names = [&](const std::string& line) {
                return line.find(path(paper).string()) != std::string::npos;
            };
            CHECK(std::any_of(result.warnings.begin(), result.warnings.end(), names));
        }
        if (!without_.contains(damaged)) {
            for (const std::string& paper : damaged)
                fs::remove(path(paper));
            report();
            without_[damaged] = output();
        }
        CHECK((shown == without_.at(damaged)));
    }

  private:
    using Texts = std::map<std::string, std::map<std::string, std::string>>;
    static void note(const ReferenceResults& read, Texts& texts) {
        for (const auto& file : read.files)
            for (const std::string& id : file->list())
                texts[file->path().stem().string()][id] = file->header_text(id);
    }
    fs::path reference() const { return folder_.path() / "reference"; }
    fs::path path(const std::string& paper) const { return reference() / (paper + ".h5"); }

    void restore() {
        fs::create_directories(reference());
        for (std::size_t i = 0; i < papers_.size(); ++i)
            reboost::test::write_bytes(path(papers_[i]), whole_[i]);
    }

    ReportResult report() const {
        ReportOptions options;
        options.results = folder_.path() / "results";
        options.reference = reference();
        options.experiments = kSource / "experiments";
        options.plots = kSource / "plots";
        options.output = folder_.path() / "output";
        options.gnuplot = "no such program";
        options.papers = papers_;
        fs::remove_all(options.output);
        return make_report(options);
    }

    /// Tables, curves, RESULTS.md and numbers: all but the pages and the warnings.
    std::map<std::string, std::string> output() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path() / "output"))
            if (entry.is_regular_file() && entry.path().extension() != ".html")
                files[fs::relative(entry.path(), folder_.path()).string()] =
                    config::read_text_file(entry.path());
        Value numbers = config::parse_json(files.at("output/report.json"));
        for (const char* of_files : {"warnings", "verification"})
            numbers.erase(of_files);
        files["output/report.json"] = to_json(numbers);
        return files;
    }

    report::test::TemporaryFolder folder_;
    std::vector<std::string> papers_;
    std::vector<Bytes> whole_;
    std::map<std::string, std::map<std::string, std::string>> json_;  ///< by paper and run
    std::map<std::set<std::string>, std::map<std::string, std::string>> without_;
    Rng rng_{22, "damaged reference stores"};
};

}  // namespace

TEST_CASE("Each random damage of a reference store is named, none becomes a number, the report goes on",
          "[damage]") {
    const int count = reboost::test::damages_wanted(60);
    Stores stores;
    for (int i = 0; i < count; ++i) {
        INFO("damage " << i);
        const std::set<std::string> damaged = stores.damage();
        stores.check_reading(damaged);
        if (i % 10 == 0) stores.check_report(damaged);
    }
}
