#include "bench/recipes.hpp"
#include "bench/results.hpp"
#include "bench/running_booster.hpp"
#include "bench/statistics.hpp"

namespace reboost::bench {
namespace {

constexpr std::size_t kEarly = 100, kRounds = 1000, kStretch = 50;

Aging measure_one(const TableRow& row, std::size_t late_from, DataShelf& shelf) {
    const auto data = shelf.get("pendigits");
    const boosting::Recipe recipe = make_recipe(row.learner, row.selector, data->train.features());
    RunningBooster old_run(recipe, data), young_run(recipe, data);
    old_run.advance(late_from);
    young_run.advance(kEarly);
    std::vector<double> early, late, ratios;
    for (std::size_t done = 0; done < kRounds; done += kStretch) {
        early.push_back(young_run.advance(kStretch).ms_per_round());
        late.push_back(old_run.advance(kStretch).ms_per_round());
        ratios.push_back(late.back() / early.back());
    }
    return {std::string(row.name),
            data->provenance.stand_in,
            kEarly,
            late_from,
            kRounds,
            median(early),
            median(late),
            median(ratios)};
}

}  // namespace

std::vector<Aging> measure_aging(const BenchOptions& options, DataShelf& shelf) {
    std::vector<Aging> results;
    for (const TableRow& row : table_rows()) {
        if (row.learner != LearnerKind::stump || row.selector == SelectorKind::ucb20) continue;
        if (options.wants("aging/" + std::string(row.name)))
            results.push_back(measure_one(row, options.long_run ? 99000 : 19000, shelf));
    }
    return results;
}

}  // namespace reboost::bench
