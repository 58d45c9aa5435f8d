#pragma once
/// The rules that decide claims. Each takes its own parameters from the claim's entry in paper.json.
///
/// Common parameters
///   table        id of the table
///   pairs        [[row, row], …]; or `blocks`: [[block, block], …], which pairs rows of equal label
///   column_pairs [[column, column], …], used in place of pairs: compares two columns of each row
///   columns      ids of columns; all columns if absent
///   rows         ids of rows; all rows if absent; not allowed with `pairs` or `blocks`
///   share_above, share_at_least   share of the comparisons that must hold (default: all)
///
/// How a share decides, also if numbers are missing: report/claims/tally.hpp.
#include "report/claims/claims.hpp"

namespace reboost::report {

/// Counts the comparisons of a claim, and may name cases and an effect.
using Rule = void(const TableNumbers& table, Finding& finding);

/// `tie`: differences up to this size are ties, being irrelevant; `relative_tie`: the same as a share of the
/// larger value; `better`: "lower" (default) or "higher".
Rule compare_pairs;
Rule difference_within;  ///< `limit` or `relative_limit`
Rule ratio_at_least;     ///< `factor`
Rule within;             ///< `low`, `high`
/// `table` of a contest; `of`: "cost", "random" or "error"; `low`, `high` or both. A row holds if its
/// interval lies within these limits and its test has decided (`test`: false needs no test); it is refuted if
/// the interval lies outside and the test has decided; else it is undecided. All rows must hold; a refuted
/// one decides.
Rule interval_within;
/// `table` of a contest, `of`, `pairs`: the first row's interval must lie below the second's. Both intervals
/// are against one baseline, not against each other, so this is stricter than a test at 5%. If they overlap,
/// the claim is undecided.
Rule intervals_apart;
/// In each column, the last of `rows` must be above the least of them; our values by more than the 95%
/// interval of the difference, taken trial by trial or seed by seed if runs store these. A smaller rise is
/// undecided.
Rule rises_at_end;
/// Groups rows by block, or takes `each_row` alone; `limit`; `rising`: counts only rises.
Rule spread_ratio;
Rule clearest_in;  ///< `column`
Rule crossing;     ///< `first`, `second`: rows in order
/// Pairs of error counts; `test_rows`; `relevance`: a loss up to this share of the test rows does not count.
Rule no_loss;
Rule reach_consistent;
/// `query`, `measure`, `bound`, `at_least_runs`: takes every run, including stand-ins and runs of fewer
/// rounds, since a bound must hold in each.
Rule bound_holds;
/// Fits a line a + b·x to each block of rows, x = `let.x`; no cell may be off by more than the share `limit`.
Rule linear_growth;
Rule hessian_determinant;

/// Returns the pairs [[a, b], …] of a parameter. Throws UsageError if it is absent, empty or not of pairs.
std::vector<std::pair<std::string, std::string>> pairs(const Value& parameters, std::string_view key);
/// Returns the median of the values, and their ends; NaN without values.
Effect middle_of(std::string_view what, std::vector<double> values);

}  // namespace reboost::report
