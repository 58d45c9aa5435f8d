#pragma once
/// Thins the curves of a whole run for the reference results: at least 200 points per decade of rounds, and
/// the summaries that need every round, so that each measure can be computed from what is kept. Numbers are
/// exact, with two exceptions: a cost is found at the next kept round (within 1.2%); and edges, Hamming
/// losses, smoothed losses other than errors, seconds (which reports round, too: RunSet) and ln R_e have 5
/// digits. But ln R_e is exact at the last round and at rounds of one digit (`is_exact_round`).
///
///     curves/round, curves/<array>       arrays with one value per round, at the kept rounds
///     curves/smoothed/<curve>            the curve smoothed over all rounds, at the kept rounds
///     curves/train/*, curves/trials/*    tables with rounds of their own, whole; of curves/regret/arm_totals
///                                        only the last row, last_arm_totals; of curves/roc/<part>/* the
///                                        corners that can be best in validation
///     summary/*                          as in a whole run (sweep/curve_recorder.hpp)
///
/// A path is the part of a digest that a contest reads. It has the arrays curves/of_a_round/work and
/// train_cpu_seconds: the sum over the first t rounds, divided by t.
#include "core/archive.hpp"
#include "report/measures/run_set.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

using KeptArrays = std::map<std::string, std::vector<double>>;

/// `all`: everything above, at the usual rounds and at `rounds`. `path`: what a contest reads at `rounds`:
/// smoothed test errors (also of a table test/error) with 4 digits, work and CPU seconds with 3 digits; and
/// summary/test_error and evaluation_seconds.
enum class Keep { all, path };

/// Takes the arrays of a run's /curves and /summary.
KeptArrays digest_of(const Archive& curves, const Archive& summary, const std::set<std::int64_t>& rounds,
                     Keep keep = Keep::all);

/// Returns the rounds kept of a run of `last` rounds: 1 … 100, 200 per decade, those with two significant
/// digits, the last, and `rounds`.
std::vector<std::int64_t> kept_rounds(std::int64_t last, const std::set<std::int64_t>& rounds);

/// Rounds to 3, 4 or 5 digits: to the nearest number with 12, 14 or 18 bits in its mantissa, including the
/// leading 1. Returns the value itself for 0 digits.
double rounded_to(int digits, double value);
/// Rounds a sum over `round` rounds so that its mean has three digits.
double three_digits_a_round(double sum, double round);

inline constexpr const char* kRoundsKept = "curves/round";
/// Whether an array has one value per kept round; tables have rounds of their own.
bool is_per_round(const std::string& name, const std::vector<double>& values,
                  const std::vector<double>& rounds);

/// Whether the round is 1 … 9, 10, 20, … 90, 100, 200, …, where ln R_e keeps all digits. It sums over all
/// rounds before: two runs with the same bits there have agreed since round 1.
bool is_exact_round(std::int64_t round);
/// Number of digits, 3 to 5, that an array keeps at a round before the last; 0: all digits of float32.
int digits_kept(const std::string& kept_array, Keep keep, std::int64_t round);
/// Returns the arrays as a collection stores them: rounds and counts as integers, the summary, regrets and
/// trials as float64, all others as float32.
Archive as_stored(const KeptArrays& arrays);

// What measures need from every round of a run, read from the whole run or from its digest

/// Name of the smoothed curve in reference results: "smoothed/test_error".
inline std::string smoothed_name(const std::string& curve) {
    return "smoothed/" + curve;
}
/// Smoothed as in opt2009 section 4, at each measured or kept round. Empty if a thinned curve lacks it.
Curve smoothed_curve(const RunSet& runs, const Run& run, const std::string& name);
/// Returns the smoothed curve, given the stored smoothed curve `kept` and the curve `measured`.
Curve smoothed_curve(const RunSet& runs, const Run& run, const std::string& name, Curve kept,
                     const Curve& measured);

struct CurveEnd {
    double mean, sd;        ///< mean and standard deviation over the last fifth of the rounds
    double least_smoothed;  ///< minimum of the smoothed curve
};
/// nullopt if the run has no such curve, or if a thinned curve lacks its summary.
std::optional<CurveEnd> curve_end(const RunSet& runs, const Run& run, const std::string& name);

/// Corners of a run's last ROC curve (/curves/roc/<part>/*). Thresholds fall along the curve, from +∞.
struct Roc {
    std::vector<double> false_positive, true_positive, threshold;
    bool empty() const { return threshold.empty(); }
    /// Returns the last corner whose threshold is ≥ `score`.
    std::size_t at(double score) const;
};
Roc roc_in(const Archive& curves, const std::string& part);

/// CPU seconds of all evaluation; NaN if unknown.
double evaluation_seconds(const RunSet& runs, const Run& run);

}  // namespace reboost::report
