#pragma once
/// What a report shows of a contest: figures and numbers; and its numbers as tables, for claims.
#include "report/paper/figure.hpp"
#include "report/paper/table.hpp"
#include "report/policies/verdicts.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// One contest, filled.
struct FilledContest {
    Contest contest, timed;  ///< all runs; those whose seconds are compared
    Verdicts work, seconds;
    std::vector<Figure> figures;
    Value where, choosing = Value::list();  ///< of `where_it_pays`, `costs_of_choosing`
    std::vector<const Run*> used;
};

/// `prefix` begins the names of figures' files. `spec` must outlive the result.
FilledContest fill_contest(const ContestSpec& spec, const std::string& prefix, const RunSet& runs,
                           const std::string& baseline, bool with_timings);
/// A contest refers to its runs.
FilledContest fill_contest(const ContestSpec&, const std::string&, RunSet&&, const std::string&,
                           bool) = delete;

/// The tables "<contest>-work" and "<contest>-seconds": a row for each method, columns `random`,
/// `random_low`, `random_high`, `random_p`, `random_spread`, `learns` (against random draws), `ratio`,
/// `ratio_low`, `ratio_high`, `ratio_p`, `cost_side`, `error`, `error_low`, `error_high`, `error_p`,
/// `error_side`, `reached` (against the baseline; sides and `learns`: -1, 0, 1 of verdicts.hpp). Their
/// measure is "contest".
std::vector<TableSpec> contest_tables(const ContestSpec& spec);
bool is_contest_table(const TableSpec& spec);
/// `spec` is one of `contest_tables`.
Table contest_table(const TableSpec& spec, const FilledContest& filled);

// Figures and what stands beside them.

/// "curves": error against work, a panel for each data set, with intervals over its splits.
Figure curves_figure(const Contest& contest, const Verdicts& verdicts);

/// The rows that figures show: the baseline, the target row, the yardstick and the least of the others by
/// cost, in the order of the contest.
std::vector<std::size_t> rows_shown(const Contest& contest, const Verdicts& verdicts);

/// "choices": which features a method chose, over time as heat maps, and for sets of images at the features'
/// pixels. One run of the first split for each of the baseline and the best others.
Figure choices_figure(const Contest& contest, const Verdicts& verdicts, const RunSet& runs);

/// On which data sets learning pays, as in report.json: of the method with the least work against random
/// draws the ratio of that work ("ratio"), beside the number of columns and the effective number of features
/// of the target row (exp of the entropy of its choices, mean over its runs); Spearman's rank correlations of
/// the ratio with the columns ("with_columns") and with effective / columns ("with_share") from
/// `kSetsForTest` data sets on. Null without a method that is compared with random draws on two data sets.
Value where_it_pays(const Contest& contest, const Verdicts& verdicts, const RunSet& runs);
/// "where".
Figure where_figure(const Contest& contest, const Value& where);

/// As in report.json, for each method and data set: CPU seconds of a round ("seconds"), mean over the runs,
/// and that less the seconds of a round of random draws on the same splits ("extra"). Empty without a row of
/// random draws.
Value costs_of_choosing(const Contest& contest);

}  // namespace reboost::report
