#include "bench/recipes.hpp"
#include "bench/results.hpp"
#include "bench/running_booster.hpp"
#include "bench/statistics.hpp"

#include <algorithm>
#include <bit>

namespace reboost::bench {
namespace {

constexpr int kTurns = 7;

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

ThreadSpeedup measure_one(const std::string& learner, std::size_t rounds, DataShelf& shelf) {
    const auto data = shelf.get("mnist");
    const boosting::Recipe recipe =
        make_recipe(learner_kind(learner), SelectorKind::full, data->train.features());
    ThreadSpeedup result;
    result.learner = learner;
    result.stand_in = data->provenance.stand_in;
    RunningBooster one(recipe, data, 1), many(recipe, data, result.threads);
    one.advance(1);
    many.advance(1);
    std::vector<double> one_ms, many_ms, ratios;
    for (int turn = 0; turn < kTurns; ++turn) {
        one_ms.push_back(one.advance(rounds).wall_ms_per_round());
        many_ms.push_back(many.advance(rounds).wall_ms_per_round());
        ratios.push_back(one_ms.back() / many_ms.back());
    }
    result.one_ms = smallest(one_ms);
    result.many_ms = smallest(many_ms);
    result.median_ratio = median(ratios);
    result.same_bits = same_bits(one.edges(), many.edges());
    return result;
}

}  // namespace

std::vector<ThreadSpeedup> measure_threads(const BenchOptions& options, DataShelf& shelf, int usable_cpus) {
    std::vector<ThreadSpeedup> results;
    if (usable_cpus < 2) return results;
    for (const std::string learner : {"stump", "product", "tree"})
        if (options.wants("threads/" + learner))
            results.push_back(measure_one(learner, learner == "stump" ? 8 : 1, shelf));
    return results;
}

}  // namespace reboost::bench
