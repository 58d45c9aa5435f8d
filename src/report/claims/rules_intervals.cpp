/// Claims on the intervals of a contest's tables (report/policies/contest_report.hpp): a claim holds or does
/// not where interval and test are sure of it, else it is undecided.
#include "core/names.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/query.hpp"
#include "report/paper/number_text.hpp"
#include "statistics/tests.hpp"

#include <array>
#include <limits>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// What a claim is on: the columns with its interval, and with the verdict of its test.
struct Quantity {
    std::string_view name;
    const char *estimate, *low, *high, *p, *side, *label;
};
const std::array kQuantities{
    Quantity{"cost", "ratio", "ratio_low", "ratio_high", "ratio_p", "cost_side", "ratio of the cost"},
    Quantity{"random", "random", "random_low", "random_high", "random_p", "learns",
             "ratio of the cost to random draws'"},
    Quantity{"error", "error", "error_low", "error_high", "error_p", "error_side",
             "ratio of the errors at equal work"},
};

/// A row's interval; without one (no set where both methods reach the target) all three are NaN.
struct RowFound {
    statistics::Interval interval;
    std::optional<double> p, side;
};

std::optional<RowFound> read_row(const Quantity& quantity, const Numbers& numbers, const std::string& table,
                                 const std::string& row) {
    const auto at = [&](const char* column) { return numbers.at(table, row, column); };
    RowFound found{{at(quantity.estimate).value_or(kNoValue), at(quantity.low).value_or(kNoValue),
                    at(quantity.high).value_or(kNoValue)},
                   at(quantity.p),
                   at(quantity.side)};
    if (!found.side) return std::nullopt;
    return found;
}

const Quantity& quantity_of(const Value& parameters) {
    return find_named(kQuantities, parameters.at("of").as_string(), "quantity", &Quantity::name,
                      "a rule on intervals");
}

/// The numbers that a claim allows.
struct Bounds {
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
    bool tested = true;  ///< whether the test must have decided, too

    Outcome by_interval(const statistics::Interval& found) const {
        if (found.low >= low && found.high <= high) return Outcome::holds;
        return found.high < low || found.low > high ? Outcome::refuted : Outcome::undecided;
    }
    Outcome judge(const RowFound& found) const {
        return tested && *found.side == 0 ? Outcome::undecided : by_interval(found.interval);
    }
};

/// "16.6 [6.12, 41.5], p = 0.454".
std::string row_text(const Bounds& bounds, const RowFound& found) {
    std::string text = interval_text(found.interval, ratio_text);
    if (bounds.tested && found.p) text += ", p " + statistics::p_equation(*found.p);
    return text;
}

/// Why an undecided row is: "" of others.
std::string why_undecided(const Bounds& bounds, const RowFound& found) {
    if (bounds.judge(found) != Outcome::undecided) return "";
    switch (bounds.by_interval(found.interval)) {
        case Outcome::holds:
            return "; the interval agrees, the test over the data sets leaves it open";
        case Outcome::refuted:
            return "; the interval contradicts, the test over the data sets leaves it open";
        case Outcome::undecided:
            break;
    }
    return "; the interval leaves it open";
}

/// All must hold.
Verdict verdict_of(const Tally& tally) {
    return decide(Value::object(), tally);
}

}  // namespace

Finding interval_within(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const Quantity& quantity = quantity_of(parameters);
    Bounds bounds;
    bounds.low = number_option(parameters, "low", bounds.low);
    bounds.high = number_option(parameters, "high", bounds.high);
    if (const Value* test = parameters.find("test")) bounds.tested = test->as_bool();
    Tally tally;
    Effect effect;
    std::string rows, single;
    for (const std::string& row : ids(parameters, "rows", spec.rows)) {
        const std::optional<RowFound> found = read_row(quantity, numbers, table, row);
        if (!tally.counts(found.has_value(), row)) continue;
        const Outcome outcome = bounds.judge(*found);
        tally.found(outcome);
        const statistics::Interval& of = found->interval;
        effect = tally.made == 1 ? Effect{"ratio", of.estimate, of.low, of.high, found->p.value_or(kNoValue)}
                                 : Effect{};
        const std::string &label = spec.rows[spec.row_index(row)].label, text = row_text(bounds, *found);
        rows += fmt::format("; {} {}", label, text);
        single = fmt::format("{}, {}: {}; expected {}{}", label, quantity.label, text,
                             bounds_text(bounds.low, bounds.high), why_undecided(bounds, *found));
    }
    if (tally.made == 0)
        return {verdict_of(tally),
                "none at full scale yet, expected " + bounds_text(bounds.low, bounds.high)};
    if (tally.total() == 1) return {verdict_of(tally), single, effect, tally};
    return {verdict_of(tally),
            fmt::format("{}: surely {} for {} of {}, surely not for {}{}{}", quantity.label,
                        bounds_text(bounds.low, bounds.high), tally.hold(), tally.made, tally.refuted(),
                        missing_text(tally), rows),
            effect, tally};
}

Finding intervals_apart(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const Quantity& quantity = quantity_of(parameters);
    Tally tally;
    std::string evidence;
    for (const auto& [first, second] : pairs(parameters, "pairs")) {
        const auto a = read_row(quantity, numbers, table, first),
                   b = read_row(quantity, numbers, table, second);
        if (!tally.counts(a && b, first)) continue;
        const statistics::Interval &of_first = a->interval, &of_second = b->interval;
        const bool below = of_first.high < of_second.low;
        const bool above = of_first.low > of_second.high;
        tally.found(below ? Outcome::holds : above ? Outcome::refuted : Outcome::undecided);
        evidence += fmt::format("; {} {}, {} {}: {}", spec.rows[spec.row_index(first)].label,
                                interval_text(of_first, ratio_text), spec.rows[spec.row_index(second)].label,
                                interval_text(of_second, ratio_text),
                                below   ? "below it"
                                : above ? "above it"
                                        : "the intervals overlap");
    }
    return {verdict_of(tally), quantity.label + missing_text(tally) + evidence, {}, tally};
}

}  // namespace reboost::report
