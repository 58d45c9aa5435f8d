#include "report/policies/grids.hpp"

#include "core/text.hpp"
#include "report/paper/interval_text.hpp"
#include "report/policies/answer.hpp"
#include "report/policies/comparable_seconds.hpp"
#include "statistics/p_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Smaller is better: which side of `nothing` the interval lies on, and whether the test says so, too.
CellKind kind_of(const statistics::Interval& interval, double nothing, Side side = Side::undecided) {
    if (side != Side::undecided) return side == Side::less ? CellKind::better : CellKind::worse;
    if (!has_width(interval)) return CellKind::plain;
    if (interval.high < nothing) return CellKind::better_by_interval;
    return interval.low > nothing ? CellKind::worse_by_interval : CellKind::plain;
}

/// Of one set no test stands beside the interval, which decides of enough splits alone.
CellKind kind_of_cell(const statistics::Interval& interval, double nothing, Side side, bool one_set) {
    if (!one_set) return kind_of(interval, nothing, side);
    return side == Side::undecided ? CellKind::plain : kind_of(interval, nothing);
}

GridCell plain(std::string text) {
    return {std::move(text), CellKind::plain};
}

/// Of one data set without what sets are the unit of.
std::vector<std::string> summary_columns(const std::string& cost, bool one_set) {
    if (one_set) return {"ratio of " + cost, "difference of errors", "A"};
    return {"ratio of " + cost,
            "its wins/ties/losses",
            "its p",
            "difference of errors",
            "its wins/ties/losses",
            "its p",
            "A",
            "Bayes: better/same/worse"};
}

GridRow summary_row(const Contest& contest, const Verdicts& verdicts, const Rival& rival) {
    const statistics::RivalComparison& error = rival.error;
    const statistics::Interval &ratio = rival.ratio, &gap = error.difference;
    const bool one_set = verdicts.sets == 1;
    GridRow row{contest.spec->rows[rival.row].label, {}, false};
    if (rival.columns.size() < verdicts.sets)
        row.label += fmt::format(" ({} of {} sets)", rival.columns.size(), verdicts.sets);
    const GridCell of_cost{interval_text(ratio, ratio_text),
                           kind_of_cell(ratio, 1, rival.cost_side(), one_set)},
        of_error{interval_text(gap), kind_of_cell(gap, 0, rival.error_side(), one_set)},
        effect = plain(fmt::format("{:.2f}", error.effect));
    if (one_set) {
        row.cells = {of_cost, of_error, effect};
        return row;
    }
    row.cells = {of_cost,
                 plain(fmt::format("{}/{}/{}", rival.wins, rival.ties, rival.losses)),
                 plain(statistics::p_text(rival.ratio_holm_p)),
                 of_error,
                 plain(fmt::format("{}/{}/{}", error.wins, error.ties, error.losses)),
                 plain(statistics::p_text(error.holm_p)),
                 effect,
                 plain(fmt::format("{:.2f}/{:.2f}/{:.2f}", error.bayesian.left, error.bayesian.rope,
                                   error.bayesian.right))};
    return row;
}

/// A value for each of `columns`, looked up for one; NaN where it is not among them.
statistics::Interval at_column(const std::vector<statistics::Interval>& values,
                               const std::vector<std::size_t>& columns, std::size_t column) {
    const auto found = std::ranges::find(columns, column);
    if (found == columns.end()) return {kNoValue, kNoValue, kNoValue};
    return values[static_cast<std::size_t>(found - columns.begin())];
}

/// "3.2e+05", "0.071".
std::string amount_text(double amount) {
    if (std::isinf(amount)) return "never";
    return amount >= 1000 ? fmt::format("{:.2e}", amount) : fmt::format("{:.3g}", amount);
}

/// A number of one data set, coloured where its splits are enough to say something.
GridCell cell_of_set(std::string text, CellKind kind, std::size_t splits) {
    return {std::move(text), splits < kFewestSplits ? CellKind::plain : kind};
}

GridCell ratio_cell(const statistics::Interval& ratio, std::size_t splits) {
    if (std::isinf(ratio.estimate)) return cell_of_set("never", CellKind::worse_by_interval, splits);
    if (ratio.estimate == 0) return cell_of_set("only it", CellKind::better_by_interval, splits);
    if (splits == 1 && !std::isnan(ratio.estimate)) return plain(ratio_text(ratio.estimate));
    return cell_of_set(interval_text(ratio, ratio_text), kind_of(ratio, 1), splits);
}

}  // namespace

std::string units_text(std::size_t sets, std::size_t fewest, std::size_t most) {
    std::string splits = fmt::format("{} splits each", most);
    if (fewest < most) splits = fmt::format("{} to {} splits each", fewest, most);
    if (most == 1) splits = "one split each, so that intervals rest on the sets alone";
    return counted(sets, "data set") + ", " + splits;
}

std::string units_text(const Contest& contest) {
    const std::vector<std::size_t> columns = contest.columns_of({contest.baseline});
    std::size_t fewest = std::numeric_limits<std::size_t>::max(), most = 0;
    for (const std::size_t column : columns) {
        const std::size_t splits = contest.splits_of({contest.baseline}, column).size();
        fewest = std::min(fewest, splits);
        most = std::max(most, splits);
    }
    return fmt::format("n = {}; what varies is the split and, where a method draws, its seed.",
                       units_text(columns.size(), fewest, most));
}

namespace {

/// The target's errors on a data set, in percent, means over the splits: at the end of its runs, and at their
/// least.
std::pair<double, double> last_and_least(const Entry& entry) {
    double last = 0, least = 0, paths = 0;
    for (const auto& replicate : entry.replicates)
        for (const Path& path : replicate.second) {
            last += 100 * path.error.back();
            least += 100 * std::ranges::min(path.error);
            ++paths;
        }
    return {last / paths, least / paths};
}

/// The data sets on which the target's error rises again before its runs end; "" where there is none.
std::string rising_errors_warning(const Contest& contest) {
    constexpr double kShare = 0.05;  // of the error at the end: the least of a curve lies below it anyway
    std::vector<std::string> sets;
    for (const std::size_t column : contest.columns_of({contest.target})) {
        const auto [last, least] = last_and_least(contest.entries[contest.target][column]);
        if (last - least > std::max(contest.spec->rope, kShare * last))
            sets.push_back(
                fmt::format("{} ({:.2f}%, least {:.2f}%)", contest.spec->columns[column].label, last, least));
    }
    if (sets.empty()) return "";
    return fmt::format(
        "{} error, which is to be reached, has risen again by the end on {}. There costs to it and errors at equal "
        "cost are of overfitted methods: take fewer rounds, or a validation part and patience.",
        genitive(contest.spec->rows[contest.target].label), first_names(sets));
}

/// How the numbers of a verdict section are made.
std::string verdict_caption(const Contest& contest, const Verdicts& verdicts) {
    const std::string cost = cost_name(verdicts.cost);
    const bool one_set = verdicts.sets == 1;
    const std::string common = fmt::format(
        "n = {}; what varies is the split and, where a selector draws, its seed; all methods see the same "
        "splits. Ratio: expected {} until the smoothed test error is at most that with which {} ends its own "
        "run on the split, over {}{}. Difference: test error, in percent points, at the largest budget of {} that "
        "every method spent on the set (after its first round at least); below 0 the rival is better. ",
        units_text(verdicts.sets, verdicts.fewest_replicates, verdicts.most_replicates), cost,
        contest.spec->rows[contest.target].label, genitive(contest.spec->rows[contest.baseline].label),
        one_set ? "" : ", geometric mean over the sets where both reach it (the others count in p)", cost);
    if (one_set)
        return common +
               fmt::format(
                   "Intervals: 95%, BCa bootstrap of the splits, not corrected for the number of rivals. "
                   "Less, more, better, worse: of {} splits or more the interval excludes equality. A: "
                   "probability that the rival's error is lower.",
                   kFewestSplits);
    return common +
           fmt::format(
               "Intervals: 95%, BCa bootstrap of sets, then splits. p: Wilcoxon's signed-rank test over the "
               "sets, Holm's correction over the rivals. Less, more, better, worse: the interval excludes "
               "equality and p is at most 0.05. A: probability that the rival's error is lower within a "
               "set. Bayes: probabilities that better, practically equal (±{:g} points), worse is the "
               "likeliest on a further set.",
               contest.spec->rope);
}

bool asks_programs(const Entry& entry) {
    return std::ranges::any_of(entry.runs, [](const Run* run) { return asks_program(run->spec); });
}

/// Why the numbers of a verdict section may not say what they seem to.
std::vector<std::string> verdict_warnings(const Contest& contest, const Verdicts& verdicts) {
    std::vector<std::string> warnings;
    if (!verdicts.warning.empty()) warnings.push_back(verdicts.warning);
    if (verdicts.sets == 1)
        warnings.push_back(
            fmt::format("One data set: what is said holds of it, by its splits, and of no other.{}",
                        verdicts.most_replicates < kFewestSplits
                            ? fmt::format(" It takes {} splits to decide.", kFewestSplits)
                            : ""));
    if (!contest.present(contest.target))
        warnings.push_back(fmt::format("No run of {}, whose final error is the target: there are no ratios.",
                                       contest.spec->rows[contest.target].label));
    else if (std::string rise = rising_errors_warning(contest); !rise.empty())
        warnings.push_back(std::move(rise));
    std::vector<std::string> absent;
    for (std::size_t row = 0; row < contest.entries.size(); ++row)
        if (row != contest.target && !contest.present(row)) absent.push_back(contest.spec->rows[row].label);
    if (!absent.empty()) warnings.push_back("Without runs: " + first_names(absent) + ".");
    if (contest.left_out > 0)
        warnings.push_back(fmt::format(
            "Seconds of two processors are not compared: {} of another one than {} on "
            "the same split {} left out.",
            counted(contest.left_out, "run"), genitive(contest.spec->rows[contest.baseline].label),
            contest.left_out == 1 ? "is" : "are"));
    if (verdicts.cost != Cost::seconds) return warnings;
    std::vector<std::string> asking;
    for (std::size_t row = 0; row < contest.entries.size(); ++row)
        if (std::ranges::any_of(contest.entries[row], asks_programs))
            asking.push_back(contest.spec->rows[row].label);
    if (!asking.empty())
        warnings.push_back(fmt::format("Seconds of {} are {}.", first_names(asking), kWithoutProgram));
    if (std::string pace = pace_warning(contest); !pace.empty()) warnings.push_back(std::move(pace));
    return warnings;
}

}  // namespace

ContestSection verdict_section(const Contest& contest, const Verdicts& verdicts) {
    const std::string cost = cost_name(verdicts.cost);
    const bool one_set = verdicts.sets == 1;
    ContestSection section;
    section.id = cost_id(verdicts.cost);
    section.short_label = "equal " + cost;
    section.label = fmt::format("{}: equal {}, against {}", contest.spec->label, cost,
                                contest.spec->rows[contest.baseline].label);
    section.caption = verdict_caption(contest, verdicts);
    section.warnings = verdict_warnings(contest, verdicts);
    section.grid.columns = summary_columns(cost, one_set);
    section.answer = answer(contest, verdicts);
    for (const Rival& rival : verdicts.rivals) {
        section.sentences.push_back(sentence(contest, verdicts, rival));
        section.grid.rows.push_back(summary_row(contest, verdicts, rival));
    }
    return section;
}

ContestSection target_section(const Contest& contest, const Verdicts& verdicts) {
    const std::string cost = cost_name(verdicts.cost);
    const std::string &base = contest.spec->rows[contest.baseline].label,
                      &target = contest.spec->rows[contest.target].label;
    const std::vector<std::size_t> columns = contest.columns_of({contest.baseline, contest.target});
    ContestSection section;
    if (columns.empty()) return section;
    section.id = std::string("targets-") + cost_id(verdicts.cost);
    section.short_label = cost + " to target";
    section.label =
        fmt::format("{}: {} to {} error, set by set", contest.spec->label, cost, genitive(target));
    section.caption = fmt::format(
        "First row: the error to be reached (of {} at the end of its own run, mean over the splits). Second: the "
        "expected {} until {} reaches it (all that was spent over the number of splits on which it was "
        "reached). The others: the rivals' divided by that, with the 95% BCa interval over the splits (none with "
        "one split); "
        "never: it does not reach it, {} does; only it: it reaches it, {} never does; –: not run on the set, or "
        "neither reaches it. n = {}.",
        target, cost, base, base, base,
        units_text(verdicts.sets, verdicts.fewest_replicates, verdicts.most_replicates));
    GridRow errors{genitive(target) + " error", {}, true}, costs{base, {}, true};
    for (const std::size_t column : columns) {
        section.grid.columns.push_back(contest.spec->columns[column].label);
        const auto splits = contest.splits_of({contest.baseline, contest.target}, column);
        double sum = 0;
        for (const std::int64_t split : splits)
            sum += 100 * contest.target_error(column, split);
        errors.cells.push_back(plain(fmt::format("{:.2f}%", sum / static_cast<double>(splits.size()))));
        costs.cells.push_back(plain(amount_text(statistics::expected_running_time(
            contest.attempts(contest.baseline, column, splits, verdicts.cost)))));
    }
    section.grid.rows = {std::move(errors), std::move(costs)};
    for (const Rival& rival : verdicts.rivals) {
        GridRow row{contest.spec->rows[rival.row].label, {}, false};
        for (const std::size_t column : columns) {
            row.cells.push_back(
                ratio_cell(at_column(rival.set_ratios, rival.target_columns, column),
                           contest.splits_of({contest.baseline, contest.target, rival.row}, column).size()));
        }
        section.grid.rows.push_back(std::move(row));
    }
    return section;
}

ContestSection difference_section(const Contest& contest, const Verdicts& verdicts) {
    const std::string cost = cost_name(verdicts.cost);
    ContestSection section;
    section.id = std::string("differences-") + cost_id(verdicts.cost);
    section.short_label = "differences at equal " + cost;
    section.label = fmt::format("{}: paired differences at equal {}", contest.spec->label, cost);
    section.caption = fmt::format(
        "Test error at equal {} less that of {} on the same splits, in percent points, with the 95% BCa interval "
        "over the splits (none with one split); –: not run on the set; the first row is {} own mean "
        "error. n = {}.",
        cost, contest.spec->rows[contest.baseline].label,
        genitive(contest.spec->rows[contest.baseline].label),
        units_text(verdicts.sets, verdicts.fewest_replicates, verdicts.most_replicates));
    const std::vector<std::size_t> columns = contest.columns_of({contest.baseline});
    GridRow base{contest.spec->rows[contest.baseline].label, {}, true};
    for (const std::size_t column : columns) {
        section.grid.columns.push_back(contest.spec->columns[column].label);
        double sum = 0;
        const std::vector<std::int64_t> splits = contest.splits_of({contest.baseline}, column);
        for (const std::int64_t split : splits)
            sum += 100 * contest.error_at(contest.baseline, column, split, verdicts.cost);
        base.cells.push_back(plain(fmt::format("{:.2f}%", sum / static_cast<double>(splits.size()))));
    }
    section.grid.rows.push_back(std::move(base));
    for (const Rival& rival : verdicts.rivals) {
        GridRow row{contest.spec->rows[rival.row].label, {}, false};
        for (const std::size_t column : columns) {
            const statistics::Interval gap = at_column(rival.set_differences, rival.columns, column);
            const std::size_t splits = contest.splits_of({contest.baseline, rival.row}, column).size();
            if (splits == 1 && !std::isnan(gap.estimate))
                row.cells.push_back(plain(signed_text(gap.estimate)));
            else
                row.cells.push_back(cell_of_set(interval_text(gap), kind_of(gap, 0), splits));
        }
        section.grid.rows.push_back(std::move(row));
    }
    return section;
}

}  // namespace reboost::report
