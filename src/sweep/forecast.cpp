#include "sweep/forecast.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::sweep {
namespace {

constexpr double kMeasurableShare = 0.03;  ///< share of a run's rounds after which its own pace is used
constexpr double kStep = 1.02;             ///< ratio of successive times that are kept; some hundred are
constexpr double kFewestAtOnce = 0.5;      ///< runs; none is at work while the first data set is read
constexpr double kFirstMoment = 0.5;       ///< seconds

/// took / estimated; `otherwise` if one of them is 0.
double pace(double took, double estimated, double otherwise) {
    return estimated > 0 && took > 0 ? took / estimated : otherwise;
}

/// The mean number of runs at work at once so far.
double side_by_side(double run_seconds, int jobs, double elapsed) {
    const double most = std::max(1, jobs);
    return elapsed > 0 ? std::clamp(run_seconds / elapsed, kFewestAtOnce, most) : most;
}

}  // namespace

void Forecast::ended(const std::string& kind, double estimated, double actual) {
    Kind& known = kinds_[kind];
    known.expected = std::max(0.0, known.expected - estimated);
    if (actual < 0) return;
    known.estimated += estimated;
    known.took += actual;
}

std::optional<double> Forecast::remaining(std::span<const Underway> underway, int jobs,
                                          double elapsed) const {
    std::map<std::string, Kind> kinds = kinds_;
    for (const Underway& run : underway) {
        Kind& kind = kinds[run.kind];
        kind.expected = std::max(0.0, kind.expected - run.estimated);
        if (run.share < kMeasurableShare) continue;
        kind.estimated += run.estimated * run.share;
        kind.took += run.elapsed;
    }
    double estimated = 0, took = 0, running = 0;
    for (const auto& [name, kind] : kinds) {
        estimated += kind.estimated;
        took += kind.took;
    }
    if (took <= 0) return std::nullopt;
    const double general = pace(took, estimated, 1);
    double work = 0, longest = 0;
    for (const auto& [name, kind] : kinds)
        work += kind.expected * pace(kind.took, kind.estimated, general);
    for (const Underway& run : underway) {
        const Kind& kind = kinds.at(run.kind);
        const bool own = run.share >= kMeasurableShare;
        const double whole =
            own ? run.elapsed / run.share : run.estimated * pace(kind.took, kind.estimated, general);
        if (!own) running += run.elapsed;
        const double left = std::max(0.0, whole - run.elapsed);
        work += left;
        longest = std::max(longest, left);
    }
    return std::max(work / side_by_side(took + running, jobs, elapsed), longest);
}

void ForecastRecord::note(double elapsed, double remaining) {
    if (!moments_.empty() && elapsed < kStep * moments_.back().first) return;
    if (elapsed >= kFirstMoment) moments_.emplace_back(elapsed, remaining);
}

Value ForecastRecord::moments() const {
    return Value::list_of(moments_, [](const auto& moment) {
        return Value::List{moment.first, moment.second};
    });
}

std::optional<double> ForecastRecord::error_so_far() const {
    if (moments_.empty()) return std::nullopt;
    const auto& [now, left] = moments_.back();
    for (auto at = moments_.rbegin(); at != moments_.rend(); ++at)
        if (at->first <= now / 2) return std::abs(at->first + at->second - (now + left)) / (now + left);
    return std::nullopt;
}

std::optional<double> ForecastRecord::worst_error(double total) const {
    std::optional<double> worst;
    for (const auto& [elapsed, left] : moments_)
        if (elapsed >= total / 5 && elapsed <= total)
            worst = std::max(worst.value_or(0), std::abs(elapsed + left - total) / total);
    return worst;
}

}  // namespace reboost::sweep
