#include "core/error.hpp"
#include "core/text.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/query.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

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

/// " (2 of two processors' seconds)": of those not made; "" where there is none.
std::string apart_text(const Tally& tally) {
    if (tally.two_processors == 0) return "";
    return fmt::format(" ({} of two processors' seconds)", tally.two_processors);
}

std::string made_of(const Tally& tally) {
    if (tally.made == 0 && tally.total() > 0)
        return fmt::format("none of {} could be made yet", counted(tally.total(), "comparison"));
    if (tally.made == tally.total()) return counted(tally.total(), "comparison");
    return fmt::format("{} of {} comparisons could be made{}", tally.made, tally.total(), apart_text(tally));
}

/// What a rule found, with what it rests on; where nothing could be compared, that alone.
std::string found(const Tally& tally, const std::string& what) {
    return tally.made == 0 ? made_of(tally) : what + "; " + made_of(tally);
}

/// "; at least 90% needed": the share that a claim's entry names; "" of one that names none.
std::string threshold_text(const Value& parameters) {
    const Value* above = parameters.find("share_above");
    const Value* at_least = parameters.find("share_at_least");
    if (above == nullptr && at_least == nullptr) return "";
    const double share = (above != nullptr ? above : at_least)->as_number();
    if (above != nullptr && share == 0) return "; one needed";
    if (at_least != nullptr && share == 1) return "; all needed";
    return fmt::format("; {} {:g}% needed", above != nullptr ? "more than" : "at least", 100 * share);
}

/// "; 6 of 9 data sets for it, 3 against, sign test p = 0.508".
std::string majority_text(const Tally& tally) {
    const Majority found = majority_of(tally);
    return fmt::format("; {} of {} for it, {} against, sign test p {}", found.more,
                       counted(found.sets, "data set"), found.fewer, statistics::p_equation(found.p));
}

struct Place {
    std::string row, column;
};

ComparedPair comparison(const Numbers& numbers, const std::string& table, const Place& a, const Place& b,
                        const std::string& column) {
    ComparedPair made{a.row, b.row, column, numbers.at(table, a.row, a.column),
                      numbers.at(table, b.row, b.column)};
    made.set = numbers.data_set(table, a.row, a.column);
    made.two_processors = made.complete() && !numbers.comparable(table, a.row, a.column, b.row, b.column);
    return made;
}

}  // namespace

std::string ComparedPair::names(const TableSpec& table) const {
    const std::string first = table.rows[table.row_index(row_a)].name(),
                      second = table.rows[table.row_index(row_b)].name();
    return first == second ? first : first + " against " + second;
}

std::string ComparedPair::column_name(const TableSpec& table) const {
    const auto found =
        std::ranges::find_if(table.columns, [&](const Axis& axis) { return axis.id == column; });
    return found == table.columns.end() ? column : found->label;  // a pair of columns: "a/b"
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
            throw UsageError(
                fmt::format("'{}': expected pairs of names, got a list of {}", key, pair.as_list().size()));
        result.emplace_back(pair.as_list()[0].as_string(), pair.as_list()[1].as_string());
    }
    if (result.empty()) throw UsageError("'" + std::string(key) + "' names nothing");
    return result;
}

std::vector<ComparedPair> comparisons(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    std::vector<ComparedPair> result;
    if (parameters.find("column_pairs") != nullptr) {
        for (const std::string& row : ids(parameters, "rows", spec.rows))
            for (const auto& [a, b] : pairs(parameters, "column_pairs"))
                if (spec.rows[spec.row_index(row)].not_obtainable.empty())
                    result.push_back(comparison(numbers, table, {row, a}, {row, b}, a + "/" + b));
        return result;
    }
    if (parameters.find("rows") != nullptr) throw UsageError("'rows' goes with 'column_pairs' only");
    for (const auto& [a, b] : row_pairs(parameters, spec))
        for (const std::string& column : ids(parameters, "columns", spec.columns))
            result.push_back(comparison(numbers, table, {a, column}, {b, column}, column));
    return result;
}

std::string missing_text(const Tally& tally) {
    if (tally.made == tally.total()) return "";
    return fmt::format("; {} of {} missing{}", tally.missing(), tally.total(), apart_text(tally));
}

Effect middle_of(const char* what, std::vector<double> values) {
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty()) return {what};
    std::ranges::sort(values);
    return {what, statistics::median(values), values.front(), values.back()};
}

Finding decide_share(const Value& parameters, const Tally& tally, std::string evidence, Effect effect) {
    Finding finding{decide(parameters, tally), std::move(evidence), effect, tally};
    if (finding.verdict == Verdict::not_tested) {
        if (tally.made > 0) finding.evidence += "; the missing ones could change the verdict";
    } else if (asks_for_majority(parameters)) {
        finding.evidence += majority_text(tally);
    } else if (tally.hold() < tally.total()) {
        finding.evidence += threshold_text(parameters);
    }
    return finding;
}

Finding compare_pairs(const Value& parameters, const Numbers& numbers) {
    const double tie = number_option(parameters, "tie", 0),
                 share = number_option(parameters, "relative_tie", 0);
    const double sign = text_option(parameters, "better") == "higher" ? -1 : 1;
    Tally tally;
    std::vector<double> advantages;
    for (const ComparedPair& c : comparisons(parameters, numbers)) {
        if (!tally.counts(c.a && c.b, !c.two_processors, c.set)) continue;
        const double a = *c.a, b = *c.b, gap = a == b ? 0 : sign * (b - a);
        advantages.push_back(share > 0 ? (sign > 0 ? b / a : a / b) : gap);
        const bool tied = gap == 0 || std::abs(gap) <= tie ||
                          (std::isfinite(gap) && std::abs(gap) <= share * std::max(std::abs(a), std::abs(b)));
        tally.found(tied ? Outcome::undecided : gap > 0 ? Outcome::holds : Outcome::refuted);
    }
    return decide_share(
        parameters, tally,
        found(tally,
              fmt::format("{}, {}, {}", counted(tally.hold(), "win"), counted(tally.undecided(), "tie"),
                          tally.refuted() == 1 ? "1 loss" : fmt::format("{} losses", tally.refuted()))),
        middle_of(share > 0 ? "median ratio" : "median difference", std::move(advantages)));
}

Finding difference_within(const Value& parameters, const Numbers& numbers) {
    const Value* relative = parameters.find("relative_limit");
    const double limit = relative ? relative->as_number() : parameters.at("limit").as_number();
    const std::string& table = parameters.at("table").as_string();
    Tally tally;
    double largest = -1;
    std::string where;
    for (const ComparedPair& c : comparisons(parameters, numbers)) {
        if (!tally.counts(c.a && c.b, !c.two_processors, c.set)) continue;
        double gap = *c.a == *c.b ? 0 : std::abs(*c.a - *c.b);
        if (relative && gap > 0) gap /= std::abs(*c.b);
        tally.found(gap <= limit);
        if (gap > largest) {
            largest = gap;
            where = c.names(numbers.spec(table)) + " on " + c.column_name(numbers.spec(table));
        }
    }
    const std::string& unit = numbers.spec(table).unit;
    const std::string of = relative ? "%" : unit == "%" ? " points" : unit.empty() ? "" : " " + unit;
    const double shown = relative ? 100 : 1;
    std::string evidence = found(tally, fmt::format("{} within {:g}{}", tally.hold(), shown * limit,
                                                    of == " points" && limit == 1 ? " point" : of));
    if (largest >= 0) evidence += fmt::format("; largest gap {:.3g}{}: {}", shown * largest, of, where);
    return decide_share(parameters, tally, evidence);
}

Finding ratio_at_least(const Value& parameters, const Numbers& numbers) {
    const double factor = parameters.at("factor").as_number();
    Tally tally;
    std::vector<double> ratios;
    for (const ComparedPair& c : comparisons(parameters, numbers)) {
        if (!tally.counts(c.a && c.b, !c.two_processors, c.set)) continue;
        const double ratio = *c.a == *c.b ? 1 : std::isinf(*c.b) ? 0 : *c.a / *c.b;
        tally.found(ratio >= factor);
        ratios.push_back(ratio);
    }
    return decide_share(parameters, tally,
                        found(tally, fmt::format("{} at least {:g} times", tally.hold(), factor)),
                        middle_of("median ratio", std::move(ratios)));
}

/// "Seems more significant on …": the mean of (b − a)/b over a column's pairs is largest there.
Finding clearest_in(const Value& parameters, const Numbers& numbers) {
    const TableSpec& spec = numbers.spec(parameters.at("table").as_string());
    const std::string& wanted = parameters.at("column").as_string();
    if (parameters.find("column_pairs") == nullptr) spec.column_index(wanted);  // throws where there is none
    std::map<std::string, std::vector<double>> advantage;
    std::map<std::string, std::string> names;
    Tally tally;
    for (const ComparedPair& c : comparisons(parameters, numbers)) {
        if (!tally.counts(c.a && c.b, !c.two_processors, c.set)) continue;
        advantage[c.column].push_back((*c.b - *c.a) / *c.b);
        names[c.column] = c.column_name(spec);
    }
    if (tally.made < tally.total() || tally.total() == 0) return {Verdict::not_tested, made_of(tally)};
    std::string evidence = "mean advantage", best;
    for (const auto& [column, values] : advantage) {
        const double percent = 100 * mean(values);
        evidence += fmt::format("{} {} {}{:.1f}%", best.empty() ? "" : ",", names[column],
                                percent < 0 ? "−" : "+", std::abs(percent));
        if (best.empty() || mean(values) > mean(advantage[best])) best = column;
    }
    return {best == wanted ? Verdict::supported : Verdict::contradicted, evidence};
}

/// abc2010's "no loss": first − second at most the 95% binomial interval of the second's error count. Both
/// models err on the same test rows; McNemar's test would need the rows on which they differ, which runs do
/// not keep.
Finding no_loss(const Value& parameters, const Numbers& numbers) {
    const double rows = parameters.at("test_rows").as_number();
    const double relevant = rows * number_option(parameters, "relevance", 0);
    const TableSpec& spec = numbers.spec(parameters.at("table").as_string());
    Tally tally;
    std::string worst;
    double largest = -std::numeric_limits<double>::infinity();
    for (const ComparedPair& c : comparisons(parameters, numbers)) {
        if (!tally.counts(c.a && c.b, !c.two_processors, c.set)) continue;
        const double share = *c.b / rows;
        const double margin = 1.96 * std::sqrt(rows * share * (1 - share));
        tally.found(*c.a - *c.b <= std::max(margin, relevant));
        if (*c.a - *c.b > largest) {
            largest = *c.a - *c.b;
            worst = fmt::format("; {} {:.0f} errors {} (interval ±{:.0f}): {}",
                                largest > 0 ? "at most" : "at least", std::abs(largest),
                                largest > 0 ? "more" : "fewer", margin, c.names(spec));
        }
    }
    return decide_share(
        parameters, tally,
        found(tally, fmt::format("{} without significant loss{}", tally.hold(),
                                 relevant > 0 ? fmt::format(" of more than {:.0f} errors", relevant) : "")) +
            worst,
        {"largest gap", std::isinf(largest) ? kNoValue : largest});
}

}  // namespace reboost::report
