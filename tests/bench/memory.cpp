#include "bench/child_process.hpp"
#include "bench/recipes.hpp"
#include "bench/results.hpp"
#include "bench/running_booster.hpp"
#include "config/json.hpp"
#include "core/error.hpp"
#include "core/value.hpp"

#include <iostream>

namespace reboost::bench {
namespace {

/// A tree's buffers are complete after its first round; one more for what is allocated late.
constexpr std::size_t kRounds = 3;
constexpr double kStumpLimitMb = 250, kTreeLimitMb = 600;

double limit_of(const std::string& learner, const std::string& data_set) {
    if (data_set != "mnist") return kNone;
    return learner == "stump" ? kStumpLimitMb : learner == "tree" ? kTreeLimitMb : kNone;
}

}  // namespace

void run_memory_child(const std::string& what, const data::DataRoot& root) {
    const std::size_t slash = what.find('/');
    if (slash == std::string::npos) throw UsageError("--child wants LEARNER/DATASET");
    LoadTimes times;
    const auto data = load_binned(what.substr(slash + 1), root, &times);
    const double loaded = own_peak_mb();
    const bool stand_in = data->provenance.stand_in;
    RunningBooster booster(
        make_recipe(learner_kind(what.substr(0, slash)), SelectorKind::full, data->train.features()), data);
    booster.advance(kRounds);
    std::cout << to_json(Value()
                             .set("load_seconds", times.load_seconds)
                             .set("bin_seconds", times.bin_seconds)
                             .set("loaded_mb", loaded)
                             .set("peak_mb", own_peak_mb())
                             .set("stand_in", stand_in))
              << '\n';
}

std::vector<MemoryUse> measure_memory(const BenchOptions& options, const data::DataRoot& root) {
    std::vector<MemoryUse> uses;
    for (const std::string learner : {"stump", "product", "tree"})
        for (const std::string_view name : kDataSets) {
            const std::string data_set(name);
            if (!options.wants("memory/" + learner + "/" + data_set)) continue;
            const Value answer = config::parse_json(
                output_of_self({"--child", learner + "/" + data_set, "--data", root.text()}),
                "the child's answer");
            uses.push_back({learner, data_set, answer.at("load_seconds").as_number(),
                            answer.at("bin_seconds").as_number(), answer.at("loaded_mb").as_number(),
                            answer.at("peak_mb").as_number(), limit_of(learner, data_set),
                            answer.at("stand_in").as_bool()});
        }
    return uses;
}

}  // namespace reboost::bench
