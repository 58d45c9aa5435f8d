// The same run under each instruction set of this machine: equal models and curves, to the bit.
#include "app/program.hpp"
#include "results/store.hpp"

#include <map>

#include <catch2/catch.hpp>

using reboost::test::Program;

namespace {

/// All learners of AdaBoost.MH, long enough for weights to fade; below, the gradient trees.
constexpr const char* kMatching =
    R"json({"dataset": [{"name": "waveform", "rows": 300, "test_rows": 100}, {"name": "parity", "rows": 200}],
    "learner": ["stump", "product(2)", "tree(5)"], "booster": {"rounds": 2000}, "selector": ["full", "ucb(1)"]})json";
constexpr const char* kGradient =
    R"json({"dataset": {"name": "waveform", "rows": 300, "test_rows": 100}, "learner": "regression_tree(6)",
    "booster": [{"name": "mart", "rounds": 30}, {"name": "abc_logitboost", "rounds": 30}],
    "selector": ["full", "random(3)"]})json";

/// Every array of every run but the seconds, by run and name.
std::map<std::string, reboost::Archive::Array> contents(const std::filesystem::path& folder) {
    std::map<std::string, reboost::Archive::Array> found;
    const reboost::results::Store store(folder, reboost::results::OpenMode::read_only);
    for (const std::string& id : store.list()) {
        const reboost::results::RunRecord run = store.read(id);
        for (const auto* part : {&run.curves, &run.selector, &run.model})
            for (const auto& [name, array] : part->arrays())
                if (name.find("seconds") == std::string::npos) found[id + " " + name] = array;
    }
    return found;
}

}  // namespace

TEST_CASE("Runs are the same to the bit under every instruction set") {
    const Program reboost;
    const std::string matching = reboost.write("matching.json", kMatching).string(),
                      gradient = reboost.write("gradient.json", kGradient).string();
    std::map<std::string, reboost::Archive::Array> first;
    for (const char* isa : {"portable", "avx2", "avx512"}) {
        INFO(isa);
        setenv("REBOOST_ISA", isa, 1);
        const std::string results = (reboost.folder / isa).string();
        for (const std::string& config : {matching, gradient})
            REQUIRE(reboost({"run", config, "--results", results, "--quiet"}).status == 0);
        unsetenv("REBOOST_ISA");
        const auto now = contents(results);
        REQUIRE(now.size() > 100);
        if (first.empty()) first = now;
        CHECK(now.size() == first.size());
        for (const auto& [name, array] : now) {
            INFO(name);
            CHECK((first.contains(name) && first.at(name) == array));
        }
    }
}
