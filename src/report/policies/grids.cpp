#include "report/policies/grids.hpp"

#include "report/policies/answer.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

std::string interval_text(double estimate, double low, double high) {
    if (std::isnan(estimate)) return "–";
    return fmt::format("{:.2f} [{:.2f}, {:.2f}]", estimate, low, high);
}

/// Smaller is better: which side of `nothing` the interval lies on.
std::string kind_of(const statistics::Interval& interval, double nothing) {
    return interval.high < nothing ? "better" : interval.low > nothing ? "worse" : "";
}

GridRow summary_row(const Contest& contest, const Rival& rival) {
    const statistics::RivalComparison& error = rival.error;
    const statistics::Interval &ratio = rival.ratio, &gap = error.difference;
    GridRow row{contest.spec->rows[rival.row].label, {}};
    row.cells = {
        {interval_text(ratio.estimate, ratio.low, ratio.high), kind_of(ratio, 1)},
        {fmt::format("{}/{}/{}", rival.wins, rival.ties, rival.losses), ""},
        {p_text(rival.ratio_holm_p), ""},
        {interval_text(gap.estimate, gap.low, gap.high), kind_of(gap, 0)},
        {fmt::format("{}/{}/{}", error.wins, error.ties, error.losses), ""},
        {p_text(error.holm_p), ""},
        {fmt::format("{:.2f}", error.effect), ""},
        {fmt::format("{:.2f}/{:.2f}/{:.2f}", error.bayesian.left, error.bayesian.rope, error.bayesian.right),
         ""}};
    return row;
}

/// Rival − baseline on one data set, in percent points, over the splits that both have.
statistics::Interval set_difference(const Contest& contest, std::size_t row, std::size_t column, Cost cost) {
    std::vector<std::vector<double>> differences(1);
    for (const std::int64_t split : contest.splits_of({contest.baseline, row}, column))
        differences.front().push_back(100 * (contest.error_at(row, column, split, cost) -
                                             contest.error_at(contest.baseline, column, split, cost)));
    if (differences.front().empty()) return {std::nan(""), 0, 0};
    Rng rng(1, "differences");
    return statistics::paired_difference(differences, rng);
}

}  // namespace

std::string units_text(std::size_t sets, std::size_t fewest, std::size_t most) {
    std::string splits = fmt::format("{} splits each", most);
    if (fewest < most) splits = fmt::format("{} to {} splits each", fewest, most);
    if (most == 1) splits = "one split each, so that intervals rest on the sets alone";
    return fmt::format("{} data set{}, {}", sets, sets == 1 ? "" : "s", splits);
}

ContestSection verdict_section(const Contest& contest, const Verdicts& verdicts) {
    const std::string cost = cost_name(verdicts.cost);
    const std::string& base = contest.spec->rows[contest.baseline].label;
    const std::string& target = contest.spec->rows[contest.target].label;
    ContestSection section;
    section.id = verdicts.cost == Cost::work ? "work" : "seconds";
    section.label = fmt::format("{}: equal {}, against {}", contest.spec->label, cost, base);
    section.caption = fmt::format(
        "n = {}; what varies is the split and, where a selector draws, its seed; all methods see the same "
        "splits. "
        "The budget of a set is the largest {} that every method spent there. Ratio: expected {} until the "
        "smoothed test error is at most {}'s at the end of the budget, over {}'s, geometric mean over the "
        "sets. "
        "Difference: test error at the budget, percent points, below 0 the rival is better. Intervals: 95%, "
        "BCa "
        "bootstrap of sets, then splits. p: Wilcoxon's signed-rank test over the sets, Holm's correction "
        "over the "
        "rivals; \"surely\" means that the interval excludes equality and p is at most 0.05. A: probability "
        "that the rival's error is lower within a set. Bayes: probabilities that the "
        "rival is better, the same (within {:g} points), worse on a further set.",
        units_text(verdicts.sets, verdicts.fewest_replicates, verdicts.most_replicates), cost, cost, target,
        base, contest.spec->rope);
    if (!verdicts.warning.empty()) section.warnings.push_back(verdicts.warning);
    section.grid.columns = {"ratio of " + cost,
                            "wins/ties/losses",
                            "p",
                            "difference of errors",
                            "wins/ties/losses",
                            "p",
                            "A",
                            "Bayes: better/same/worse"};
    section.answer = answer(contest, verdicts);
    for (const Rival& rival : verdicts.rivals) {
        section.sentences.push_back(sentence(contest, verdicts, rival));
        section.grid.rows.push_back(summary_row(contest, rival));
    }
    return section;
}

ContestSection difference_section(const Contest& contest, const Verdicts& verdicts) {
    const std::string cost = cost_name(verdicts.cost);
    ContestSection section;
    section.id = verdicts.cost == Cost::work ? "differences-work" : "differences-seconds";
    section.label = fmt::format("{}: paired differences at equal {}", contest.spec->label, cost);
    section.caption = fmt::format(
        "Test error at the set's budget less that of {} on the same splits, percent points, with the 95% BCa "
        "interval over the splits (none with one split); the first row is {}'s own mean error.",
        contest.spec->rows[contest.baseline].label, contest.spec->rows[contest.baseline].label);
    const std::vector<std::size_t> columns = contest.columns_of({contest.baseline});
    GridRow base{contest.spec->rows[contest.baseline].label, {}};
    for (const std::size_t column : columns) {
        section.grid.columns.push_back(contest.spec->columns[column].label);
        double sum = 0;
        const std::vector<std::int64_t> splits = contest.splits_of({contest.baseline}, column);
        for (const std::int64_t split : splits)
            sum += 100 * contest.error_at(contest.baseline, column, split, verdicts.cost);
        base.cells.push_back({fmt::format("{:.2f}%", sum / static_cast<double>(splits.size())), ""});
    }
    section.grid.rows.push_back(std::move(base));
    for (const Rival& rival : verdicts.rivals) {
        GridRow row{contest.spec->rows[rival.row].label, {}};
        for (const std::size_t column : columns) {
            const statistics::Interval gap = set_difference(contest, rival.row, column, verdicts.cost);
            const bool single = contest.splits_of({contest.baseline, rival.row}, column).size() < 2;
            if (single && !std::isnan(gap.estimate))
                row.cells.push_back({fmt::format("{:+.2f}", gap.estimate), ""});
            else
                row.cells.push_back({interval_text(gap.estimate, gap.low, gap.high), kind_of(gap, 0)});
        }
        section.grid.rows.push_back(std::move(row));
    }
    return section;
}

}  // namespace reboost::report
