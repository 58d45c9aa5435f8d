#pragma once
/// Claims: sentences of a publication that results can confirm or refute, each decided by a rule over tables
/// or runs.
///
/// A rule reads numbers by (table, row, column) and does not know whether they are ours or the published
/// ones. It is applied to both, so that the report can say if the printed numbers contradict the printed
/// sentence. Values below the paper's scale (fewer rounds, stand-in data) decide nothing; they are reported
/// as an indication. There are two exceptions. Stand-ins that are other samples from the same distribution do
/// decide, and the verdict says so; and a bound must hold in any run. `not_obtainable` in a claim's entry
/// says why we can never have our numbers; the rule is then applied to the published numbers only.
#include "report/claims/tally.hpp"
#include "report/paper/table.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// Size of the effect that a claim is about, in the unit of its table. NaN if its rule has none.
struct Effect {
    /// Which statistic `value` is: "median difference", "median ratio", "largest gap", "largest ratio",
    /// "largest value", "median" or "ratio".
    std::string_view of = "";
    double value = kNoValue;
    double low = kNoValue, high = kNoValue;  ///< least and greatest value, or ends of a 95% interval
    double p = kNoValue;                     ///< p for "the ratio is 1"
};

/// One comparison that is worth naming: an exception, the largest gap, an interval.
struct Case {
    std::string at{};  ///< "Stump FULL against Stump UCB(1) on USPS"
    Outcome outcome = Outcome::undecided;
    double value = kNoValue;
    double low = kNoValue, high = kNoValue, p = kNoValue;  ///< 95% interval, and p of its test, if any
};

struct Finding {
    Verdict verdict = Verdict::not_tested;
    Effect effect{};
    Tally tally{};              ///< empty if the rule compares nothing
    std::vector<Case> cases{};  ///< comparisons worth naming
};

/// Which numbers a rule uses. `ours_redrawn`: at the paper's scale, on its data sets or on other samples from
/// their distribution.
enum class Source { ours_full_scale, ours_redrawn, ours_any, published };

/// The computed tables of one paper, by id.
using Tables = std::map<std::string, Table>;

/// The numbers that a rule may read.
struct Numbers {
    const Experiment& experiment;
    const Tables& tables;
    const RunSet& runs;
    Source source;
};

/// What a rule reads: its parameters, and the numbers of one table.
class TableNumbers {
  public:
    /// `table_in`: the parameter that names the table.
    TableNumbers(const Value& its_parameters, const Numbers& all, std::string_view table_in = "table")
        : parameters(its_parameters), numbers(all), table_in_(table_in) {}
    /// Throws DataError if the parameters name no table, UsageError if there is no such table.
    const TableSpec& spec() const { return numbers.experiment.table(parameters.at(table_in_).as_string()); }
    const Axis& row(const std::string& id) const { return spec().rows[spec().row_index(id)]; }
    const Axis& column(const std::string& id) const { return spec().columns[spec().column_index(id)]; }
    /// Returns the ids listed in a parameter, or all if it is absent. Throws UsageError if the list is empty.
    std::vector<std::string> ids(std::string_view parameter, const std::vector<Axis>& all) const;
    std::vector<std::string> rows() const { return ids("rows", spec().rows); }
    std::vector<std::string> columns() const { return ids("columns", spec().columns); }
    /// Returns a number in printed units; nullopt if there is none.
    std::optional<double> at(const std::string& row, const std::string& column) const;
    /// Whether two numbers may be compared: our seconds only if measured on one processor.
    bool comparable(const std::string& row_a, const std::string& column_a, const std::string& row_b,
                    const std::string& column_b) const;
    /// Returns the name of a cell's data set, from its query; the column's id if the query has none.
    std::string data_set(const std::string& row, const std::string& column) const;
    /// Returns all numbers of these rows and columns, row by row. Returns nullopt, and counts a missing
    /// comparison on `set`, if a number is missing or they are seconds of different processors.
    std::optional<std::vector<double>> whole(const std::vector<std::string>& rows,
                                             const std::vector<std::string>& columns, const std::string& set,
                                             Tally& tally) const;

    const Value& parameters;  ///< the claim's entry in paper.json
    const Numbers& numbers;

  private:
    bool is_usable(const Cell& cell) const;
    /// Returns null if the table is left out, as tables of seconds are without timings.
    const Cell* cell(const std::string& row, const std::string& column) const;
    const std::string_view table_in_;
};

struct Claim {
    const ClaimSpec* spec = nullptr;
    Finding ours;
    std::string on;      ///< on what `ours` is decided if not on the publication's data: "dealt hands"
    Finding indication;  ///< if `ours` is not tested: what smaller runs or stand-ins indicate
    Finding published;   ///< what the published numbers say; not tested if they say nothing
    bool check = false;  ///< identity or bound: by the rule, or by `check` in the claim's entry
};

/// Puts a rule to these numbers. Throws UsageError for an unknown rule, table, row or column.
Finding apply_rule(const std::string& rule, const Value& parameters, const Numbers& numbers);

/// Throws UsageError for an unknown rule, parameter, table, row or column.
Claim decide(const ClaimSpec& spec, const Experiment& experiment, const Tables& tables, const RunSet& runs);

}  // namespace reboost::report
