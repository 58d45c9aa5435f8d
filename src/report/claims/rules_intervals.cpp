/// Claims on the intervals of a contest's tables (report/policies/contest_report.hpp): a claim holds or does
/// not where interval and test are sure of it, else it is undecided.
#include "core/names.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/query.hpp"

#include <array>

namespace reboost::report {
namespace {

/// What a claim is on: the columns with its interval, and with the verdict of its test.
struct Quantity {
    std::string_view name;
    const char *estimate, *low, *high, *p, *side;
};
constexpr std::array kQuantities{
    Quantity{"cost", "ratio", "ratio_low", "ratio_high", "ratio_p", "cost_side"},
    Quantity{"random", "random", "random_low", "random_high", "random_p", "learns"},
    Quantity{"error", "error", "error_low", "error_high", "error_p", "error_side"},
};

/// The rows' intervals of the quantity that a claim is on.
class Intervals {
  public:
    Intervals(const Value& parameters, const Numbers& numbers)
        : numbers_(numbers),
          table_(parameters.at("table").as_string()),
          of_(find_named(kQuantities, parameters.at("of").as_string(), "quantity", &Quantity::name,
                         "a rule on intervals")) {}
    /// Without an interval (no set where both methods reach the target) its numbers are NaN.
    std::optional<Case> at(const std::string& row) const {
        if (!number(row, of_.side)) return std::nullopt;
        const auto get = [&](const char* column) { return number(row, column).value_or(kNoValue); };
        return Case{label(row),   Outcome::undecided, get(of_.estimate),
                    get(of_.low), get(of_.high),      get(of_.p)};
    }
    bool has_decided(const std::string& row) const { return number(row, of_.side) != 0.0; }
    const std::vector<Axis>& rows() const { return numbers_.spec(table_).rows; }

  private:
    std::optional<double> number(const std::string& row, const char* column) const {
        return numbers_.at(table_, row, column);
    }
    std::string label(const std::string& row) const {
        return rows()[numbers_.spec(table_).row_index(row)].label;
    }
    const Numbers& numbers_;
    const std::string& table_;
    const Quantity& of_;
};

}  // namespace

Finding interval_within(const Value& parameters, const Numbers& numbers) {
    const Intervals intervals(parameters, numbers);
    const double low = number_option(parameters, "low", -kNever);
    const double high = number_option(parameters, "high", kNever);
    const Value* test = parameters.find("test");
    const bool tested = test == nullptr || test->as_bool();
    Finding finding;
    for (const std::string& row : ids(parameters, "rows", intervals.rows())) {
        std::optional<Case> found = intervals.at(row);
        if (!found) {
            finding.tally.miss(row);
            continue;
        }
        if (!tested || intervals.has_decided(row))
            found->outcome = found->low >= low && found->high <= high ? Outcome::holds
                             : found->high < low || found->low > high ? Outcome::refuted
                                                                      : Outcome::undecided;
        if (!tested) found->p = kNoValue;
        finding.tally.add(row, found->outcome);
        finding.cases.push_back(std::move(*found));
    }
    if (finding.cases.size() == 1) {
        const Case& only = finding.cases.front();
        finding.effect = {"ratio", only.value, only.low, only.high, only.p};
    }
    finding.verdict = decide(Value::object(), finding.tally);  // all must hold
    return finding;
}

Finding intervals_apart(const Value& parameters, const Numbers& numbers) {
    const Intervals intervals(parameters, numbers);
    Finding finding;
    for (const auto& [first, second] : pairs(parameters, "pairs")) {
        std::optional<Case> a = intervals.at(first), b = intervals.at(second);
        if (!a || !b) {
            finding.tally.miss(first);
            continue;
        }
        a->outcome = b->outcome = a->high < b->low   ? Outcome::holds
                                  : a->low > b->high ? Outcome::refuted
                                                     : Outcome::undecided;
        finding.tally.add(first, a->outcome);
        for (std::optional<Case>* one : {&a, &b}) {
            (*one)->p = kNoValue;  // against the baseline
            finding.cases.push_back(std::move(**one));
        }
    }
    finding.verdict = decide(Value::object(), finding.tally);
    return finding;
}

}  // namespace reboost::report
