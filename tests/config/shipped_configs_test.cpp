#include "config/config.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;
namespace fs = std::filesystem;

namespace {

const fs::path kConfigs = fs::path(REBOOST_SOURCE_DIR) / "configs";

std::vector<fs::path> shipped_configs() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(kConfigs))
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::map<std::string, std::size_t> runs_by_dataset(const SweepConfig& config) {
    std::map<std::string, std::size_t> counts;
    for (const PlannedRun& run : config.runs)
        ++counts[run.spec.dataset.name];
    return counts;
}

}  // namespace

TEST_CASE("every shipped config is read under each of its profiles") {
    REQUIRE_FALSE(shipped_configs().empty());
    for (const fs::path& path : shipped_configs()) {
        INFO(path.string());
        const SweepConfig config = load_config(path.string());
        CHECK_FALSE(config.runs.empty());
        for (const std::string& profile : config.profiles) {
            INFO(profile);
            CHECK_FALSE(load_config(path.string(), profile).runs.empty());
        }
    }
}

TEST_CASE("the stump block of Table 1 has 13 runs a data set at the paper's scale") {
    const std::string path = (kConfigs / "opt2009/table1_stump.json").string();
    const SweepConfig paper = load_config(path, "paper");
    CHECK(runs_by_dataset(paper) ==
          std::map<std::string, std::size_t>{
              {"isolet", 13}, {"letter", 13}, {"mnist", 13}, {"pendigits", 13}, {"usps", 13}});
    for (const PlannedRun& run : paper.runs) {
        CHECK(run.complete().at("booster").at("rounds").as_integer() == 100000);
        const Value selector = run.complete().at("selector");
        if (const Value* k = selector.find("k"); k != nullptr && k->as_integer() > 5)
            CHECK(k->as_integer() ==
                  (run.spec.dataset.name == "pendigits" || run.spec.dataset.name == "letter" ? 10 : 20));
    }
    CHECK(runs_by_dataset(load_config(path, "smoke")) ==
          std::map<std::string, std::size_t>{{"pendigits", 7}});
    CHECK(load_config(path, "quick").runs.size() == 39);
}

TEST_CASE("the synthetic test has 20 data seeds of both sizes for five selectors") {
    const std::string path = (kConfigs / "opt2009/synthetic.json").string();
    CHECK(load_config(path, "paper").runs.size() == 200);
    CHECK(load_config(path, "quick").runs.size() == 10);
    CHECK(load_config(path).collapse_report.empty());
}

TEST_CASE(
    "ijcai2015 has a run for each of nine sets, five algorithms and two cost models, with the paper's "
    "trials") {
    const SweepConfig curves = load_config((kConfigs / "ijcai2015/curves.json").string(), "paper");
    CHECK(curves.runs.size() == 90);
    CHECK(curves.collapse_report.empty());
    for (const PlannedRun& run : curves.runs) {
        const Value booster = run.complete().at("booster");
        const std::string& name = run.spec.dataset.name;
        const bool large =
            name == "ocr17-pool" || name == "ocr49-pool" || name == "splice-pool" || name == "census-pool";
        CHECK(booster.at("trials").at("count").as_integer() == (large ? 100 : 400));
        if (booster.at("name").as_string() != "adaboost_rs") CHECK(booster.at("rounds").as_integer() == 500);
        if (booster.at("name").as_string() == "adaboost_rs" && name == "heart-pool")
            CHECK(booster.at("rounds").as_integer() == 15);
    }
    CHECK(load_config((kConfigs / "ijcai2015/trees.json").string(), "paper").runs.size() == 9);
}
