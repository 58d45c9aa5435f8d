#include "report/policies/verdicts.hpp"

#include "core/text.hpp"
#include "report/measures/measures.hpp"
#include "report/paper/interval_text.hpp"
#include "statistics/holm.hpp"
#include "statistics/p_text.hpp"
#include "statistics/ranks.hpp"
#include "statistics/too_few_sets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kNearlyCertain = 0.95;
/// Of fewer data sets "equal" is said of whatever is small there: the Bayesian test's prior is a difference
/// of 0, and an interval is hardly more than their range.
constexpr std::size_t kFewestForEqual = 5;
constexpr double kPercent = 100;

using Attempts = std::vector<std::vector<statistics::Attempt>>;

/// Errors in percent, sets × splits.
statistics::Replicates errors(const Contest& contest, const Rival& rival, std::size_t row, Cost cost) {
    statistics::Replicates values;
    for (const std::size_t column : rival.columns) {
        values.emplace_back();
        for (const std::int64_t split : contest.splits_of({contest.baseline, rival.row}, column))
            values.back().push_back(kPercent * contest.error_at(row, column, split, cost));
    }
    return values;
}

std::vector<std::int64_t> target_splits_of(const Contest& contest, const Rival& rival, std::size_t column) {
    return contest.splits_of({contest.baseline, contest.target, rival.row}, column);
}

Attempts attempts(const Contest& contest, const Rival& rival, std::size_t row, Cost cost) {
    Attempts values;
    for (const std::size_t column : rival.target_columns)
        values.push_back(contest.attempts(row, column, target_splits_of(contest, rival, column), cost));
    return values;
}

std::size_t count_reached(const Attempts& sets) {
    return static_cast<std::size_t>(std::ranges::count_if(
        sets, [](const auto& set) { return std::isfinite(statistics::expected_running_time(set)); }));
}

statistics::Interval set_ratio(const std::vector<statistics::Attempt>& baseline,
                               const std::vector<statistics::Attempt>& own) {
    Rng rng(1, "set ratios");
    statistics::Interval ratio = statistics::running_time_ratio({&baseline, 1}, {&own, 1}, rng);
    if (!std::isnan(ratio.estimate)) return ratio;
    const bool baseline_reaches = std::isfinite(statistics::expected_running_time(baseline)),
               rival_reaches = std::isfinite(statistics::expected_running_time(own));
    if (baseline_reaches && !rival_reaches) ratio.estimate = std::numeric_limits<double>::infinity();
    if (rival_reaches && !baseline_reaches) ratio.estimate = 0;
    return ratio;
}

void judge_cost(Rival& rival, const Attempts& baseline, const Attempts& own, Rng& rng) {
    rival.ratio = statistics::running_time_ratio(baseline, own, rng);
    for (std::size_t set = 0; set < own.size(); ++set)
        rival.set_ratios.push_back(set_ratio(baseline[set], own[set]));
    rival.baseline_reaches = count_reached(baseline);
    rival.rival_reaches = count_reached(own);
    std::vector<double> logs = statistics::log_running_time_ratios(baseline, own);
    for (double& log : logs) {
        rival.both_reach += std::isfinite(log);
        if (std::isnan(log)) log = 0;  // neither reaches it
        ++(log < 0 ? rival.wins : log > 0 ? rival.losses : rival.ties);
    }
    rival.ratio_test = statistics::wilcoxon_signed_rank(logs);
    // The same draws in both places.
    if (own.size() == 1 && rival.both_reach == 1) rival.ratio = rival.set_ratios.front();
}

void judge_error(Rival& rival, const statistics::Replicates& baseline, const statistics::Replicates& own,
                 double rope, Rng& rng) {
    statistics::ComparisonOptions options;
    options.bayesian.rope = rope;
    rival.error = statistics::compare_with_baseline(baseline, {&own, 1}, rng, options).rivals.front();
    for (std::size_t set = 0; set < own.size(); ++set) {
        std::vector<double> differences = own[set];
        for (std::size_t split = 0; split < differences.size(); ++split)
            differences[split] -= baseline[set][split];
        rival.splits += differences.size();
        Rng of_set(1, "differences");
        rival.set_differences.push_back(statistics::paired_difference({&differences, 1}, of_set));
    }
    if (own.size() == 1) rival.error.difference = rival.set_differences.front();
}

Rival judge_row(const Contest& contest, std::size_t row, Cost cost) {
    Rival rival;
    rival.row = row;
    rival.columns = contest.columns_of({contest.baseline, row});
    rival.target_columns = contest.columns_of({contest.baseline, contest.target, row});
    if (rival.columns.empty()) return rival;
    for (const std::size_t column : rival.target_columns)
        rival.target_splits.push_back(target_splits_of(contest, rival, column).size());
    Rng rng(1, "contest");
    judge_cost(rival, attempts(contest, rival, contest.baseline, cost), attempts(contest, rival, row, cost),
               rng);
    judge_error(rival, errors(contest, rival, contest.baseline, cost), errors(contest, rival, row, cost),
                contest.spec->rope, rng);
    return rival;
}

std::string cost_part(const Contest& contest, const Verdicts& verdicts, const Rival& rival) {
    const std::string &name = contest.spec->rows[rival.row].label,
                      &base = contest.spec->rows[contest.baseline].label;
    const std::string target = rival.row == contest.target
                                   ? "its own final error"
                                   : genitive(contest.spec->rows[contest.target].label) + " final error";
    const char* const cost = cost_name(verdicts.cost);
    const std::size_t sets = rival.target_columns.size();
    if (sets == 0)
        return fmt::format("{} cost is not compared, for want of runs of {}", genitive(name),
                           contest.spec->rows[contest.target].label);
    if (rival.both_reach == 0)
        return fmt::format("{} reaches {} on {} of {}, {} on {}, none where the other does", name, target,
                           rival.rival_reaches, counted(sets, "set"), base, rival.baseline_reaches);
    std::string text = fmt::format("{} reaches {} with {} of {} {}", name, target,
                                   interval_text(rival.ratio, ratio_text), genitive(base), cost);
    if (rival.both_reach < sets)
        text += fmt::format(" (on the {} of {} where both do; {} on {}, {} on {})", rival.both_reach,
                            counted(sets, "set"), name, rival.rival_reaches, base, rival.baseline_reaches);
    return text;
}

std::optional<Rival> judge_target_against_advised(const Contest& contest, const Verdicts& verdicts) {
    const Rival* best = advised(verdicts);
    if (best == nullptr || best->row == contest.target || !contest.present(contest.target))
        return std::nullopt;
    Contest turned = contest;
    turned.baseline = best->row;
    Rival full = judge_row(turned, contest.target, verdicts.cost);
    full.only_set = verdicts.sets == 1;
    return full;
}

/// Without an interval (on no set there is a ratio) the test alone decides.
Side side_of(const statistics::Interval& interval, double equality, const statistics::WilcoxonResult& test,
             double holm_p) {
    if (!(holm_p <= kAlpha)) return Side::undecided;
    const Side side = test.negative > test.positive ? Side::less : Side::more;
    if (std::isnan(interval.estimate)) return side;
    const bool agrees = side == Side::less ? interval.high < equality : interval.low > equality;
    return agrees ? side : Side::undecided;
}

/// " (the median set: −2.19)" where the mean is no trifle and a few sets make most of it; "" elsewhere.
std::string median_set(const Rival& rival, double rope) {
    std::vector<double> sets;
    for (const statistics::Interval& difference : rival.set_differences)
        sets.push_back(difference.estimate);
    if (sets.size() < 3) return "";
    const double median = statistics::median(sets), mean = rival.error.difference.estimate;
    const bool carried_by_few = 2 * std::abs(median) < std::abs(mean) || median * mean < 0;
    return carried_by_few && std::abs(mean) > rope ? fmt::format(" (the median set: {})", signed_text(median))
                                                   : "";
}

/// Of one data set the interval over its splits decides.
Side side_on_one_set(const statistics::Interval& interval, double equality, std::size_t splits) {
    if (!has_width(interval) || splits < kFewestSplits) return Side::undecided;
    if (interval.high < equality) return Side::less;
    return interval.low > equality ? Side::more : Side::undecided;
}

std::string error_part(const Rival& rival, Cost cost, double rope) {
    const statistics::Interval& gap = rival.error.difference;
    std::string ends;
    if (has_width(gap))
        ends = fmt::format(" [{}, {}]{}", decimal_text(gap.low), decimal_text(gap.high),
                           median_set(rival, rope));
    const std::string size = decimal_text(std::abs(gap.estimate));
    const bool none_seen = size == decimal_text(0);
    const std::string p = rival.only_set ? "" : ", p " + statistics::p_equation(rival.error.holm_p);
    return fmt::format("error at equal {} {} points {}{}{}: {}", cost_name(cost), size,
                       none_seen          ? "apart"
                       : gap.estimate > 0 ? "higher"
                                          : "lower",
                       ends, p, error_verdict(rival, rope));
}

}  // namespace

Side Rival::cost_side() const {
    if (!only_set) return side_of(ratio, 1, ratio_test, ratio_holm_p);
    return target_splits.empty() ? Side::undecided : side_on_one_set(ratio, 1, target_splits.front());
}

Side Rival::error_side() const {
    return only_set ? side_on_one_set(error.difference, 0, splits)
                    : side_of(error.difference, 0, error.wilcoxon, error.holm_p);
}

bool Rival::practically_equal(double rope) const {
    const statistics::Interval& gap = error.difference;
    const bool enough = only_set ? splits >= kFewestSplits : columns.size() >= kFewestForEqual;
    const bool told = has_width(gap) || gap.estimate == 0;  // equal ones, but not 0, say nothing of the next
    return enough && told && error_side() == Side::undecided &&
           ((gap.low >= -rope && gap.high <= rope) || (!only_set && error.bayesian.rope >= kNearlyCertain));
}

double Rival::ratio_or_limit() const {
    if (!std::isnan(ratio.estimate)) return ratio.estimate;
    return rival_reaches > 0 && baseline_reaches == 0 ? 0 : std::numeric_limits<double>::infinity();
}

const Rival* advised(const Verdicts& verdicts) {
    const Rival *cheapest = nullptr, *best = nullptr;
    for (const Rival& rival : verdicts.rivals) {
        const bool cheaper = cheapest == nullptr || rival.ratio_or_limit() < cheapest->ratio_or_limit();
        if (rival.cost_side() == Side::less && rival.error_side() != Side::more && cheaper) cheapest = &rival;
        const bool better =
            best == nullptr || rival.error.difference.estimate < best->error.difference.estimate;
        if (rival.error_side() == Side::less && rival.cost_side() != Side::more && better) best = &rival;
    }
    return cheapest != nullptr ? cheapest : best;
}

Verdicts judge(const Contest& contest, Cost cost) {
    Verdicts verdicts;
    verdicts.cost = cost;
    std::vector<double> ratio_p, error_p;
    std::set<std::size_t> columns;
    for (const std::size_t row : contest.rows()) {
        if (row == contest.baseline) continue;
        Rival rival = judge_row(contest, row, cost);
        if (rival.columns.empty()) continue;
        ratio_p.push_back(rival.ratio_test.p);
        error_p.push_back(rival.error.wilcoxon.p);
        columns.insert(rival.columns.begin(), rival.columns.end());
        for (const std::size_t column : rival.columns) {
            const std::size_t splits = contest.splits_of({contest.baseline, row}, column).size();
            verdicts.fewest_replicates =
                verdicts.fewest_replicates == 0 ? splits : std::min(verdicts.fewest_replicates, splits);
            verdicts.most_replicates = std::max(verdicts.most_replicates, splits);
        }
        verdicts.rivals.push_back(std::move(rival));
    }
    verdicts.sets = columns.size();
    const std::vector<double> ratio_holm = statistics::holm(ratio_p), error_holm = statistics::holm(error_p);
    for (std::size_t i = 0; i < verdicts.rivals.size(); ++i) {
        verdicts.rivals[i].ratio_holm_p = ratio_holm[i];
        verdicts.rivals[i].error.holm_p = error_holm[i];
        verdicts.rivals[i].only_set = verdicts.sets == 1;
    }
    if (verdicts.sets > 1)
        verdicts.warning = statistics::wilcoxon_warning(verdicts.rivals.size(), verdicts.sets, kAlpha);
    verdicts.target_against_advised = judge_target_against_advised(contest, verdicts);
    return verdicts;
}

std::string error_verdict(const Rival& rival, double rope) {
    const statistics::Interval& gap = rival.error.difference;
    const char* const where = rival.only_set ? " on this set" : "";
    if (rival.error_side() == Side::less) return std::string("better") + where;
    if (rival.error_side() == Side::more) return std::string("worse") + where;
    if (rival.practically_equal(rope)) return "practically equal";
    if (!has_width(gap)) return "undecided (one observation, or equal ones)";
    if (rival.only_set) return "undecided";
    if (gap.high < 0) return "better on these sets, not certain on others";
    if (gap.low > 0) return "worse on these sets, not certain on others";
    return "undecided";
}

std::string sentence(const Contest& contest, const Verdicts& verdicts, const Rival& rival) {
    std::string text = rival.columns.size() < verdicts.sets
                           ? fmt::format("On {} of {} sets: ", rival.columns.size(), verdicts.sets)
                           : "";
    text += cost_part(contest, verdicts, rival);
    if (rival.target_columns.size() > 1) {
        text += fmt::format("; better on {} of {}", rival.wins, counted(rival.target_columns.size(), "set"));
        if (rival.ties > 0) text += fmt::format(" ({} tied)", rival.ties);
        text += fmt::format(", p {} after Holm", statistics::p_equation(rival.ratio_holm_p));
    }
    return text + "; " + error_part(rival, verdicts.cost, contest.spec->rope) + ".";
}

}  // namespace reboost::report
