#pragma once
/// What a report shows of a contest: sections of sentences, grids and figures, in reading order; and its
/// numbers as tables, for claims.
#include "report/paper/figure.hpp"
#include "report/paper/table.hpp"
#include "report/policies/verdicts.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace reboost::report {

/// How a cell is coloured: interval and test agree, or the interval alone excludes equality.
enum class CellKind { plain, better, worse, better_by_interval, worse_by_interval };
struct GridCell {
    std::string text;
    CellKind kind = CellKind::plain;
    double value = kNoValue;  ///< what the text begins with, for sorting and for programs; infinite: never
};
struct GridRow {
    std::string label;
    std::vector<GridCell> cells;
    bool pinned = false;  ///< in another unit than the rows below: stays on top when the table is sorted
};
/// A table of text.
struct Grid {
    std::vector<std::string> columns;
    std::vector<GridRow> rows;
};

struct ContestSection {
    std::string id, label, caption;
    std::string short_label;          ///< in a list of one contest's sections
    std::vector<std::string> answer;  ///< in sentences, the most important first
    std::vector<std::string> warnings;
    Grid grid;
    std::vector<Panel> panels;
};

/// One contest, filled. Kept by pointer: sections and tables refer into it.
struct FilledContest {
    Contest contest, timed;  ///< all runs; those whose seconds are compared
    Verdicts work, seconds;
    std::vector<ContestSection> sections;
    std::vector<const Run*> used;
};

/// `prefix` begins the names of figures' files. `spec` must outlive the result.
std::unique_ptr<FilledContest> fill_contest(const ContestSpec& spec, const std::string& prefix,
                                            const RunSet& runs, const std::string& baseline,
                                            bool with_timings);

/// The tables "<contest>-work" and "<contest>-seconds": a row for each method, columns `random`,
/// `random_low`, `random_high`, `random_p`, `random_spread`, `learns` (against random draws), `ratio`,
/// `ratio_low`, `ratio_high`, `ratio_p`, `cost_side`, `error`, `error_low`, `error_high`, `error_p`,
/// `error_side`, `reached` (against the baseline; sides and `learns`: -1, 0, 1 of verdicts.hpp). Their
/// measure is "contest".
std::vector<TableSpec> contest_tables(const ContestSpec& spec);
bool is_contest_table(const TableSpec& spec);
/// CSV with a head: what each method's outcomes are on each data set, against random draws and against the
/// baseline, in work and in seconds; everything that the verdicts are computed from.
std::string outcomes_csv(std::span<const std::unique_ptr<FilledContest>> contests);
/// `spec` is one of `contest_tables`.
Table contest_table(const TableSpec& spec, const FilledContest& filled);

}  // namespace reboost::report
