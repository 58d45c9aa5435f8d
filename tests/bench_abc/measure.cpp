#include "bench/running_booster.hpp"
#include "bench/statistics.hpp"
#include "bench_abc/gradient_bench.hpp"

#include <algorithm>

namespace reboost::bench_abc {

Cell measure_cell(const Method& method, std::size_t index, const DataCase& data_case,
                  std::shared_ptr<const data::BinnedSplit> data, bench::PlainSearch& plain) {
    constexpr int kStretches = 4;
    Cell cell;
    cell.method = method.name;
    cell.data_set = data_case.name;
    cell.stand_in = data->provenance.stand_in;
    std::vector<double> plain_times{plain.median_ms(3)}, seconds;
    bench::RunningBooster booster(recipe_of(method.booster, method.gap), std::move(data));
    for (int i = 0; i < kStretches; ++i) {
        const bench::Stretch stretch = booster.advance(method.gap == 1 ? 3 : 10);
        if (stretch.rounds > 0) seconds.push_back(stretch.cpu_seconds / static_cast<double>(stretch.rounds));
        plain_times.push_back(plain.median_ms(3));
    }
    cell.seconds = bench::median(seconds);
    cell.least_seconds = bench::smallest(seconds);
    cell.plain_ms = bench::median(plain_times);
    const double scale = cell.plain_ms / kReferencePlainMs;
    cell.target = data_case.targets[index] * scale;
    cell.authors = data_case.authors[index] * scale;
    cell.lightgbm = data_case.lightgbm * scale;
    cell.xgboost = data_case.xgboost * scale;
    return cell;
}

Speedup measure_threads(const Method& method, std::shared_ptr<const data::BinnedSplit> data) {
    constexpr int kTurns = 4;
    bench::RunningBooster one(recipe_of(method.booster, method.gap), data, 1);
    bench::RunningBooster two(recipe_of(method.booster, method.gap), data, 2);
    std::vector<double> one_ms, two_ms;
    for (int i = 0; i < kTurns; ++i) {
        const std::size_t rounds = method.gap == 1 ? 2 : 10;
        one_ms.push_back(one.advance(rounds).wall_ms_per_round());
        two_ms.push_back(two.advance(rounds).wall_ms_per_round());
    }
    return {std::string(method.name), bench::smallest(one_ms) / 1e3, bench::smallest(two_ms) / 1e3,
            one.edges() == two.edges()};
}

std::vector<bench::Metric> metrics_of(const std::vector<Cell>& cells, const std::vector<Speedup>& speedups,
                                      double peak_mb) {
    std::vector<bench::Metric> metrics;
    for (const Cell& cell : cells)
        metrics.push_back({"table/" + cell.method + "/" + cell.data_set, cell.seconds, "s",
                           cell.plain_ms / kReferencePlainMs});
    for (const Speedup& speedup : speedups)
        metrics.push_back({"threads/" + speedup.method, speedup.one / speedup.two, "ratio", 0});
    if (peak_mb > 0) metrics.push_back({"memory/mnist10k", peak_mb, "MB", 0});
    return metrics;
}

}  // namespace reboost::bench_abc
