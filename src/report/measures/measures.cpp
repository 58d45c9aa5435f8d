#include "report/measures/measures.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "metrics/curves.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/query.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/selection.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace reboost::report {
namespace {

/// opt2009 section 4: R̄(T), the mean test error over the last fifth of the rounds. The spread is the
/// standard deviation over these rounds (the paper's formula leaves its parentheses undefined).
Measurement asymptotic_error(const MeasureInput& in) {
    const std::optional<CurveEnd> end =
        curve_end(in.runs, in.run, text_option(in.options, "curve", "test_error"));
    if (!end) return Measurement::none("the run has no test error");
    return {end->mean, end->sd, {}};
}

/// Value of a curve at the option "round", by default at the last round.
Measurement curve_at(const MeasureInput& in) {
    const std::string name = text_option(in.options, "curve", "test_error");
    const Curve curve = in.runs.curve(in.run, name);
    if (curve.empty()) return Measurement::none("the run has no such curve");
    const auto last = static_cast<double>(curve.round.back());
    const double round = number_option(in.options, "round", last);
    const auto asked = static_cast<std::int64_t>(round);
    const auto after = std::ranges::upper_bound(curve.round, asked);
    if (after == curve.round.begin() || round > last)
        return Measurement::none("the run does not reach that round");
    const auto place = static_cast<std::size_t>(after - curve.round.begin() - 1);
    in.runs.note_read(in.run, {asked, curve.round[place]});
    if (curve.at(asked) == nullptr && in.runs.is_thinned(in.run, name))
        return Measurement::none("the reference results do not keep that round: compute the run");
    return {curve.value[place]};
}

/// Number of wrongly classified test rows after the last round (as abc2010 counts).
Measurement error_count(const MeasureInput& in) {
    const double rows = number_at(in.run.attributes, "test_rows", kNoValue);
    if (std::isnan(rows)) return Measurement::none("the run does not tell its test rows");
    Measurement error = curve_at(in);
    error.value *= rows;
    return error;
}

/// Returns the mean of another measure over the runs that "reference" selects; NaN if there are none.
double mean_over(const Referred& other, const MeasureInput& in, const char* name) {
    return reduce(in.runs, other.choice.runs, Value::object().set("name", name), other.query).value;
}

double reference_error(const MeasureInput& in) {
    return mean_over(referred_runs(in), in, "asymptotic_error");
}

/// Cost ("train_cpu_seconds", "work" or "round") until the smoothed test error is at most "factor" × the
/// asymptotic error of the reference (opt2009 Table 2); infinite if the error is never so low.
Measurement cost_to_reach(const MeasureInput& in) {
    const double target = number_option(in.options, "factor", 1.2) * in.against;
    if (std::isnan(target)) return Measurement::none("no run of the reference");
    const Curve curve = smoothed_curve(in.runs, in.run, "test_error");
    if (curve.empty()) return Measurement::none("the run has no test error");
    const std::optional<std::size_t> reached = metrics::first_at_most(curve.value, target);
    if (!reached) return {kNever};
    const std::int64_t round = curve.round[*reached];
    in.runs.note_read(in.run, {round});
    const std::string cost_name = text_option(in.options, "cost", "work");
    if (cost_name == "round") return {static_cast<double>(round)};
    const Curve costs = in.runs.curve(in.run, cost_name);
    const double* cost = costs.at(round);
    if (cost == nullptr) return Measurement::none("the run has no " + cost_name);
    return {*cost};
}

/// Share of rounds whose base classifier uses the feature "feature" (opt2009 section 4, synthetic test).
Measurement feature_frequency(const MeasureInput& in) {
    const std::vector<double> features = in.runs.summary(in.run, "feature_counts/feature"),
                              counts = in.runs.summary(in.run, "feature_counts/count");
    double hits = 0, all = 0;
    for (std::size_t i = 0; i < std::min(features.size(), counts.size()); ++i) {
        all += counts[i];
        if (features[i] == number_option(in.options, "feature", 0)) hits = counts[i];
    }
    if (all == 0) return Measurement::none("the run does not tell its features");
    return {hits / all};
}

/// R̄(T) divided by the minimum of the smoothed curve: 1 if the run neither over- nor underfits.
Measurement asymptotic_over_minimum(const MeasureInput& in) {
    const std::string name = text_option(in.options, "curve", "test_error");
    const std::optional<CurveEnd> end = curve_end(in.runs, in.run, name);
    if (!end) return Measurement::none("the run has no test error");
    if (end->least_smoothed <= 0) return Measurement::none("the smallest error is 0");
    const Curve smooth = smoothed_curve(in.runs, in.run, name);
    if (smooth.empty()) return Measurement::none("the run has no smoothed test error");
    // The last value in reference results is a float32, which may lie below the exact minimum.
    return {std::max(smooth.value.back(), end->least_smoothed) / end->least_smoothed};
}

/// |ln R_e − Σ ½ ln(1 − γ²)| / |ln R_e| at the last round (opt2009 equations 3 and 5).
Measurement loss_identity_gap(const MeasureInput& in) {
    const std::vector<double> losses = in.runs.summary(in.run, "last/log_exponential_loss");
    const std::vector<double> sums = in.runs.summary(in.run, "edges/log_sum");
    if (losses.empty() || sums.size() != 1 || std::isnan(sums[0]))
        return Measurement::none("the run has no R_e or no edges");
    const double loss = losses.back(), sum = sums[0];
    if (!std::isfinite(sum) || loss == 0) return Measurement::none("an edge of 1");
    return {std::abs(loss - sum) / std::abs(loss)};
}

/// First measured round at which the training one-error is 0; infinite if it never is. Training error is
/// measured at log-spaced rounds, so this is an upper bound.
Measurement rounds_to_zero_training_error(const MeasureInput& in) {
    const Curve curve = in.runs.curve(in.run, "train_error");
    if (curve.empty()) return Measurement::none("the run has no training error");
    const auto zero = std::ranges::find(curve.value, 0.0);
    if (zero == curve.value.end()) return {kNever};
    return {static_cast<double>(curve.round[static_cast<std::size_t>(zero - curve.value.begin())])};
}

/// First round without training errors, divided by the boosting bound 2 ln(n √(K−1)) / ρ² (binary:
/// 2 ln n / ρ²) with ρ = "rho". At most 1 if the bound holds.
Measurement zero_error_over_bound(const MeasureInput& in) {
    const double rho = number_option(in.options, "rho", 1);
    const double bound = 2 * log_of_labels(in.run) / (rho * rho);
    if (std::isnan(bound)) return Measurement::none("the run does not tell n and K");
    Measurement zero = rounds_to_zero_training_error(in);
    if (zero.value == kNever && static_cast<double>(in.run.rounds_asked()) <= bound)
        return Measurement::none("the run ended before the bound");
    zero.value /= bound;
    return zero;
}

/// Last value of the array "array" of /curves.
Measurement last_of(const MeasureInput& in) {
    const std::string name = text_option(in.options, "array", "spent");
    const std::vector<double> values = in.runs.array(in.run, name);
    if (values.empty()) return Measurement::none("the run has no such curve");
    return {values.back()};
}

/// Returns the mean last error of the runs that "reference" selects. NaN if none has as many rounds as this
/// run: of two runs, the longer one has a lower error just because of its length.
double reference_last_error(const MeasureInput& in) {
    const Referred other = referred_runs(in);
    return other.choice.rounds == in.run.rounds_asked() ? mean_over(other, in, "curve_at") : kNoValue;
}

/// Last error of the reference divided by the run's last error (abc2010 Figures 1 to 5, right panels).
Measurement error_ratio(const MeasureInput& in) {
    const Measurement own = curve_at(in);
    if (std::isnan(in.against)) return Measurement::none("no run of the reference of as many rounds");
    return {in.against / own.value};
}

/// Largest R(t)/bound over the measured rounds (kdd2009 section 2, R with its 1/n). The bound is √(K−1) R_e
/// with balanced weights, K R_e with uniform ones ("uniform"), R_e if K = 1. At most 1 if the bound holds.
Measurement training_error_over_bound(const MeasureInput& in) {
    const double classes = number_at(in.run.attributes, "classes", kNoValue);
    const Curve curve = in.runs.curve(in.run, "train_error");
    const Curve loss = in.runs.curve(in.run, "log_exponential_loss");
    if (std::isnan(classes) || curve.empty() || loss.empty())
        return Measurement::none("the run does not tell K, R_e or its training error");
    const double labels = std::max(2.0, classes);
    // With two classes both bounds are R_e itself: K/2 = √(K−1) = 1.
    const double factor = labels <= 2                          ? 1
                          : flag_option(in.options, "uniform") ? labels
                                                               : std::sqrt(labels - 1);
    double largest = 0;
    for (std::size_t i = 0; i < curve.value.size(); ++i) {
        const double* there = loss.at(curve.round[i]);
        if (there == nullptr || curve.value[i] == 0) continue;
        largest = std::max(largest, curve.value[i] / (factor * std::exp(*there)));
    }
    return {largest};
}

/// Round with the largest value of "curve", as a share of all rounds: well below 1 if overfitting is early.
Measurement best_round_share(const MeasureInput& in) {
    const Curve curve = in.runs.curve(in.run, text_option(in.options, "curve", "test_auc"));
    if (curve.empty()) return Measurement::none("the run has no such curve");
    const auto best = std::ranges::max_element(curve.value) - curve.value.begin();
    const auto round = static_cast<double>(curve.round[static_cast<std::size_t>(best)]);
    return {round / static_cast<double>(curve.round.back())};
}

/// The option "field" of the specification, in runs whose hyper-parameters were chosen by validation.
Measurement chosen_hyperparameter(const MeasureInput& in) {
    const Value value = in.run.option(text_option(in.options, "field"));
    return value.is_number() ? Measurement{value.as_number()}
                             : Measurement::none("the run has no such field");
}

/// Returns a text on points of the "grid" without runs; "" if all have runs, or if `options` names no grid.
std::string missing_of_grid(const std::vector<Candidate>& candidates, const Value& options) {
    const Value* grid = options.find("grid");
    if (grid == nullptr) return "";
    const std::string field = text_option(options, "field");
    std::size_t splits = 0, whole = 0;
    for (const Candidate& candidate : candidates)
        splits = std::max(splits, candidate.seeds);
    for (const Value& point : grid->as_list())
        whole += std::ranges::any_of(candidates, [&](const Candidate& candidate) {
            const Value* value = candidate.values.find(field);
            return value != nullptr && same_value(*value, point) && candidate.seeds == splits;
        });
    const std::size_t points = grid->as_list().size();
    return whole == points ? ""
                           : "validation was run at " + std::to_string(whole) + " of the grid's " +
                                 std::to_string(points) + " values";
}

/// The value of "field" that validation chooses (opt2009 section 4), among all runs of the cell's query with
/// as many rounds as the chosen runs.
Measurement selected_by_validation(const RunSet& runs, std::span<const Run* const> chosen,
                                   const Value& options, const Value& query) {
    std::vector<const Run*> grid = runs.select(query);
    std::erase_if(grid, [&](const Run* run) {
        return run->rounds_asked() != chosen.front()->rounds_asked() ||
               run->reference != chosen.front()->reference;
    });
    const std::vector<Selection> selections = select_by_validation(runs, grid);
    if (selections.size() != 1) return Measurement::none("the runs hold out no validation rows");
    const std::string missing = missing_of_grid(selections.front().candidates, options);
    if (!missing.empty()) return Measurement::none(missing);
    const Candidate& best = selections.front().candidates[selections.front().chosen];
    const std::string field = text_option(options, "field");
    const Value* value = best.values.find(field);
    if (value == nullptr || !value->is_number()) return Measurement::none("the grid does not vary " + field);
    return {value->as_number(), kNoValue, {}, best.seeds};
}

/// The run's attribute "attribute", a number.
Measurement attribute(const MeasureInput& in) {
    const double value = number_at(in.run.attributes, text_option(in.options, "attribute"), kNoValue);
    return std::isnan(value) ? Measurement::none("the run has no such attribute") : Measurement{value};
}

constexpr std::array kMeasures = std::to_array<MeasureEntry>({
    {"asymptotic_error", asymptotic_error},
    {"curve_at", curve_at},
    {"error_count", error_count},
    {"cost_to_reach", cost_to_reach, reference_error},
    {"feature_frequency", feature_frequency},
    {"asymptotic_over_minimum", asymptotic_over_minimum},
    {"loss_identity_gap", loss_identity_gap},
    {"rounds_to_zero_training_error", rounds_to_zero_training_error},
    {"zero_error_over_bound", zero_error_over_bound},
    {"last_of", last_of},
    {"error_ratio", error_ratio, reference_last_error},
    {"training_error_over_bound", training_error_over_bound},
    {"best_round_share", best_round_share},
    {"tuned_balanced_accuracy", tuned_balanced_accuracy},
    {"trial_error", trial_error},
    {"trial_number", trial_number},
    {"least_trial_error", least_trial_error},
    {"trial_budget_to_reach", trial_budget_to_reach, least_reference_error},
    {"regret", nullptr, nullptr, regret},
    {"zero_error_over_measured_bound", zero_error_over_measured_bound},
    {"theorem_rounds", theorem_rounds},
    {"chosen_hyperparameter", chosen_hyperparameter},
    {"selected_by_validation", nullptr, nullptr, selected_by_validation},
    {"attribute", attribute},
});

/// Measures one run, or takes the value stored in the reference results if there is one.
Measurement measure_run(const MeasureEntry& entry, MeasureInput in) {
    if (entry.against != nullptr) in.against = entry.against(in);
    in.runs.note_read(in.run);
    if (!in.run.reference) return entry.reduce(in);
    const std::vector<double> kept = in.runs.summary(in.run, kept_measure(in.options, in.against));
    if (kept.empty()) return entry.reduce(in);
    Measurement taken{kept[0], kept.size() > 1 ? kept[1] : kNoValue};
    if (kept.size() == 4) taken.count = static_cast<std::size_t>(kept[2]), taken.sd = kept[3];
    return taken;
}

/// Combines the means and deviations of the runs' samples; a run may be a single sample.
Measurement pooled(const std::vector<Measurement>& runs) {
    if (runs.size() == 1) return runs.front();
    double count = 0, sum = 0, squares = 0;
    for (const Measurement& run : runs) {
        count += static_cast<double>(run.count);
        sum += static_cast<double>(run.count) * run.value;
    }
    const double centre = sum / count;
    for (const Measurement& run : runs) {
        const double gap = run.value - centre, samples = static_cast<double>(run.count);
        squares += samples * gap * gap;
        if (run.count > 1) squares += (samples - 1) * run.sd * run.sd;
    }
    return {centre, kNoValue, {}, static_cast<std::size_t>(count), std::sqrt(squares / (count - 1))};
}

}  // namespace

std::string kept_measure(const Value& measure, double against) {
    Value key = Value::object().set("measure", measure);
    if (!std::isnan(against)) key.set("against", std::isinf(against) ? Value("inf") : Value(against));
    return "measures/" + to_json(key, -1, true);
}

Measurement Measurement::of_trials(std::vector<double> trials) {
    Measurement of{mean(trials), kNoValue, {}, trials.size(), sample_sd(trials)};
    of.trials = std::move(trials);
    return of;
}

std::span<const MeasureEntry> measures() {
    return kMeasures;
}

const MeasureEntry& find_measure(std::string_view name) {
    return find_named(kMeasures, name, "measure", &MeasureEntry::name);
}

Referred referred_runs(const MeasureInput& in) {
    const Value* reference = in.options.find("reference");
    if (reference == nullptr)
        throw UsageError(text_option(in.options, "name", "this measure") + " needs a 'reference'");
    Referred referred{replace_parts(in.query, *reference), {}};
    referred.choice = choose_runs(in.runs, referred.query, in.run.rounds_asked(), false,
                                  in.run.reference ? Origin::reference_first : Origin::own_first);
    return referred;
}

bool needs_timing(const Value& measure) {
    if (!measure.is_object()) return false;
    for (const auto& [key, value] : measure.as_object())
        if (value.is_string() && value.as_string().find("seconds") != std::string::npos) return true;
    return false;
}

Measurement reduce(const RunSet& runs, std::span<const Run* const> chosen, const Value& measure,
                   const Value& query) {
    const MeasureEntry& entry = find_measure(measure.at("name").as_string());
    if (entry.together != nullptr) return entry.together(runs, chosen, measure, query);
    std::vector<Measurement> taken;
    std::vector<double> spreads;
    std::string missing;
    for (const Run* run : chosen) {
        Measurement m = measure_run(entry, {runs, *run, measure, query});
        if (m.count == 0 && std::isnan(m.value)) {
            missing = m.missing;
            continue;
        }
        m.count = std::max<std::size_t>(m.count, 1);
        if (!std::isnan(m.spread)) spreads.push_back(m.spread);
        taken.push_back(std::move(m));
    }
    Measurement result = taken.empty() ? Measurement{} : pooled(taken);
    result.spread = mean(spreads);
    result.missing = missing;
    return result;
}

double sample_sd(std::span<const double> values) {
    if (values.size() < 2) return kNoValue;
    const double centre = mean(values);
    double sum = 0;
    for (const double v : values)
        sum += (v - centre) * (v - centre);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Curve smoothed(const Curve& errors) {
    return Curve{errors.round, metrics::smoothed_error(errors.round, errors.value)};
}

}  // namespace reboost::report
