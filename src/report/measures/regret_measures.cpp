#include "bandits/problems.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/query.hpp"
#include "report/measures/reference.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

/// The last point of a run's regret/* arrays.
struct LastPoint {
    double samples = 0, expected = 0, chosen = 0;
    std::vector<double> arm_totals;
};
std::optional<LastPoint> last_point(const RunSet& runs, const Run& run) {
    const std::vector<double> samples = runs.array(run, "regret/samples");
    const std::vector<double> expected = runs.array(run, "regret/expected");
    const std::vector<double> chosen = runs.array(run, "regret/chosen_total");
    const std::vector<double> last = runs.array(run, "regret/last_arm_totals");
    const std::vector<double> totals = last.empty() ? runs.array(run, "regret/arm_totals") : last;
    const std::size_t rows = last.empty() ? samples.size() : 1;
    if (samples.empty() || expected.size() != samples.size() || chosen.size() != samples.size() ||
        totals.empty() || totals.size() % rows != 0)
        return std::nullopt;
    runs.note_read(run);
    const auto arms = static_cast<std::ptrdiff_t>(totals.size() / rows);
    return LastPoint{samples.back(), expected.back(), chosen.back(), {totals.end() - arms, totals.end()}};
}

/// Returns the policy's bound on its regret; NaN if none is known for this problem.
double bound_of(const Run& run, std::size_t arms, std::size_t steps) {
    const auto spec = config::readable_run_spec(run.options());
    const auto* problem = spec ? std::get_if<boosting::BanditProblemOptions>(&spec->booster) : nullptr;
    const auto* policy = spec ? field_of<bandits::PolicyOptions>(spec->selector) : nullptr;
    if (problem == nullptr || policy == nullptr) return kNoValue;
    const auto option = [&](std::string_view name) { return policy->option(name).as_number(); };
    if (policy->name() == "ucb") {
        const bool known = problem->problem == boosting::BanditProblemKind::bernoulli &&
                           option("exploration") == 2 && !problem->means.empty();
        return known ? bandits::ucb1_bound(problem->means, steps) : kNoValue;
    }
    if (policy->name() == "exp3") return option("gamma") == 0 ? bandits::exp3_bound(arms, steps) : kNoValue;
    if (policy->name() == "exp3_p") {
        // Theorem 6.3 holds for its own η and λ, computed for the horizon that is played.
        const auto horizon = static_cast<std::size_t>(option("horizon"));
        const bool of_theorem =
            option("eta") == 0 && option("lambda") == 0 && (horizon == 0 || horizon == steps);
        return of_theorem ? bandits::exp3_p_bound(arms, steps, option("delta")) : kNoValue;
    }
    return kNoValue;
}

constexpr double kMostSteps = 9007199254740992.0;  // 2^53

double divisor(const std::string& over, const Run& run, double steps, double arms) {
    if (over.empty()) return 1;
    if (over == "log") return std::log(steps);
    if (over == "root") return std::sqrt(steps * arms * std::log(arms));
    if (over == "samples") return steps;
    if (over == "bound") {
        const bool countable = steps >= 0 && steps <= kMostSteps;
        return countable ? bound_of(run, static_cast<std::size_t>(arms), static_cast<std::size_t>(steps))
                         : kNoValue;
    }
    throw UsageError("regret: unknown 'over' '" + over + "'; known: log, root, samples, bound");
}

/// Returns the first round t ≤ `last` with t ρ(t)² > needed; 0 if there is none. `least`: where ρ falls.
std::int64_t first_beyond(const Curve& least, std::int64_t last, double needed) {
    for (std::size_t i = 0; i < least.round.size(); ++i) {
        const double rho = std::min(1.0, least.value[i]);
        const std::int64_t end = i + 1 < least.round.size() ? least.round[i + 1] - 1 : last;
        const double near = std::min(needed / (rho * rho), static_cast<double>(end));
        for (std::int64_t t = std::max(least.round[i], static_cast<std::int64_t>(near) - 1); t <= end; ++t)
            if (static_cast<double>(t) * rho * rho > needed) return t;
    }
    return 0;
}

}  // namespace

Measurement regret(const RunSet& runs, std::span<const Run* const> chosen, const Value& options,
                   const Value&) {
    std::vector<double> totals, regrets;
    double earned = 0, steps = 0;
    for (const Run* run : chosen) {
        std::optional<LastPoint> point = last_point(runs, *run);
        if (!point || (!totals.empty() && totals.size() != point->arm_totals.size())) continue;
        totals.resize(point->arm_totals.size(), 0);
        for (std::size_t i = 0; i < totals.size(); ++i)
            totals[i] += point->arm_totals[i];
        earned += point->chosen;
        steps = point->samples;
        regrets.push_back(point->expected);
    }
    if (regrets.empty()) return Measurement::none("the run has no regret");
    const double by =
        divisor(text_option(options, "over"), *chosen.front(), steps, static_cast<double>(totals.size()));
    if (std::isnan(by))
        return {kNoValue, kNoValue, "no bound is known for this policy on this problem", regrets.size()};
    const auto count = static_cast<double>(regrets.size());
    const std::string kind = text_option(options, "kind");
    const double expected = mean(regrets);
    const double pseudo = (*std::ranges::max_element(totals) - earned) / count;
    if (kind == "expected") return {expected / by, kNoValue, {}, regrets.size(), sample_sd(regrets) / by};
    if (kind == "pseudo") return {pseudo / by, kNoValue, {}, regrets.size()};
    if (kind == "gap") return {(pseudo - expected) / by, kNoValue, {}, regrets.size()};
    throw UsageError("regret: unknown kind '" + kind + "'; known: expected, pseudo, gap");
}

double log_of_labels(const Run& run) {
    const double classes = number_at(run.attributes, "classes", kNoValue);
    return std::log(number_at(run.attributes, "rows", kNoValue) * std::sqrt(std::max(classes, 2.0) - 1));
}

Measurement zero_error_over_measured_bound(const MeasureInput& in) {
    const double needed = 2 * log_of_labels(in.run);
    // Rounds at which the smallest edge so far falls, with the new smallest edge.
    const Curve least =
        curve_from(in.runs.summary(in.run, "edges/round"), in.runs.summary(in.run, "edges/minimum"));
    const Curve edges = in.runs.curve(in.run, "edge");
    Measurement zero = find_measure("rounds_to_zero_training_error").reduce(in);
    if (std::isnan(needed) || least.empty() || edges.empty() || std::isnan(zero.value))
        return Measurement::none("the run does not tell n, K, its edges and its training error");
    if (!(needed > 0)) return Measurement::none("n and K give no bound");
    const std::int64_t t = first_beyond(least, edges.round.back(), needed);
    if (t == 0) return Measurement::none("the run ended before the bound");
    zero.value /= static_cast<double>(t);
    return zero;
}

Measurement theorem_rounds(const MeasureInput& in) {
    const double log_labels = log_of_labels(in.run);
    if (std::isnan(log_labels)) return Measurement::none("the run does not tell n and K");
    // The arms are the selector's groups of features.
    const double features = number_at(in.run.attributes, "features", kNoValue),
                 m = std::ceil(features / number_at(in.run.options(), "selector.group", 1));
    const double rho = in.options.at("rho").as_number();
    const Value* own_delta = find_path(in.run.options(), "selector.policy.delta");
    const double delta = (own_delta != nullptr ? *own_delta : in.options.at("delta")).as_number();
    const double c = std::sqrt(32 * m) + std::sqrt(27 * m * std::log(m)) + 16;
    const double confidence = std::log(m / delta);
    const double rounds =
        std::max({confidence * confidence, std::pow(4 * c / (rho * rho), 4), 4 * log_labels / (rho * rho)});
    const std::string as = text_option(in.options, "as");
    if (as.empty()) return {rounds};
    if (as != "slack" && as != "share")
        throw UsageError("theorem_rounds: unknown 'as' '" + as + "'; known: slack, share");
    const Measurement zero = find_measure("rounds_to_zero_training_error").reduce(in);
    return {as == "slack" ? rounds / zero.value : zero.value / rounds, kNoValue, zero.missing};
}

}  // namespace reboost::report
