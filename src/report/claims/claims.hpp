#pragma once
/// Claims: sentences of a text that results can confirm or refute, each decided by a rule over tables or
/// runs.
///
/// A rule reads numbers by (table, row, column) and never knows whether they are ours or the published ones:
/// the same rule is put to both, so that the report can say where the printed numbers contradict the printed
/// sentence. What is not measured at the paper's scale (fewer rounds, stand-in data) decides nothing; it is
/// reported as an indication. Two exceptions: stand-ins that are other draws from the set's own distribution
/// decide, and the verdict says so; a bound must hold of any run. `not_obtainable` in a claim's entry says
/// why ours can never be had; the rule is then put to the published numbers only.
#include "report/claims/tally.hpp"
#include "report/paper/table.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// The size of what a claim is about, in the unit of its table. NaN where a rule has none.
struct Effect {
    /// "median difference", "median ratio", "largest gap", "largest ratio", "largest value", "median",
    /// "ratio"
    const char* of = "";
    double value = kNoValue;
    double low = kNoValue, high = kNoValue;  ///< least and greatest, or the ends of a 95% interval
    double p = kNoValue;                     ///< that a ratio is 1
};

/// One of the things compared, where it is worth naming: an exception, the largest gap, an interval.
struct Case {
    std::string at;  ///< "Stump FULL against Stump UCB(1) on USPS"
    Outcome outcome = Outcome::undecided;
    double value = kNoValue;
    double low = kNoValue, high = kNoValue, p = kNoValue;  ///< of its 95% interval and its test, if any
};

struct Finding {
    Verdict verdict = Verdict::not_tested;
    Effect effect{};
    Tally tally{};              ///< the comparisons; empty where a rule makes none
    std::vector<Case> cases{};  ///< those worth naming
};

/// Which numbers a rule is put to.
/// `ours_redrawn`: of the paper's scale, on its own sets or on other draws from their distribution.
enum class Source { ours_full_scale, ours_redrawn, ours_any, published };

/// The filled tables of one paper, by id.
using Tables = std::map<std::string, Table>;

/// The numbers that a rule is applied to.
struct Numbers {
    const Experiment& experiment;
    const Tables& tables;
    const RunSet& runs;
    Source source;
};

/// A rule's view of the numbers of a table.
class TableNumbers {
  public:
    /// The table that a parameter of the rule names. Throws UsageError where there is none.
    TableNumbers(const Value& parameters, const Numbers& numbers, std::string_view parameter = "table");
    const TableSpec& spec() const { return spec_; }
    const Axis& row(const std::string& id) const { return spec_.rows[spec_.row_index(id)]; }
    const Axis& column(const std::string& id) const { return spec_.columns[spec_.column_index(id)]; }
    /// The ids that a parameter lists; where it is absent, all. Throws UsageError where it lists none.
    std::vector<std::string> ids(std::string_view parameter, const std::vector<Axis>& all) const;
    std::vector<std::string> rows() const { return ids("rows", spec_.rows); }
    std::vector<std::string> columns() const { return ids("columns", spec_.columns); }
    /// nullopt where there is no such number; in printed units.
    std::optional<double> at(const std::string& row, const std::string& column) const;
    /// Whether two numbers may be compared: seconds of ours are of one processor only.
    bool comparable(const std::string& row_a, const std::string& column_a, const std::string& row_b,
                    const std::string& column_b) const;
    /// The name of the data set of a cell, as its query says; the column where that says none.
    std::string data_set(const std::string& row, const std::string& column) const;
    /// All numbers of these rows and columns, row by row. nullopt, which `tally` counts as missing on `set`,
    /// where one is missing or they are seconds of two processors.
    std::optional<std::vector<double>> whole(const std::vector<std::string>& rows,
                                             const std::vector<std::string>& columns, const std::string& set,
                                             Tally& tally) const;

  private:
    bool is_usable(const Cell& cell) const;
    /// Null where the table is left out, as tables of seconds are without timings.
    const Cell* cell(const std::string& row, const std::string& column) const;
    const Value& parameters_;
    const Numbers& numbers_;
    const TableSpec& spec_;
};

using Rule = Finding (*)(const Value& parameters, const Numbers& numbers);

struct Claim {
    const ClaimSpec* spec = nullptr;
    Finding ours;
    std::string on;      ///< what `ours` rests on where it is no run on the text's own sets, "dealt hands"
    Finding indication;  ///< what smaller runs or stand-ins say, where `ours` is not tested
    Finding published;   ///< what the published numbers say; not tested where they say nothing
    bool check = false;  ///< an identity or a bound: the rule's, or `check` in the claim's entry
};

/// Throws UsageError for an unknown rule, parameter, table, row or column.
Claim decide(const ClaimSpec& spec, const Experiment& experiment, const Tables& tables, const RunSet& runs);

}  // namespace reboost::report
