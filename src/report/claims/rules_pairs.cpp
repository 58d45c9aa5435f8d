#include "core/error.hpp"
#include "core/names.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/query.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
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

/// The intervals, by row, of the quantity that a claim is about.
class Intervals {
  public:
    Intervals(const Value& parameters, const Numbers& numbers)
        : table(parameters, numbers),
          of_(find_named(kQuantities, parameters.at("of").as_string(), "quantity", &Quantity::name,
                         "a rule on intervals")) {}
    /// Its numbers are NaN if there is no interval (no data set on which both methods reach the target).
    std::optional<Case> at(const std::string& row) const {
        if (!table.at(row, of_.side)) return std::nullopt;
        const auto get = [&](const char* part) {
            return table.at(row, std::string(of_.estimate) + part).value_or(kNoValue);
        };
        return Case{table.row(row).label, Outcome::undecided, get(""), get("_low"), get("_high"), get("_p")};
    }
    bool has_decided(const std::string& row) const { return table.at(row, of_.side) != 0.0; }
    const TableNumbers table;

  private:
    const Quantity& of_;
};

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
std::vector<ComparedPair> comparisons(const Value& parameters, const TableNumbers& table, Tally& tally) {
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

std::vector<std::vector<std::string>> blocks_of(const std::vector<std::string>& rows,
                                                const TableNumbers& table) {
    const auto block = [&](const std::string& row) { return table.row(row).block; };
    std::vector<std::vector<std::string>> blocks;
    for (const std::string& row : rows) {
        if (blocks.empty() || block(blocks.back().front()) != block(row)) blocks.emplace_back();
        blocks.back().push_back(row);
    }
    return blocks;
}

Effect middle_of(const char* what, std::vector<double> values) {
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty()) return {what};
    std::ranges::sort(values);
    return {what, statistics::median(values), values.front(), values.back()};
}

Finding decide_share(const Value& parameters, Tally tally, Effect effect, std::vector<Case> cases) {
    return {decide(parameters, tally), effect, std::move(tally), std::move(cases)};
}

Finding compare_pairs(const Value& parameters, const Numbers& numbers) {
    const double tie = number_option(parameters, "tie", 0),
                 share = number_option(parameters, "relative_tie", 0);
    const TableNumbers table(parameters, numbers);
    const double sign = text_option(parameters, "better") == "higher" ? -1 : 1;
    Tally tally;
    std::vector<double> advantages;
    for (const auto& [row_a, row_b, column, set, a, b] : comparisons(parameters, table, tally)) {
        const double gap = a == b ? 0 : sign * (b - a);
        advantages.push_back(share > 0 ? (sign > 0 ? b / a : a / b) : gap);
        const bool tied = gap == 0 || std::abs(gap) <= tie ||
                          (std::isfinite(gap) && std::abs(gap) <= share * std::max(std::abs(a), std::abs(b)));
        tally.add(set, tied ? Outcome::undecided : gap > 0 ? Outcome::holds : Outcome::refuted);
    }
    return decide_share(parameters, std::move(tally),
                        middle_of(share > 0 ? "median ratio" : "median difference", std::move(advantages)));
}

Finding difference_within(const Value& parameters, const Numbers& numbers) {
    const Value* relative = parameters.find("relative_limit");
    const double limit = relative ? relative->as_number() : parameters.at("limit").as_number();
    const TableNumbers table(parameters, numbers);
    Tally tally;
    Case largest{"", Outcome::undecided, -1};
    for (const ComparedPair& c : comparisons(parameters, table, tally)) {
        double gap = c.a == c.b ? 0 : std::abs(c.a - c.b);
        if (relative && gap > 0) gap /= std::abs(c.b);
        const Outcome outcome = gap <= limit ? Outcome::holds : Outcome::refuted;
        tally.add(c.set, outcome);
        if (gap > largest.value) largest = {c.name(table), outcome, gap};
    }
    if (largest.value < 0) return decide_share(parameters, std::move(tally));
    return decide_share(parameters, std::move(tally), {"largest gap", largest.value}, {largest});
}

Finding ratio_at_least(const Value& parameters, const Numbers& numbers) {
    const double factor = parameters.at("factor").as_number();
    const TableNumbers table(parameters, numbers);
    Tally tally;
    std::vector<double> ratios;
    for (const ComparedPair& c : comparisons(parameters, table, tally)) {
        ratios.push_back(c.a == c.b ? 1 : std::isinf(c.b) ? 0 : c.a / c.b);
        tally.add(c.set, ratios.back() >= factor);
    }
    return decide_share(parameters, std::move(tally), middle_of("median ratio", std::move(ratios)));
}

/// "Seems more significant on …": the mean of (b − a)/b over the column's pairs is the largest.
Finding clearest_in(const Value& parameters, const Numbers& numbers) {
    const TableNumbers table(parameters, numbers);
    const std::string& wanted = parameters.at("column").as_string();
    if (parameters.find("column_pairs") == nullptr) table.column(wanted);  // throws if it does not exist
    Finding finding;
    std::map<std::string, std::vector<double>> advantage;
    for (const ComparedPair& c : comparisons(parameters, table, finding.tally))
        advantage[c.column].push_back((c.b - c.a) / c.b);
    if (finding.tally.missing() > 0 || advantage.empty()) return finding;
    std::string best;
    for (const auto& [column, values] : advantage) {
        finding.cases.push_back({column, Outcome::undecided, mean(values)});
        if (best.empty() || mean(values) > mean(advantage[best])) best = column;
    }
    finding.verdict = best == wanted ? Verdict::supported : Verdict::contradicted;
    return finding;
}

/// abc2010's "no loss": holds if first − second ≤ `relevance`, a share of the test rows. Both models are
/// tested on the same rows. A larger loss is refuted if McNemar's test rejects it for any number of rows on
/// which they differ; runs do not store that number, but the sum of both error counts bounds it.
Finding no_loss(const Value& parameters, const Numbers& numbers) {
    const double relevant =
        parameters.at("test_rows").as_number() * number_option(parameters, "relevance", 0);
    const TableNumbers table(parameters, numbers);
    Tally tally;
    Case worst{"", Outcome::undecided, -kNever};
    for (const ComparedPair& c : comparisons(parameters, table, tally)) {
        const double loss = c.a - c.b, margin = 1.96 * std::sqrt(c.a + c.b);
        const Outcome outcome = loss <= relevant ? Outcome::holds
                                : loss > margin  ? Outcome::refuted
                                                 : Outcome::undecided;
        tally.add(c.set, outcome);
        if (loss > worst.value) worst = {c.name(table), outcome, loss, loss - margin, loss + margin};
    }
    if (std::isinf(worst.value)) return decide_share(parameters, std::move(tally));
    return decide_share(parameters, std::move(tally), {"largest gap", worst.value}, {worst});
}

// Claims on the intervals in a contest's tables (report/policies/contest_report.hpp): decided only if
// interval and test are sure, else undecided

Finding interval_within(const Value& parameters, const Numbers& numbers) {
    const Intervals intervals(parameters, numbers);
    const double low = number_option(parameters, "low", -kNever);
    const double high = number_option(parameters, "high", kNever);
    const Value* test = parameters.find("test");
    const bool tested = test == nullptr || test->as_bool();
    Finding finding;
    for (const std::string& row : intervals.table.rows()) {
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
            (*one)->p = kNoValue;  // its p is against the baseline
            finding.cases.push_back(std::move(**one));
        }
    }
    finding.verdict = decide(Value::object(), finding.tally);
    return finding;
}

}  // namespace reboost::report
