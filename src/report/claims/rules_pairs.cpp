#include "core/error.hpp"
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

}  // namespace

std::string ComparedPair::name(const TableSpec& table) const {
    const std::string first = table.rows[table.row_index(row_a)].name(),
                      second = table.rows[table.row_index(row_b)].name();
    const auto axis = std::ranges::find(table.columns, column, &Axis::id);
    return (first == second ? first : first + " against " + second) + " on " +
           (axis == table.columns.end() ? column : axis->label);  // a pair of columns: "a/b"
}

std::vector<std::string> ids(const Value& parameters, std::string_view key, const std::vector<Axis>& all) {
    std::vector<std::string> result;
    const Value* given = parameters.find(key);
    if (given == nullptr)
        for (const Axis& axis : all)
            result.push_back(axis.id);
    else
        for (const Value& id : given->as_list())
            result.push_back(id.as_string());
    if (given != nullptr && result.empty()) throw UsageError("'" + std::string(key) + "' names nothing");
    return result;
}

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
                                                const TableSpec& table) {
    const auto block = [&](const std::string& row) { return table.rows[table.row_index(row)].block; };
    std::vector<std::vector<std::string>> blocks;
    for (const std::string& row : rows) {
        if (blocks.empty() || block(blocks.back().front()) != block(row)) blocks.emplace_back();
        blocks.back().push_back(row);
    }
    return blocks;
}

std::vector<ComparedPair> comparisons(const Value& parameters, const Numbers& numbers, Tally& tally) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    std::vector<ComparedPair> result;
    const auto compare = [&](const std::string& row_a, const std::string& column_a, const std::string& row_b,
                             const std::string& column_b, const std::string& column) {
        const auto a = numbers.at(table, row_a, column_a), b = numbers.at(table, row_b, column_b);
        const std::string set = numbers.data_set(table, row_a, column_a);
        if (a && b && numbers.comparable(table, row_a, column_a, row_b, column_b))
            result.push_back({row_a, row_b, column, set, *a, *b});
        else
            tally.miss(set, a && b);
    };
    if (parameters.find("column_pairs") != nullptr) {
        for (const std::string& row : ids(parameters, "rows", spec.rows))
            for (const auto& [a, b] : pairs(parameters, "column_pairs"))
                if (spec.rows[spec.row_index(row)].not_obtainable.empty())
                    compare(row, a, row, b, a + "/" + b);
        return result;
    }
    if (parameters.find("rows") != nullptr) throw UsageError("'rows' goes with 'column_pairs' only");
    for (const auto& [a, b] : row_pairs(parameters, spec))
        for (const std::string& column : ids(parameters, "columns", spec.columns))
            compare(a, column, b, column, column);
    return result;
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
    const double sign = text_option(parameters, "better") == "higher" ? -1 : 1;
    Tally tally;
    std::vector<double> advantages;
    for (const auto& [row_a, row_b, column, set, a, b] : comparisons(parameters, numbers, tally)) {
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
    const TableSpec& spec = numbers.spec(parameters.at("table").as_string());
    Tally tally;
    Case largest{"", Outcome::undecided, -1};
    for (const ComparedPair& c : comparisons(parameters, numbers, tally)) {
        double gap = c.a == c.b ? 0 : std::abs(c.a - c.b);
        if (relative && gap > 0) gap /= std::abs(c.b);
        const Outcome outcome = gap <= limit ? Outcome::holds : Outcome::refuted;
        tally.add(c.set, outcome);
        if (gap > largest.value) largest = {c.name(spec), outcome, gap};
    }
    if (largest.value < 0) return decide_share(parameters, std::move(tally));
    return decide_share(parameters, std::move(tally), {"largest gap", largest.value}, {largest});
}

Finding ratio_at_least(const Value& parameters, const Numbers& numbers) {
    const double factor = parameters.at("factor").as_number();
    Tally tally;
    std::vector<double> ratios;
    for (const ComparedPair& c : comparisons(parameters, numbers, tally)) {
        ratios.push_back(c.a == c.b ? 1 : std::isinf(c.b) ? 0 : c.a / c.b);
        tally.add(c.set, ratios.back() >= factor);
    }
    return decide_share(parameters, std::move(tally), middle_of("median ratio", std::move(ratios)));
}

/// "Seems more significant on …": the mean of (b − a)/b over a column's pairs is largest there.
Finding clearest_in(const Value& parameters, const Numbers& numbers) {
    const TableSpec& spec = numbers.spec(parameters.at("table").as_string());
    const std::string& wanted = parameters.at("column").as_string();
    if (parameters.find("column_pairs") == nullptr) spec.column_index(wanted);  // throws where there is none
    Finding finding;
    std::map<std::string, std::vector<double>> advantage;
    for (const ComparedPair& c : comparisons(parameters, numbers, finding.tally))
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

/// abc2010's "no loss": first − second at most the 95% binomial interval of the second's error count. Both
/// models err on the same test rows; McNemar's test would need the rows on which they differ, which runs do
/// not keep.
Finding no_loss(const Value& parameters, const Numbers& numbers) {
    const double rows = parameters.at("test_rows").as_number();
    const double relevant = rows * number_option(parameters, "relevance", 0);
    const TableSpec& spec = numbers.spec(parameters.at("table").as_string());
    Tally tally;
    Case worst{"", Outcome::undecided, -kNever};
    for (const ComparedPair& c : comparisons(parameters, numbers, tally)) {
        const double share = c.b / rows, margin = 1.96 * std::sqrt(rows * share * (1 - share)),
                     loss = c.a - c.b;
        const Outcome outcome = loss <= std::max(margin, relevant) ? Outcome::holds : Outcome::refuted;
        tally.add(c.set, outcome);
        if (loss > worst.value) worst = {c.name(spec), outcome, loss, loss - margin, loss + margin};
    }
    if (std::isinf(worst.value)) return decide_share(parameters, std::move(tally));
    return decide_share(parameters, std::move(tally), {"largest gap", worst.value}, {worst});
}

}  // namespace reboost::report
