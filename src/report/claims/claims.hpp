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
#include "core/fields.hpp"
#include "report/paper/table.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

/// `undecided`: all is measured, but interval and test are not sure. The pages' colours go by this order.
enum class Verdict { reproduced, not_reproduced, not_enough_data, not_obtainable, undecided };
constexpr bool is_decided(Verdict verdict) {
    return verdict == Verdict::reproduced || verdict == Verdict::not_reproduced;
}
/// Whether it may still become a yes or a no.
constexpr bool is_open(Verdict verdict) {
    return verdict == Verdict::not_enough_data || verdict == Verdict::undecided;
}
constexpr EnumNames<Verdict, 5> enum_names(Verdict) {
    return {{{Verdict::reproduced, "reproduced"},
             {Verdict::not_reproduced, "not reproduced"},
             {Verdict::not_enough_data, "not enough data"},
             {Verdict::not_obtainable, "not obtainable"},
             {Verdict::undecided, "undecided"}}};
}

/// "not reproduced" of a published text's claims, "does not hold" of our own; the other verdicts likewise.
/// `on`: what a yes or no rests on in place of the text's own sets, "reproduced on dealt hands".
std::string verdict_text(Verdict verdict, const Experiment& experiment, const std::string& on = {});

struct Finding {
    Verdict verdict = Verdict::not_enough_data;
    std::string evidence;  ///< the figures that decide it
};

/// Which numbers a rule is put to.
/// `ours_redrawn`: of the paper's scale, on its own sets or on other draws from their distribution.
enum class Source { ours_full_scale, ours_redrawn, ours_any, published };

/// The filled tables of one paper, by id.
using Tables = std::map<std::string, Table>;

/// A rule's view of the numbers.
class Numbers {
  public:
    Numbers(const Experiment& experiment, const Tables& tables, const RunSet& runs, Source source)
        : experiment_(experiment), tables_(tables), runs_(runs), source_(source) {}
    /// nullopt where there is no such number; in printed units.
    std::optional<double> at(const std::string& table, const std::string& row,
                             const std::string& column) const;
    /// Whether two numbers of a table may be compared: seconds of ours are of one processor only.
    bool comparable(const std::string& table, const std::string& row_a, const std::string& column_a,
                    const std::string& row_b, const std::string& column_b) const;
    /// The same of all cells of these rows and columns.
    bool one_processor(const std::string& table, const std::vector<std::string>& rows,
                       const std::vector<std::string>& columns) const;
    const TableSpec& spec(const std::string& table) const { return experiment_.table(table); }
    const RunSet& runs() const { return runs_; }
    Source source() const { return source_; }

  private:
    bool is_usable(const Cell& cell) const;
    const Cell* cell(const std::string& table, const std::string& row, const std::string& column) const;
    const Experiment& experiment_;
    const Tables& tables_;
    const RunSet& runs_;
    Source source_;
};

using Rule = Finding (*)(const Value& parameters, const Numbers& numbers);
struct RuleEntry {
    std::string_view name;
    std::string_view help;
    Rule decide;
    std::vector<std::string> parameters;  ///< that it takes in a claim's entry
};
/// Every rule there is.
const std::vector<RuleEntry>& rules();

struct Claim {
    const ClaimSpec* spec = nullptr;
    Finding ours;
    std::string on;  ///< what `ours` rests on where it is no run on the text's own sets, "dealt hands"
    std::string indication;  ///< what smaller runs or stand-ins say, where the verdict is "not enough data"
    std::string published;   ///< what the published numbers say, "" where they say nothing
    bool contradicted = false;  ///< the published numbers do not bear the sentence out
};

/// Throws UsageError for an unknown rule, parameter, table, row or column.
Claim decide(const ClaimSpec& spec, const Experiment& experiment, const Tables& tables, const RunSet& runs);

}  // namespace reboost::report
