#include "report/measures/digest.hpp"

#include "core/mapped.hpp"
#include "metrics/curves.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/reference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

namespace reboost::report {
namespace {

constexpr double kPointsPerDecade = 200;

/// The curves that a contest reads.
constexpr std::string_view kPath[] = {"test_error", "work", "train_cpu_seconds"};
/// Curves that no measure reads at single rounds: large ones, or ones kept in an array of their own.
constexpr std::string_view kLeftOut[] = {"round", "alpha", "feature", "wall_seconds", "eval_cpu_seconds"};
/// Tables with every evaluation of an oracle, and tables that are kept in another form.
constexpr std::string_view kLeftOutTables[] = {"oracle/", "roc/", "regret/arm_totals"};

bool is_left_out_table(const std::string& name) {
    return std::ranges::any_of(kLeftOutTables,
                               [&](std::string_view left_out) { return name.starts_with(left_out); });
}

bool is_one_of(std::span<const std::string_view> names, const std::string& name) {
    return std::ranges::count(names, name) > 0;
}

/// Returns the elements of `rounds` from 1 to `last`, and `last` itself.
std::vector<std::int64_t> within(const std::set<std::int64_t>& rounds, std::int64_t last) {
    std::vector<std::int64_t> found(rounds.lower_bound(1), rounds.lower_bound(last));
    found.push_back(last);
    return found;
}

constexpr std::string_view kLoss = "curves/log_exponential_loss";
constexpr const char* kOfARound = "curves/of_a_round/";
constexpr std::string_view kCurves = "curves/", kSmoothed = "curves/smoothed/";
/// Arrays rounded to 5 digits at all rounds, except that `kLoss` is not at exact rounds and at the last one.
constexpr std::string_view kShort[] = {"curves/edge", "curves/train_cpu_seconds", "curves/test_hamming_loss",
                                       "curves/validation_hamming_loss", kLoss};

/// Rounds each array to its digits (digits_kept); of a path, keeps only what a contest reads.
void shorten(KeptArrays& arrays, Keep keep) {
    const auto found = arrays.find(kRoundsKept);
    if (found == arrays.end() || found->second.empty()) return;
    const std::vector<double> rounds = found->second;
    if (keep == Keep::path) arrays.erase("curves/test_error");
    for (auto& [name, values] : arrays) {
        if (!is_per_round(name, values, rounds)) continue;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const bool exact_end = name == kLoss && i + 1 == rounds.size();
            const int digits = exact_end ? 0 : digits_kept(name, keep, static_cast<std::int64_t>(rounds[i]));
            const double sum_over = digits == 3 ? rounds[i] : 1;
            values[i] = rounded_to(digits, values[i] / sum_over);
        }
    }
    if (keep != Keep::path) return;
    for (const std::string name : {"work", "train_cpu_seconds"})
        if (auto sums = arrays.extract("curves/" + name)) arrays[kOfARound + name] = std::move(sums.mapped());
}

/// Computes the digest of one run.
class Digest {
  public:
    Digest(const Archive& curves, const Archive& summary, const std::set<std::int64_t>& wanted, Keep keep)
        : curves_(curves), summary_(summary), keep_(keep) {
        rounds_ = doubles_in(curves, "round");
        if (rounds_.empty()) return;
        const auto last = static_cast<std::int64_t>(rounds_.back());
        kept_ = keep == Keep::path ? within(wanted, last) : kept_rounds(last, with_tables(wanted));
        out_[kRoundsKept].assign(kept_.begin(), kept_.end());
    }

    KeptArrays make() {
        for (const auto& [name, array] : curves_.arrays()) {
            if (holds_texts(array)) continue;
            if (keep_ == Keep::path && !is_one_of(kPath, name)) continue;
            const bool per_round = name.find('/') == std::string::npos && array.shape.size() == 1 &&
                                   !rounds_.empty() && array.shape[0] == rounds_.size();
            if (per_round)
                keep_per_round(name, to_doubles(array));
            else if (!is_left_out_table(name) && name != "feature")
                out_["curves/" + name] = to_doubles(array);
        }
        keep_summary();
        if (keep_ == Keep::path) {
            keep_errors_of_table();
        } else {
            keep_arm_totals();
            keep_roc();
        }
        shorten(out_, keep_);
        return std::move(out_);
    }

  private:
    /// Adds the rounds of those kept tables that have rounds of their own.
    std::set<std::int64_t> with_tables(std::set<std::int64_t> rounds) const {
        for (const auto& [name, array] : curves_.arrays())
            if (name.ends_with("/round") && !is_left_out_table(name))
                for (const double round : to_doubles(array))
                    rounds.insert(static_cast<std::int64_t>(round));
        return rounds;
    }

    void keep_per_round(const std::string& name, const std::vector<double>& values) {
        if (is_one_of(kLeftOut, name)) return;
        out_["curves/" + name] =
            mapped(kept_, [&](std::int64_t round) { return values[static_cast<std::size_t>(round) - 1]; });
        if (!name.starts_with("test_") && !name.starts_with("validation_")) return;
        if (const Curve curve = curve_from(rounds_, values); !curve.empty()) keep_smoothed(name, curve);
    }

    /// Stores the smoothed curve at the kept rounds; NaN at rounds at which the curve has no value.
    void keep_smoothed(const std::string& name, const Curve& curve) {
        const Curve smooth = smoothed(curve);
        out_["curves/" + smoothed_name(name)] = mapped(kept_, [&](std::int64_t round) {
            const double* value = smooth.at(round);
            return value != nullptr ? *value : kNoValue;
        });
    }

    /// Test errors that were not measured after every round are in a table with its own rounds. A path has
    /// their smoothed curve at the kept rounds, so that each error has a cost beside it.
    void keep_errors_of_table() {
        if (curves_.contains("test_error") || !curves_.contains("test/error") || kept_.empty()) return;
        const Curve curve =
            curve_from(to_doubles(curves_.find("test/round")), to_doubles(curves_.find("test/error")));
        if (!curve.empty()) keep_smoothed("test_error", curve);
    }

    void keep_summary() {
        for (const auto& [name, array] : summary_.arrays()) {
            const bool seconds = name == "evaluation_seconds";
            if (keep_ == Keep::path && name != "test_error" && !seconds) continue;
            std::vector<double>& kept = out_["summary/" + name] = to_doubles(array);
            if (seconds || (keep_ == Keep::path && !rounds_.empty()))
                for (double& value : kept)
                    value = rounded_to(5, value);
        }
    }

    void keep_arm_totals() {
        const std::vector<double> totals = doubles_in(curves_, "regret/arm_totals");
        const std::size_t points = doubles_in(curves_, "regret/samples").size();
        if (totals.empty() || points == 0 || totals.size() % points != 0) return;
        const auto arms = static_cast<std::ptrdiff_t>(totals.size() / points);
        out_["curves/regret/last_arm_totals"].assign(totals.end() - arms, totals.end());
    }

    /// Returns the thresholds of the upper convex hull: no other corner is best for any error weights.
    static std::vector<double> best_thresholds(const Roc& curve) {
        const std::vector<double>&x = curve.false_positive, &y = curve.true_positive;
        std::vector<std::size_t> hull;
        for (std::size_t i = 0; i < curve.threshold.size(); ++i) {
            const auto above = [&](std::size_t a, std::size_t b) {
                return (x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]) > 0;
            };
            while (hull.size() > 1 && above(hull[hull.size() - 2], hull.back()))
                hull.pop_back();
            hull.push_back(i);
        }
        return mapped(hull, [&](std::size_t corner) { return curve.threshold[corner]; });
    }

    /// The validation part keeps its hull's corners, the others their corners at the same thresholds.
    void keep_roc() {
        for (const char* part : {"validation", "test", "train"}) {
            const Roc own = roc_in(curves_, part), validation = roc_in(curves_, "validation");
            if (own.empty()) continue;
            std::set<std::size_t> corners{0, own.threshold.size() - 1};
            for (const double score : best_thresholds(validation.empty() ? own : validation))
                corners.insert(own.at(score));
            const std::string prefix = std::string("curves/roc/") + part + "/";
            for (const std::size_t corner : corners) {
                out_[prefix + "false_positive_rate"].push_back(own.false_positive[corner]);
                out_[prefix + "true_positive_rate"].push_back(own.true_positive[corner]);
                out_[prefix + "threshold"].push_back(own.threshold[corner]);
            }
        }
    }

    const Archive& curves_;
    const Archive& summary_;
    Keep keep_;
    std::vector<double> rounds_;
    std::vector<std::int64_t> kept_;
    KeptArrays out_;
};

/// Arrays of whole numbers, and small arrays that are stored in double precision; all others in single.
bool is_whole(const std::string& name) {
    constexpr std::string_view kWhole[] = {"summary/feature_counts/feature", "summary/feature_counts/count",
                                           "summary/choices"};
    return name.ends_with("round") || name.ends_with("rounds") || name == "curves/regret/samples" ||
           is_one_of(kWhole, name);
}
bool is_exact(const std::string& name) {
    return (name.starts_with("summary/") && name != "summary/evaluation_seconds") ||
           name.starts_with("curves/regret/") || name.starts_with("curves/trials/");
}

}  // namespace

double rounded_to(int digits, double value) {
    if (digits == 0) return value;
    constexpr int kBits[] = {0, 0, 0, 12, 14, 18};
    const std::uint64_t cut = (std::uint64_t{1} << (53 - kBits[digits])) - 1, half = cut / 2 + 1;
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(value) + half) & ~cut);
}

double three_digits_a_round(double sum, double round) {
    return rounded_to(3, sum / round) * round;
}

bool is_per_round(const std::string& name, const std::vector<double>& values,
                  const std::vector<double>& rounds) {
    const bool table = name.find('/', kCurves.size()) != std::string::npos;
    return name.starts_with(kCurves) && values.size() == rounds.size() &&
           (!table || name.starts_with(kSmoothed) || name.starts_with(kOfARound));
}

bool is_exact_round(std::int64_t round) {
    while (round >= 10 && round % 10 == 0)
        round /= 10;
    return round < 10;
}

int digits_kept(const std::string& kept_array, Keep keep, std::int64_t round) {
    const bool of_path = keep == Keep::path;
    if (of_path) return kept_array == kRoundsKept ? 0 : kept_array.starts_with(kSmoothed) ? 4 : 3;
    if (kept_array.starts_with(kSmoothed)) return kept_array.ends_with("_error") ? 0 : 5;
    return is_one_of(kShort, kept_array) && !(kept_array == kLoss && is_exact_round(round)) ? 5 : 0;
}

Archive as_stored(const KeptArrays& arrays) {
    Archive stored;
    for (const auto& [name, values] : arrays)
        if (is_whole(name))
            stored.put(name, std::vector<std::int32_t>(values.begin(), values.end()));
        else if (is_exact(name))
            stored.put(name, values);
        else
            stored.put(name, std::vector<float>(values.begin(), values.end()));
    return stored;
}

KeptArrays digest_of(const Archive& curves, const Archive& summary, const std::set<std::int64_t>& rounds,
                     Keep keep) {
    return Digest(curves, summary, rounds, keep).make();
}

std::vector<std::int64_t> kept_rounds(std::int64_t last, const std::set<std::int64_t>& rounds) {
    std::set<std::int64_t> kept;
    for (std::int64_t step = 1; step <= last; step *= 10)
        for (std::int64_t round = step; round <= std::min(last, 100 * step); round += step)
            kept.insert(round);
    for (int i = 0;; ++i) {
        const double round = std::floor(std::pow(10.0, i / kPointsPerDecade));
        if (round > static_cast<double>(last)) break;
        kept.insert(static_cast<std::int64_t>(round));
    }
    const std::vector<std::int64_t> wanted = within(rounds, last);
    kept.insert(wanted.begin(), wanted.end());
    return {kept.begin(), kept.end()};
}

Curve smoothed_curve(const RunSet& runs, const Run& run, const std::string& name, Curve kept,
                     const Curve& measured) {
    const bool is_kept = !kept.empty() || measured.empty() || runs.is_thinned(run, name);
    return is_kept ? std::move(kept) : smoothed(measured);
}

Curve smoothed_curve(const RunSet& runs, const Run& run, const std::string& name) {
    const std::string names[] = {smoothed_name(name), name};
    std::vector<Curve> curves = runs.curves(run, names);
    return smoothed_curve(runs, run, name, std::move(curves[0]), curves[1]);
}

std::optional<CurveEnd> curve_end(const RunSet& runs, const Run& run, const std::string& name) {
    if (const std::vector<double> end = runs.summary(run, name); end.size() == 3)
        return CurveEnd{end[0], end[1], end[2]};
    const Curve curve = runs.curve(run, name);
    if (curve.empty() || runs.is_thinned(run, name)) return std::nullopt;
    const metrics::AsymptoticError error = metrics::asymptotic_error(curve.round, curve.value);
    return CurveEnd{error.mean, error.standard_deviation, std::ranges::min(smoothed(curve).value)};
}

std::size_t Roc::at(double score) const {
    const auto below = std::ranges::find_if(threshold, [score](double t) { return t < score; });
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(below - threshold.begin(), 1)) - 1;
}

Roc roc_in(const Archive& curves, const std::string& part) {
    const auto get = [&](const char* name) { return doubles_in(curves, "roc/" + part + "/" + name); };
    Roc roc{get("false_positive_rate"), get("true_positive_rate"), get("threshold")};
    const std::size_t size = roc.threshold.size();
    return roc.false_positive.size() == size && roc.true_positive.size() == size ? roc : Roc{};
}

double evaluation_seconds(const RunSet& runs, const Run& run) {
    const std::vector<double> seconds = runs.summary(run, "evaluation_seconds");
    return seconds.empty() ? kNoValue : rounded_to(5, seconds.back());
}

}  // namespace reboost::report
