#pragma once
/// Figures, numbers and tables of a contest for a report; claims read the tables.
#include "report/paper/figure.hpp"
#include "report/paper/table.hpp"
#include "report/policies/verdicts.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// One contest, computed from runs.
struct FilledContest {
    Contest contest, timed;  ///< with all runs; with the runs whose seconds are compared
    Verdicts work, seconds;
    std::vector<Figure> figures;
    Value where, choosing = Value::list();  ///< results of `where_it_pays`, `costs_of_choosing`
    std::vector<const Run*> used;
};

/// `prefix` begins the names of the figures' files. `spec` and `runs` must outlive the result.
FilledContest fill_contest(const ContestSpec& spec, const std::string& prefix, const RunSet& runs,
                           const std::string& baseline, bool with_timings);

/// The tables "<contest>-work" and "<contest>-seconds", with measure "contest" and a row per method. Columns
/// against random draws: `random`, `random_low`, `random_high`, `random_p`, `random_spread`, `learns`.
/// Columns against the baseline: `ratio`, `ratio_low`, `ratio_high`, `ratio_p`, `cost_side`, `error`,
/// `error_low`, `error_high`, `error_p`, `error_side`, `reached`. `learns` and sides are −1, 0 or 1
/// (verdicts.hpp).
std::vector<TableSpec> contest_tables(const ContestSpec& spec);
/// Returns the contest that one of these tables belongs to; nullptr for other tables.
const FilledContest* contest_of(const TableSpec& table, const std::vector<FilledContest>& contests);
/// `spec` is one of `contest_tables`.
Table contest_table(const TableSpec& spec, const FilledContest& filled);

// Figures of a contest, and numbers shown beside them

/// "curves": error against work, one panel per data set, with intervals over its splits.
Figure curves_figure(const Contest& contest, const Verdicts& verdicts);

/// Returns the rows that figures show, in the order of the contest: the baseline, the target row, the
/// yardstick, and of the others those with the least cost.
std::vector<std::size_t> rows_shown(const Contest& contest, const Verdicts& verdicts);

/// "choices": the features that a method chose, as heat maps over the rounds, or for sets of images at the
/// pixels. Shows one run on the first split for the baseline and for each of the best other methods.
Figure choices_figure(const Contest& contest, const Verdicts& verdicts, const RunSet& runs);

/// Returns, as in report.json, on which data sets learning pays: for the method with the least work against
/// random draws, per data set, the ratio of work ("ratio"), the number of columns, and the effective number
/// of features of the target row (exp of the entropy of its choices, mean over its runs). From `kSetsForTest`
/// data sets on, adds Spearman's correlations of the ratio with columns ("with_columns") and with effective /
/// columns ("with_share"). Null if no method is compared with random draws on two data sets.
Value where_it_pays(const Contest& contest, const Verdicts& verdicts, const RunSet& runs);
/// "where": the data sets of `where_it_pays` by columns and effective number of features.
Figure where_figure(const Contest& contest, const Value& where);

/// Returns, as in report.json, for each method and data set: CPU seconds per round ("seconds"), mean over the
/// runs, and "extra", their difference to the seconds of random draws on the same splits. Empty if there is
/// no row that draws at random.
Value costs_of_choosing(const Contest& contest);

}  // namespace reboost::report
