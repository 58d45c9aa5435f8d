#pragma once
/// Curves of runs, as drawn in figures and kept in reference results.
#include "report/measures/run_set.hpp"

#include <span>

namespace reboost::report {

struct DrawnCurve {
    std::vector<std::int64_t> round;
    std::vector<double> x, y;
};

/// Returns one run's curve, y smoothed or not, over each of these arrays of /curves ("round": the rounds
/// themselves); leaves out rounds without a value or an x. A reference result has only the points that it
/// keeps.
std::vector<DrawnCurve> run_curves(const RunSet& runs, const Run& run, const std::string& curve,
                                   bool smoothed, const std::vector<std::string>& over);

/// Returns the curve with its rounds as x.
DrawnCurve over_rounds(const Curve& curve);

/// Returns the points at the given rounds (ascending).
DrawnCurve at_rounds(const DrawnCurve& curve, const std::vector<std::int64_t>& rounds);

/// Returns the mean over the curves, at rounds that all of them have; y is multiplied by `scale`.
DrawnCurve mean_curve(std::span<const DrawnCurve> curves, double scale);

/// Returns at most `limit` + 1 of the ascending rounds: the last, and the first in each of equal intervals of
/// the round or its logarithm. Returns all rounds if the last is ≤ `limit`. The intervals depend only on the
/// last round, so that thinning thinned rounds again changes nothing.
std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& rounds, std::size_t limit,
                                  bool logarithmic);

}  // namespace reboost::report
