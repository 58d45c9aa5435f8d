#include "report/measures/run_curve.hpp"

#include "report/measures/digest.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

void reserve(KeptCurve& curve, std::size_t points) {
    curve.round.reserve(points);
    curve.x.reserve(points);
    curve.y.reserve(points);
}

void append(KeptCurve& curve, std::int64_t round, double x, double y) {
    curve.round.push_back(round);
    curve.x.push_back(x);
    curve.y.push_back(y);
}

/// Without the rounds that have no cost.
KeptCurve with_cost(const Curve& curve, const Curve& cost) {
    KeptCurve points;
    reserve(points, curve.round.size());
    for (std::size_t i = 0, j = 0; i < curve.round.size(); ++i) {
        while (j < cost.round.size() && cost.round[j] < curve.round[i])
            ++j;
        if (j < cost.round.size() && cost.round[j] == curve.round[i])
            append(points, curve.round[i], cost.value[j], curve.value[i]);
    }
    return points;
}

}  // namespace

KeptCurve run_curve(const RunSet& runs, const Run& run, const CurveName& name) {
    return run_curves(runs, run, name, std::span(&name.over, 1)).front();
}

std::vector<KeptCurve> run_curves(const RunSet& runs, const Run& run, CurveName name,
                                  std::span<const std::string> over) {
    std::vector<KeptCurve> curves;
    if (const KeptMeasures* kept = runs.kept_measures(run)) {
        for (const std::string& array : over) {
            name.over = array;
            const auto found = kept->curves.find(name);
            curves.push_back(found == kept->curves.end() ? KeptCurve{} : found->second);
        }
        return curves;
    }
    std::vector<std::string> names{name.smoothed ? smoothed_name(name.curve) : name.curve, name.curve};
    names.insert(names.end(), over.begin(), over.end());
    std::vector<Curve> read = runs.curves(run, names);
    const Curve curve = name.smoothed ? kept_or_smoothed(std::move(read[0]), read[1]) : std::move(read[0]);
    for (std::size_t i = 0; i < over.size(); ++i)
        curves.push_back(over[i] == "round" ? over_rounds(curve) : with_cost(curve, read[i + 2]));
    return curves;
}

KeptCurve over_rounds(const Curve& curve) {
    return {curve.round, {curve.round.begin(), curve.round.end()}, curve.value};
}

KeptCurve at_rounds(const KeptCurve& curve, const std::vector<std::int64_t>& rounds) {
    KeptCurve points;
    reserve(points, std::min(rounds.size(), curve.round.size()));
    auto next = rounds.begin();
    for (std::size_t i = 0; i < curve.round.size(); ++i) {
        while (next != rounds.end() && *next < curve.round[i])
            ++next;
        if (next != rounds.end() && *next == curve.round[i])
            append(points, curve.round[i], curve.x[i], curve.y[i]);
    }
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
