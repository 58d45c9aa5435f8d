#pragma once
/// What reference results keep of a whole run: its curves at 200 or more points per decade, and beside them
/// what needs every round, so that any measure can be made from it. Numbers are exact, but that a cost is
/// found at the next round kept (within 1.2%) and that some have 5 digits: edges, Hamming losses, smoothed
/// losses other than errors, seconds (as reports read them: RunSet) and ln R_e, which is exact at the last
/// round and at those of one digit (`is_exact_round`).
///
///     curves/round, curves/<array>       arrays with one value per round, at the rounds kept
///     curves/smoothed/<curve>            the curve smoothed over all rounds, there
///     curves/train/*, curves/trials/*    tables of a cadence of their own, whole; of
///     curves/regret/arm_totals the
///                                        last row, last_arm_totals; of curves/roc/<part>/* the corners that
///                                        can be best in validation
///     summary/*                          as of a whole run (sweep/curve_recorder.hpp)
///
/// A path (what a contest reads) has curves/of_a_round/work and train_cpu_seconds, the sums over the rounds
/// divided by the round.
#include "core/archive.hpp"
#include "report/measures/run_set.hpp"

#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

using KeptArrays = std::map<std::string, std::vector<double>>;

/// All of the above with `rounds` beside those kept anyway; or only what a contest reads at `rounds`:
/// smoothed test errors (also of a table test/error) with 4 digits, work and CPU seconds with 3; and
/// summary/test_error and evaluation_seconds.
enum class Keep { all, path };

/// Takes a run's /curves and /summary.
KeptArrays digest_of(const Archive& curves, const Archive& summary, const std::set<std::int64_t>& rounds,
                     Keep keep = Keep::all);

/// The rounds kept of a run of `last`: all up to 100, 200 per decade, those of two significant digits and the
/// last.
std::vector<std::int64_t> kept_rounds(std::int64_t last, const std::set<std::int64_t>& rounds);

/// The nearest number with so many bits in its mantissa, the first one included.
template <int kBits>
double rounded_to(double value) {
    constexpr std::uint64_t kCut = (std::uint64_t{1} << (53 - kBits)) - 1, kHalf = kCut / 2 + 1;
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(value) + kHalf) & ~kCut);
}
/// 18 bits keep five digits, or a little more; 14 bits keep four.
inline double five_digits(double value) {
    return rounded_to<18>(value);
}
inline double four_digits(double value) {
    return rounded_to<14>(value);
}
/// The mean of a round, of a sum over `round` of them, with 12 bits: three digits, or a little more. And the
/// sum again.
inline double mean_of_a_round(double sum, double round) {
    return rounded_to<12>(sum / round);
}
inline double three_digits_a_round(double sum, double round) {
    return mean_of_a_round(sum, round) * round;
}

inline constexpr const char* kRoundsKept = "curves/round";
/// Whether an array of this name has a value at each of the rounds kept: tables have rounds of their own.
bool is_per_round(const std::string& name, const std::vector<double>& values,
                  const std::vector<double>& rounds);

/// 1 to 9, 10, 20, … 90, 100, 200, …: where ln R_e keeps all digits. It is a sum over all rounds before: runs
/// that agree there to the last bit have agreed since round 1.
bool is_exact_round(std::int64_t round);
/// The digits, 3 to 5, that an array has at a round that is not the last; 0: float32's.
int digits_kept(const std::string& kept_array, Keep keep, std::int64_t round);
/// As a collection stores them: rounds and counts as whole numbers, the summary, regrets and trials as
/// float64, all else as float32. And back.
Archive as_stored(const KeptArrays& arrays);
KeptArrays numbers_in(const Archive& stored);

// What measures need of every round of a run: from the whole run, or from what is kept of it.

/// The curve that reference results keep smoothed: "smoothed/test_error".
inline std::string smoothed_name(const std::string& curve) {
    return "smoothed/" + curve;
}
/// opt2009 section 4, at each round measured (and kept). Empty where it is not kept of a thinned curve.
Curve smoothed_curve(const RunSet& runs, const Run& run, const std::string& name);
/// The same of curves that have been read: what is kept smoothed, and what was measured.
Curve smoothed_curve(const RunSet& runs, const Run& run, const std::string& name, Curve kept,
                     const Curve& measured);

struct CurveEnd {
    double mean, sd;        ///< over the last fifth of the rounds
    double least_smoothed;  ///< of the smoothed curve
};
/// nullopt where the run has no such curve, or it is not kept of a thinned one.
std::optional<CurveEnd> curve_end(const RunSet& runs, const Run& run, const std::string& name);

/// The corners of a run's last ROC curve: /curves/roc/<part>/*. Thresholds fall along it, from +∞.
struct Roc {
    std::vector<double> false_positive, true_positive, threshold;
    bool empty() const { return threshold.empty(); }
    /// The last corner whose rows all have scores of at least `score`.
    std::size_t at(double score) const;
};
Roc roc_in(const Archive& curves, const std::string& part);

/// CPU seconds of all evaluation; NaN where the run does not tell.
double evaluation_seconds(const RunSet& runs, const Run& run);

}  // namespace reboost::report
