#include "report/measures/run_curve.hpp"

#include "report/measures/digest.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

void append(KeptCurve& curve, std::int64_t round, double x, double y) {
    curve.round.push_back(round);
    curve.x.push_back(x);
    curve.y.push_back(y);
}

}  // namespace

KeptCurve run_curve(const RunSet& runs, const Run& run, const CurveName& name) {
    if (const KeptMeasures* kept = runs.kept_measures(run)) {
        const auto found = kept->curves.find(name);
        return found == kept->curves.end() ? KeptCurve{} : found->second;
    }
    const Curve curve = name.smoothed ? smoothed_curve(runs, run, name.curve) : runs.curve(run, name.curve);
    const bool by_round = name.over == "round";
    const Curve cost = by_round ? Curve{} : runs.curve(run, name.over);
    KeptCurve points;
    points.round.reserve(curve.value.size());
    points.x.reserve(curve.value.size());
    points.y.reserve(curve.value.size());
    for (std::size_t i = 0, j = 0; i < curve.value.size(); ++i) {
        while (j < cost.round.size() && cost.round[j] < curve.round[i])
            ++j;
        if (!by_round && (j == cost.round.size() || cost.round[j] != curve.round[i])) continue;
        append(points, curve.round[i], by_round ? static_cast<double>(curve.round[i]) : cost.value[j],
               curve.value[i]);
    }
    return points;
}

KeptCurve at_rounds(const KeptCurve& curve, const std::vector<std::int64_t>& rounds) {
    KeptCurve points;
    for (std::size_t i = 0; i < curve.round.size(); ++i)
        if (std::ranges::binary_search(rounds, curve.round[i]))
            append(points, curve.round[i], curve.x[i], curve.y[i]);
    return points;
}

KeptCurve mean_curve(std::span<const KeptCurve> curves, double scale) {
    KeptCurve result;
    std::vector<std::size_t> next(curves.size(), 0);
    for (const std::int64_t round : curves.front().round) {
        double x = 0, y = 0;
        bool everywhere = true;
        for (std::size_t r = 0; r < curves.size() && everywhere; ++r) {
            const std::vector<std::int64_t>& rounds = curves[r].round;
            while (next[r] < rounds.size() && rounds[next[r]] < round)
                ++next[r];
            everywhere = next[r] < rounds.size() && rounds[next[r]] == round;
            if (!everywhere) break;
            x += curves[r].x[next[r]];
            y += curves[r].y[next[r]] * scale;
        }
        const auto count = static_cast<double>(curves.size());
        if (everywhere) append(result, round, x / count, y / count);
    }
    return result;
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
