/// The real data as a sweep sees them: what is at hand, its shape and its checksum.
#include "sweep/environment.hpp"

#include "bandits/external/program.hpp"
#include "config/config.hpp"
#include "core/error.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/load/load.hpp"
#include "programs/start.hpp"
#include "results/store.hpp"
#include "support/configs.hpp"
#include "support/temporary_folder.hpp"
#include "sweep/fakes.hpp"
#include "sweep/plan.hpp"
#include "sweep/runner.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::sweep;

namespace {

data::DatasetSpec named(const std::string& name) {
    data::DatasetSpec spec;
    spec.name = name;
    return spec;
}

}  // namespace

TEST_CASE("a file of one's own is read once for its shape and checksum, and counts as at hand", "[sweep]") {
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "own.csv").string();
    const auto spec_of = [&](const std::string& labels) {
        std::ofstream out(file);
        out << "a,b,c,y\n";
        for (int i = 0; i < 10; ++i)
            out << i << "," << i * i << "," << 7 * i % 5 << ","
                << labels[static_cast<std::size_t>(i) % labels.size()] << "\n";
        data::DatasetSpec spec;
        spec.path = file;
        return spec;
    };
    CatalogueData data({folder.path()});
    const data::DatasetSpec spec = spec_of("xyz");
    const boosting::DataFacts shape = data.shape(spec);
    CHECK(shape.rows == 8);
    CHECK(shape.test_rows == 2);
    CHECK(shape.features == 3);
    CHECK(shape.classes == 3);
    CHECK_FALSE(shape.multi_label);
    CHECK_FALSE(shape.own_validation);
    CHECK(data.checksum(spec) == data.load(spec, {}).provenance.sha256);
    std::filesystem::remove(file);
    CHECK(data.shape(spec).rows == 8);
    CHECK(data.available(spec));
    CHECK_THROWS_AS(CatalogueData({folder.path()}).shape(spec), IoError);
    CHECK(CatalogueData({folder.path()}).shape(spec_of("xy")).classes == 2);
}

TEST_CASE(
    "a set of the catalogue has its recorded checksum, a generated one and a stand-in what they come to",
    "[sweep]") {
    const test::TemporaryFolder folder;
    CatalogueData data({folder.path()});
    data::DatasetSpec letter = named("letter"), waveform = named("waveform");
    CHECK_FALSE(data.available(letter));
    CHECK(data.available(waveform));
    CHECK(data.shape(letter).features == 16);
    const std::string recorded = data.checksum(letter);
    CHECK(recorded == data::entry_sha256({data::find_dataset("letter"), letter, {folder.path()}}));
    letter.stand_in = data::StandIn::if_missing;
    CHECK(data.checksum(letter) != recorded);
    CHECK(data.checksum(letter) == data.load(letter, {}).provenance.sha256);
    waveform.rows = 50;
    CHECK(data.checksum(waveform) == data.load(waveform, {}).provenance.sha256);
}

TEST_CASE("a config's program is asked where the user agreed, or what answers in its place", "[sweep]") {
    PlanEntry entry;
    entry.run.spec = test::parse_config(R"({"dataset": {"name": "waveform", "rows": 50, "test_rows": 9},
        "learner": "stump", "booster": {"rounds": 2}, "selector": {"name": "bandit", "k": 1,
        "policy": {"name": "external", "command": ["sh", "-c", "exit 4"]}}})",
                                        "run")
                         .runs.front()
                         .spec;
    const auto split = std::make_shared<const data::BinnedSplit>(
        data::load_binned(entry.run.spec.dataset, {}, boosting::binning_of(entry.run.spec.learner)));
    entry.dataset_sha256 = split->provenance.sha256;
    Environment environment;
    const auto run = [&] {
        RunContext context;
        context.environment = &environment;
        execute_run(entry, split, std::nullopt, context, *live_run_of(entry));
    };
    CHECK_THROWS_AS(run(), UsageError);
    environment.allow_external = true;
    CHECK_THROWS_AS(run(), programs::ProgramError);
    environment.allow_external = false;
    environment.in_process = []() -> std::unique_ptr<bandits::Responder> { throw DataError("asked"); };
    CHECK_THROWS_AS(run(), DataError);
}

TEST_CASE("a stand-in is a run of its own where the set is missing, and no other where it is at hand",
          "[sweep]") {
    const test::TemporaryFolder folder;
    const results::Store store(folder.path() / "results");
    CatalogueData none({folder.path()});
    test::FakeData all;
    const auto plan = [&](DataSource& data, const std::string& dataset, bool allowed) {
        const std::vector<config::SweepConfig> configs{
            test::parse_config(R"({"learner": "stump", "dataset": )" + dataset + "}", "mine.json")};
        PlanOptions options;
        options.allow_stand_in = allowed;
        return make_plan(configs, store, data, options);
    };
    const std::string letter = R"("letter")", replaced = R"({"name": "letter", "stand_in": "if_missing"})";
    const Plan missing = plan(none, letter, false), drawn = plan(none, letter, true);
    CHECK(missing.missing_data == std::set<std::string>{"letter"});
    CHECK(drawn.missing_data.empty());
    CHECK(drawn.entries.at(0).run.spec.dataset.stand_in == data::StandIn::if_missing);
    CHECK(drawn.entries.at(0).id != missing.entries.at(0).id);
    CHECK(plan(none, replaced, false).entries.at(0).id == drawn.entries.at(0).id);
    const std::string id = plan(all, letter, false).entries.at(0).id;
    CHECK(plan(all, letter, true).entries.at(0).id == id);
    CHECK(plan(all, replaced, false).entries.at(0).id == id);
    CHECK(plan(all, letter, false).missing_data.empty());
}
