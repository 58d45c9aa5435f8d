#pragma once
/// The rules that decide claims. Each takes its own parameters from the claim's entry in paper.json.
///
/// Common parameters
///   table        id of the table
///   pairs        [[row, row], …], or `blocks`: [[block, block], …] pairing rows of equal label
///   column_pairs [[column, column], …] in place of pairs: the same row in two columns
///   columns      ids; all columns where absent
///   rows         ids; all rows where absent; not beside `pairs` and `blocks`, which name theirs
///   share_above, share_at_least   the share of the comparisons that must hold (default: all)
///
/// How a share decides, also while numbers are missing: report/claims/tally.hpp.
#include "report/claims/claims.hpp"

namespace reboost::report {

/// `tie`: differences up to it are ties, as they are of no relevance; `relative_tie`: the same as a share of
/// the larger; `better`: "lower" (default) or "higher".
Finding compare_pairs(const Value& parameters, const Numbers& numbers);
Finding difference_within(const Value& parameters, const Numbers& numbers);  ///< `limit`, or `relative_limit`
Finding ratio_at_least(const Value& parameters, const Numbers& numbers);     ///< `factor`
Finding within(const Value& parameters, const Numbers& numbers);             ///< `low`, `high`
/// `table` of a contest; `of`: "cost" or "error"; `low` or `high`, or both. A row holds where its interval
/// lies within them and its test has decided (no test is asked for with `test`: false), is refuted where the
/// interval lies outside and the test has decided, and is undecided else. All rows must hold; one that is
/// refuted decides.
Finding interval_within(const Value& parameters, const Numbers& numbers);
/// `table` of a contest, `of`, `pairs`: the first row's interval wholly below the second's. Both are against
/// one baseline and not paired with each other, so that this is a stricter test than one at 5%: where they
/// overlap, the claim is undecided.
Finding intervals_apart(const Value& parameters, const Numbers& numbers);
/// Column by column, the last of `rows` above the least of them; of ours by more than the 95% interval of
/// their difference, which is taken trial by trial or seed by seed where runs keep these. A rise inside it
/// tells nothing.
Finding rises_at_end(const Value& parameters, const Numbers& numbers);
/// Rows by block, or `each_row`; `limit`; `rising`: rises alone count.
Finding spread_ratio(const Value& parameters, const Numbers& numbers);
Finding clearest_in(const Value& parameters, const Numbers& numbers);  ///< `column`
Finding crossing(const Value& parameters, const Numbers& numbers);     ///< `first`, `second`: rows in order
/// Pairs of error counts; `test_rows`; `relevance`: a loss up to this share of them is none, however sure.
Finding no_loss(const Value& parameters, const Numbers& numbers);
Finding reach_consistent(const Value& parameters, const Numbers& numbers);
/// `query`, `measure`, `bound`, `at_least_runs`: of every run, stand-ins and those of fewer rounds among
/// them, since a bound must hold of each.
Finding bound_holds(const Value& parameters, const Numbers& numbers);
/// A line a + b·x through each block of the rows, x = `let.x`: no cell farther from it than the share `limit`
Finding linear_growth(const Value& parameters, const Numbers& numbers);
Finding hessian_determinant(const Value& parameters, const Numbers& numbers);

/// Two numbers that a rule compares, both there.
struct ComparedPair {
    std::string row_a, row_b, column, set;  ///< `set`: the data set of the first
    double a = 0, b = 0;
    std::string name(const TableNumbers& table) const;  ///< "Stump FULL against Stump UCB(1) on USPS"
};
/// `tally` counts those that cannot be compared.
std::vector<ComparedPair> comparisons(const Value& parameters, const TableNumbers& table, Tally& tally);

/// Rows that follow each other and have one block are together.
std::vector<std::vector<std::string>> blocks_of(const std::vector<std::string>& rows,
                                                const TableNumbers& table);
/// The pairs [[a, b], …] that a parameter lists. Throws UsageError where it is absent, empty or another list.
std::vector<std::pair<std::string, std::string>> pairs(const Value& parameters, std::string_view key);
/// What `decide` comes to.
Finding decide_share(const Value& parameters, Tally tally, Effect effect = {}, std::vector<Case> cases = {});
/// The middle of these and their ends; NaN without any.
Effect middle_of(const char* what, std::vector<double> values);

}  // namespace reboost::report
