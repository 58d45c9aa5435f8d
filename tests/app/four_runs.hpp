#pragma once
/// A results folder with four small runs, and commands on it.
#include "app/program.hpp"
#include "results/store.hpp"

#include <catch2/catch.hpp>

namespace reboost::test {

inline constexpr const char* kFourRuns =
    R"json({"dataset": {"name": "twonorm", "rows": 50, "test_rows": 50}, "learner": "stump",
    "selector": ["full", "random(3)"], "booster": {"name": "adaboost_mh", "rounds": 5},
    "seed": [1, 2, 3]})json";

/// Four runs in a folder: full search once, random(3) with three seeds.
struct FourRuns {
    Program reboost;
    std::string config = reboost.write("c.json", kFourRuns).string();
    std::string results = (reboost.folder / "r").string();
    FourRuns() { compute(results); }
    void compute(const std::string& folder) const {
        REQUIRE(reboost({"run", config, "--results", folder, "--quiet"}).status == 0);
    }
    Outcome operator()(std::vector<std::string> words) const {
        words.insert(words.end(), {"--results", results});
        return reboost(words);
    }
    std::vector<std::string> ids() const {
        return results::Store(results, results::OpenMode::read_only).list();
    }
};

}  // namespace reboost::test
