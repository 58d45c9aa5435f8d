#pragma once
/// What a report shows of a contest: figures and numbers; and its numbers as tables, for claims.
#include "report/paper/figure.hpp"
#include "report/paper/table.hpp"
#include "report/policies/verdicts.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

struct ContestFigure {
    std::string id;
    std::vector<Panel> panels;
};

/// On which data sets learning pays: the work of the best method against random draws beside the number of
/// columns and the concentration of full search's choices.
struct WhereItPays {
    struct Set {
        std::size_t column = 0;
        double columns = 0;
        /// exp of the entropy of the target row's choices, mean over its runs: that many features, chosen
        /// equally often, have this entropy.
        double effective = 0;
        double ratio = 0;  ///< of the work
    };
    std::size_t method = 0;  ///< a row: the one with the least work against random draws
    std::vector<Set> sets;
    /// Spearman's rank correlation of the ratio with the number of columns, and with effective / columns; NaN
    /// below `kSetsForTest` data sets.
    double with_columns = kNoValue, with_share = kNoValue;
};

/// CPU seconds of a method's round on a data set, mean over the runs, and that less the seconds of a round of
/// random draws on the same splits; NaN without such runs.
struct CostOfChoosing {
    std::size_t row = 0, column = 0;
    double seconds = 0, extra = 0;
};

/// One contest, filled. Kept by pointer: sections and tables refer into it.
struct FilledContest {
    Contest contest, timed;  ///< all runs; those whose seconds are compared
    Verdicts work, seconds;
    std::vector<ContestFigure> figures;
    std::optional<WhereItPays> where;
    std::vector<CostOfChoosing> choosing;
    std::vector<const Run*> used;
};

/// `prefix` begins the names of figures' files. `spec` must outlive the result.
std::unique_ptr<FilledContest> fill_contest(const ContestSpec& spec, const std::string& prefix,
                                            const RunSet& runs, const std::string& baseline,
                                            bool with_timings);
/// A contest refers to its runs.
std::unique_ptr<FilledContest> fill_contest(const ContestSpec&, const std::string&, RunSet&&,
                                            const std::string&, bool) = delete;

/// The tables "<contest>-work" and "<contest>-seconds": a row for each method, columns `random`,
/// `random_low`, `random_high`, `random_p`, `random_spread`, `learns` (against random draws), `ratio`,
/// `ratio_low`, `ratio_high`, `ratio_p`, `cost_side`, `error`, `error_low`, `error_high`, `error_p`,
/// `error_side`, `reached` (against the baseline; sides and `learns`: -1, 0, 1 of verdicts.hpp). Their
/// measure is "contest".
std::vector<TableSpec> contest_tables(const ContestSpec& spec);
bool is_contest_table(const TableSpec& spec);
/// `spec` is one of `contest_tables`.
Table contest_table(const TableSpec& spec, const FilledContest& filled);

}  // namespace reboost::report
