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
/// Missing numbers: a share rule is decided as soon as the missing comparisons can no longer change it.
#include "report/claims/claims.hpp"

namespace reboost::report {

/// `tie`: differences up to it are ties; `better`: "lower" (default) or "higher". Beside a verdict by
/// majority stands the sign test over wins and losses: the verdict does not ask for it, but a reader may.
/// Comparisons on one data set are not independent, so that p is rather too small.
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
/// does not hold.
Finding rises_at_end(const Value& parameters, const Numbers& numbers);
Finding spread_ratio(const Value& parameters,
                     const Numbers& numbers);  ///< rows by block, or `each_row`; `limit`
Finding clearest_in(const Value& parameters, const Numbers& numbers);  ///< `column`
Finding crossing(const Value& parameters,
                 const Numbers& numbers);                          ///< `first`, `second`: rows in order
Finding no_loss(const Value& parameters, const Numbers& numbers);  ///< pairs of error counts; `test_rows`
Finding reach_consistent(const Value& parameters, const Numbers& numbers);
/// `query`, `measure`, `bound`, `at_least_runs`: of every run, stand-ins and those of fewer rounds among
/// them, since a bound must hold of each.
Finding bound_holds(const Value& parameters, const Numbers& numbers);
/// A line a + b·x through each block of the rows, x = `let.x`: no cell farther from it than the share `limit`
Finding linear_growth(const Value& parameters, const Numbers& numbers);
Finding hessian_determinant(const Value& parameters, const Numbers& numbers);

/// Two numbers that a rule compares, with their names.
struct ComparedPair {
    std::string row_a, row_b, column;
    std::optional<double> a, b;
    bool two_processors = false;  ///< seconds that are not compared
    bool complete() const { return a && b && !two_processors; }
    std::string names(const TableSpec& table) const;  ///< "Stump FULL against Stump UCB(1)"
    std::string column_name(const TableSpec& table) const;
};
std::vector<ComparedPair> comparisons(const Value& parameters, const Numbers& numbers);

/// How many of `total` comparisons hold, of those that could be made.
struct Tally {
    std::size_t total = 0, made = 0, hold = 0;
    std::size_t two_processors = 0;  ///< of those not made
    /// Counts one comparison more; whether it could be made.
    bool counts(bool complete) {
        ++total;
        made += complete ? 1 : 0;
        return complete;
    }
    /// The same of numbers that are all there, but may be seconds of two processors.
    bool counts(bool complete, bool one_processor) {
        two_processors += complete && !one_processor ? 1 : 0;
        return counts(complete && one_processor);
    }
    bool counts(const ComparedPair& comparison) {
        two_processors += comparison.two_processors ? 1 : 0;
        return counts(comparison.complete());
    }
};
/// "; 3 of 9 missing"; "" where all could be made.
std::string missing_text(const Tally& tally);
/// The ids that a parameter lists; where it is absent, all. Throws UsageError where it lists none.
std::vector<std::string> ids(const Value& parameters, std::string_view key, const std::vector<Axis>& all);
/// The pairs [[a, b], …] that a parameter lists. Throws UsageError where it is absent, empty or another list.
std::vector<std::pair<std::string, std::string>> pairs(const Value& parameters, std::string_view key);
/// "at most 3", "at least 1", "in [1, 3]"; an end that is infinite is none.
std::string bounds_text(double low, double high);
/// Decides a share rule; not_enough_data while the missing comparisons could still change it, and the
/// evidence then says which of them would turn it. Of a decision that is not unanimous it names the share
/// that the claim's entry asks for.
Finding decide_share(const Value& parameters, const Tally& tally, std::string evidence);

}  // namespace reboost::report
