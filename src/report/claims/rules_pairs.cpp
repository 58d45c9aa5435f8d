#include "core/error.hpp"
#include "core/names.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/query.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace reboost::report {
namespace {

std::vector<std::pair<std::string, std::string>> row_pairs(const Value& parameters, const TableSpec& table) {
    std::vector<std::pair<std::string, std::string>> rows;
    if (parameters.find("pairs") != nullptr) rows = pairs(parameters, "pairs");
    if (parameters.find("blocks") != nullptr)
        for (const auto& [first, second] : pairs(parameters, "blocks"))
            for (const Axis& a : table.rows)
                for (const Axis& b : table.rows)
                    if (a.block == first && b.block == second && a.label == b.label)
                        rows.emplace_back(a.id, b.id);
    if (rows.empty())
        throw UsageError("the rule needs 'pairs' or 'blocks' that name rows of table '" + table.id + "'");
    return rows;
}

/// A quantity that a claim is about, and the columns with its estimate (interval and p: "ratio_low", …) and
/// its verdict.
struct Quantity {
    std::string_view name;
    const char *estimate, *side;
};
constexpr Quantity kQuantities[] = {
    {"cost", "ratio", "cost_side"}, {"random", "random", "learns"}, {"error", "error", "error_side"}};

const Quantity& quantity_of(const TableNumbers& table) {
    return find_named(kQuantities, table.parameters.at("of").as_string(), "quantity", &Quantity::name,
                      "a rule on intervals");
}

/// Returns the interval of a row's quantity. Its numbers are NaN if there is no interval (no data set on
/// which both methods reach the target); nullopt if the row has no verdict.
std::optional<Case> interval_of(const TableNumbers& table, const std::string& row) {
    const Quantity& of = quantity_of(table);
    if (!table.at(row, of.side)) return std::nullopt;
    const auto get = [&](const char* part) {
        return table.at(row, std::string(of.estimate) + part).value_or(kNoValue);
    };
    return Case{table.row(row).label, Outcome::undecided, get(""), get("_low"), get("_high"), get("_p")};
}

/// Two numbers that a rule compares; both exist.
struct ComparedPair {
    std::string row_a, row_b, column, set;  ///< `set`: data set of the first number
    double a = 0, b = 0;

    /// Returns "Stump FULL against Stump UCB(1) on USPS".
    std::string name(const TableNumbers& table) const {
        const std::string first = table.row(row_a).name(), second = table.row(row_b).name();
        const std::vector<Axis>& columns = table.spec().columns;
        const auto axis = std::ranges::find(columns, column, &Axis::id);
        return (first == second ? first : first + " against " + second) + " on " +
               (axis == columns.end() ? column : axis->label);  // a pair of columns is called "a/b"
    }
};

/// Returns the comparisons of a rule; `tally` counts those that cannot be made.
std::vector<ComparedPair> comparisons(const TableNumbers& table, Tally& tally) {
    const Value& parameters = table.parameters;
    std::vector<ComparedPair> result;
    const auto compare = [&](const std::string& row_a, const std::string& column_a, const std::string& row_b,
                             const std::string& column_b, const std::string& column) {
        const auto a = table.at(row_a, column_a), b = table.at(row_b, column_b);
        const std::string set = table.data_set(row_a, column_a);
        if (a && b && table.comparable(row_a, column_a, row_b, column_b))
            result.push_back({row_a, row_b, column, set, *a, *b});
        else
            tally.miss(set, a && b);
    };
    if (parameters.find("column_pairs") != nullptr) {
        for (const std::string& row : table.rows())
            for (const auto& [a, b] : pairs(parameters, "column_pairs"))
                if (table.row(row).not_obtainable.empty()) compare(row, a, row, b, a + "/" + b);
        return result;
    }
    if (parameters.find("rows") != nullptr) throw UsageError("'rows' goes with 'column_pairs' only");
    for (const auto& [a, b] : row_pairs(parameters, table.spec()))
        for (const std::string& column : table.columns())
            compare(a, column, b, column, column);
    return result;
}

/// Judges all comparisons; `judge` returns the number that the report shows, with its outcome. The effect is
/// the median of these numbers, or the largest, of which the finding then names the case.
void judge_pairs(const TableNumbers& table, const std::function<Case(const ComparedPair&)>& judge,
                 std::string_view effect, Finding& finding) {
    std::vector<double> values;
    Case largest{.value = -kNever};
    for (const ComparedPair& pair : comparisons(table, finding.tally)) {
        Case one = judge(pair);
        finding.tally.add(pair.set, one.outcome);
        values.push_back(one.value);
        if (!(one.value > largest.value)) continue;
        largest = std::move(one);
        largest.at = pair.name(table);
    }
    if (effect.starts_with("median")) {
        finding.effect = middle_of(effect, std::move(values));
    } else if (largest.value > -kNever) {
        finding.effect = {effect, largest.value};
        finding.cases = {std::move(largest)};
    }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> pairs(const Value& parameters, std::string_view key) {
    std::vector<std::pair<std::string, std::string>> result;
    for (const Value& pair : parameters.at(key).as_list()) {
        if (pair.as_list().size() != 2)
            throw UsageError("'" + std::string(key) + "': expected pairs of names, got a list of " +
                             std::to_string(pair.as_list().size()));
        result.emplace_back(pair.as_list()[0].as_string(), pair.as_list()[1].as_string());
    }
    if (result.empty()) throw UsageError("'" + std::string(key) + "' names nothing");
    return result;
}

Effect middle_of(std::string_view what, std::vector<double> values) {
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty()) return {what};
    std::ranges::sort(values);
    return {what, statistics::median(values), values.front(), values.back()};
}

void compare_pairs(const TableNumbers& table, Finding& finding) {
    const double tie = number_option(table.parameters, "tie", 0),
                 share = number_option(table.parameters, "relative_tie", 0);
    const bool higher = text_option(table.parameters, "better") == "higher";
    const auto judge = [&](const ComparedPair& c) -> Case {
        const double gap = c.a == c.b ? 0 : higher ? c.a - c.b : c.b - c.a;
        const bool tied =
            gap == 0 || std::abs(gap) <= tie ||
            (std::isfinite(gap) && std::abs(gap) <= share * std::max(std::abs(c.a), std::abs(c.b)));
        return {.outcome = outcome_of(!tied && gap > 0, !tied),
                .value = share > 0 ? (higher ? c.a / c.b : c.b / c.a) : gap};
    };
    judge_pairs(table, judge, share > 0 ? "median ratio" : "median difference", finding);
}

void difference_within(const TableNumbers& table, Finding& finding) {
    const Value* relative = table.parameters.find("relative_limit");
    const double limit = (relative ? *relative : table.parameters.at("limit")).as_number();
    const auto judge = [&](const ComparedPair& c) -> Case {
        double gap = c.a == c.b ? 0 : std::abs(c.a - c.b);
        if (relative && gap > 0) gap /= std::abs(c.b);
        return {.outcome = outcome_of(gap <= limit, !(gap <= limit)), .value = gap};
    };
    judge_pairs(table, judge, "largest gap", finding);
}

void ratio_at_least(const TableNumbers& table, Finding& finding) {
    const double factor = table.parameters.at("factor").as_number();
    const auto judge = [&](const ComparedPair& c) -> Case {
        const double ratio = c.a == c.b ? 1 : std::isinf(c.b) ? 0 : c.a / c.b;
        return {.outcome = outcome_of(ratio >= factor, !(ratio >= factor)), .value = ratio};
    };
    judge_pairs(table, judge, "median ratio", finding);
}

/// abc2010's "no loss": holds if first − second ≤ `relevance`, a share of the test rows. Both models are
/// tested on the same rows. A larger loss is refuted if McNemar's test rejects it for any number of rows on
/// which they differ; runs do not store that number, but the sum of both error counts bounds it.
void no_loss(const TableNumbers& table, Finding& finding) {
    const double relevant =
        table.parameters.at("test_rows").as_number() * number_option(table.parameters, "relevance", 0);
    const auto judge = [&](const ComparedPair& c) -> Case {
        const double loss = c.a - c.b, margin = 1.96 * std::sqrt(c.a + c.b);
        return {"", outcome_of(loss <= relevant, loss > margin), loss, loss - margin, loss + margin};
    };
    judge_pairs(table, judge, "largest gap", finding);
}

/// "Seems more significant on …": the mean of (b − a)/b over the column's pairs is the largest.
void clearest_in(const TableNumbers& table, Finding& finding) {
    const std::string& wanted = table.parameters.at("column").as_string();
    if (table.parameters.find("column_pairs") == nullptr)
        table.column(wanted);  // throws if it does not exist
    std::map<std::string, std::vector<double>> advantage;
    for (const ComparedPair& c : comparisons(table, finding.tally))
        advantage[c.column].push_back((c.b - c.a) / c.b);
    if (finding.tally.missing() > 0 || advantage.empty()) return;
    for (const auto& [column, values] : advantage)
        finding.cases.push_back({column, Outcome::undecided, mean(values)});
    const std::string& best = std::ranges::max_element(finding.cases, {}, &Case::value)->at;
    finding.verdict = best == wanted ? Verdict::supported : Verdict::contradicted;
}

// Claims on the intervals in a contest's tables (report/policies/contest_report.hpp): decided only if
// interval and test are sure, else undecided

void interval_within(const TableNumbers& table, Finding& finding) {
    const double low = number_option(table.parameters, "low", -kNever);
    const double high = number_option(table.parameters, "high", kNever);
    const Value* test = table.parameters.find("test");
    const bool tested = test == nullptr || test->as_bool();
    for (const std::string& row : table.rows()) {
        std::optional<Case> found = interval_of(table, row);
        if (!found) {
            finding.tally.miss(row);
            continue;
        }
        if (!tested || table.at(row, quantity_of(table).side) != 0.0)
            found->outcome =
                outcome_of(found->low >= low && found->high <= high, found->high < low || found->low > high);
        if (!tested) found->p = kNoValue;
        finding.tally.add(row, found->outcome);
        finding.cases.push_back(std::move(*found));
    }
    if (finding.cases.size() == 1) {
        const Case& only = finding.cases.front();
        finding.effect = {"ratio", only.value, only.low, only.high, only.p};
    }
}

void intervals_apart(const TableNumbers& table, Finding& finding) {
    for (const auto& [first, second] : pairs(table.parameters, "pairs")) {
        std::optional<Case> a = interval_of(table, first), b = interval_of(table, second);
        if (!a || !b) {
            finding.tally.miss(first);
            continue;
        }
        a->outcome = finding.tally.add(first, outcome_of(a->high < b->low, b->high < a->low));
        b->outcome = a->outcome;
        a->p = b->p = kNoValue;  // their p are against the baseline
        finding.cases.push_back(std::move(*a));
        finding.cases.push_back(std::move(*b));
    }
}

}  // namespace reboost::report
