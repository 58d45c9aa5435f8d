#pragma once
/// Curves of runs as figures draw them and reference results keep them.
#include "report/measures/run_set.hpp"

#include <span>

namespace reboost::report {

/// Which curve a figure draws, and over which array ("round": the rounds themselves).
struct CurveName {
    std::string curve;
    bool smoothed = false;
    std::string over;
};

struct DrawnCurve {
    std::vector<std::int64_t> round;
    std::vector<double> x, y;
};

/// One run's curve: y smoothed or not, x from an array of /curves; rounds without a value or an x are left
/// out. A reference run has the points that it keeps.
DrawnCurve run_curve(const RunSet& runs, const Run& run, const CurveName& name);
/// The same over each of several arrays, in place of the one that `name` has.
std::vector<DrawnCurve> run_curves(const RunSet& runs, const Run& run, const CurveName& name,
                                   std::span<const std::string> over);

/// A curve over its rounds.
DrawnCurve over_rounds(const Curve& curve);

/// The points at `rounds` (ascending).
DrawnCurve at_rounds(const DrawnCurve& curve, const std::vector<std::int64_t>& rounds);

/// Mean over curves at the rounds that all of them have: shorter ones end the mean. y times `scale`.
DrawnCurve mean_curve(std::span<const DrawnCurve> curves, double scale);

/// At most `limit` + 1 of ascending rounds, evenly or evenly in their logarithms, the last kept; all where
/// the last is at most `limit`. Which are kept depends on the last round alone: thinning what was thinned
/// before, or holds more beside it, gives the same.
std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& rounds, std::size_t limit,
                                  bool logarithmic);

}  // namespace reboost::report
