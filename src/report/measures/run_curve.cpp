#include "report/measures/run_curve.hpp"

#include "report/measures/digest.hpp"

#include <cmath>

namespace reboost::report {
namespace {

void append(DrawnCurve& curve, std::int64_t round, double x, double y) {
    curve.round.push_back(round);
    curve.x.push_back(x);
    curve.y.push_back(y);
}

/// Returns the points of `curve` over `cost`, without rounds that have no cost.
DrawnCurve with_cost(const Curve& curve, const Curve& cost) {
    DrawnCurve points;
    for_each_common(curve.round, cost.round, [&](std::size_t i, std::size_t j) {
        append(points, curve.round[i], cost.value[j], curve.value[i]);
    });
    return points;
}

}  // namespace

std::vector<DrawnCurve> run_curves(const RunSet& runs, const Run& run, const std::string& curve,
                                   bool smoothed, const std::vector<std::string>& over) {
    std::vector<DrawnCurve> curves;
    std::vector<std::string> names{smoothed ? smoothed_name(curve) : curve, curve};
    names.insert(names.end(), over.begin(), over.end());
    std::vector<Curve> read = runs.curves(run, names);
    if (smoothed) read[0] = smoothed_curve(runs, run, curve, std::move(read[0]), read[1]);
    for (std::size_t i = 0; i < over.size(); ++i)
        curves.push_back(over[i] == "round" ? over_rounds(read[0]) : with_cost(read[0], read[i + 2]));
    return curves;
}

DrawnCurve over_rounds(const Curve& curve) {
    return {curve.round, {curve.round.begin(), curve.round.end()}, curve.value};
}

DrawnCurve at_rounds(const DrawnCurve& curve, const std::vector<std::int64_t>& rounds) {
    DrawnCurve points;
    for_each_common(curve.round, rounds, [&](std::size_t i, std::size_t) {
        append(points, curve.round[i], curve.x[i], curve.y[i]);
    });
    return points;
}

DrawnCurve mean_curve(std::span<const DrawnCurve> curves, double scale) {
    const std::vector<double> zeros(curves.front().round.size());
    DrawnCurve mean{curves.front().round, zeros, zeros};
    for (const DrawnCurve& curve : curves) {
        DrawnCurve sum;
        for_each_common(mean.round, curve.round, [&](std::size_t i, std::size_t j) {
            append(sum, mean.round[i], mean.x[i] + curve.x[j], mean.y[i] + curve.y[j] * scale);
        });
        mean = std::move(sum);
    }
    for (std::vector<double>* values : {&mean.x, &mean.y})
        for (double& value : *values)
            value /= static_cast<double>(curves.size());
    return mean;
}

std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& rounds, std::size_t limit,
                                  bool logarithmic) {
    if (rounds.empty() || rounds.back() <= static_cast<std::int64_t>(limit) || limit < 2) return rounds;
    const auto place = [logarithmic](std::int64_t round) {
        return logarithmic ? std::log(static_cast<double>(round)) : static_cast<double>(round - 1);
    };
    const double last = place(rounds.back());
    std::vector<std::int64_t> kept;
    double next = 0;
    for (const std::int64_t round : rounds) {
        const double at = place(round) / last * static_cast<double>(limit - 1);
        if (at < next && round != rounds.back()) continue;
        kept.push_back(round);
        next = std::floor(at) + 1;
    }
    return kept;
}

}  // namespace reboost::report
