#include "core/error.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/query.hpp"
#include "report/paper/interval_text.hpp"
#include "statistics/intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// "full, ratio of work": the one cell that a rule looks at.
std::string only_cell(const Value& parameters, const TableSpec& spec) {
    const std::string row = ids(parameters, "rows", spec.rows).front(),
                      column = ids(parameters, "columns", spec.columns).front();
    return spec.rows[spec.row_index(row)].name() + ", " + spec.columns[spec.column_index(column)].label;
}

/// Half the 95% interval of the difference between two cells: replicate by replicate where both tell them,
/// else from their standard deviations; infinite where there is one replicate.
double half_interval(const Replicates& a, const Replicates& b) {
    std::vector<double> differences;
    for (const auto& [replicate, value] : a.values)
        if (const auto twin = b.values.find(replicate); twin != b.values.end())
            differences.push_back(value - twin->second);
    if (differences.size() > 1)
        return statistics::half_interval({sample_sd(differences), differences.size()});
    if (!std::isfinite(a.sd) || !std::isfinite(b.sd)) return std::numeric_limits<double>::infinity();
    return statistics::half_interval({a.sd, a.count}, {b.sd, b.count});
}

/// A sign as it is printed elsewhere: "−0.5", "+0.5".
std::string with_sign(double value) {
    return (value < 0 ? "−" : "+") + fmt::format("{:.3g}", std::abs(value));
}

/// The largest of a value over one before it.
double largest_rise(const std::vector<double>& values) {
    double least = values.front(), rise = 1;
    for (const double value : values) {
        rise = std::max(rise, value / least);
        least = std::min(least, value);
    }
    return rise;
}

}  // namespace

std::string bounds_text(double low, double high) {
    if (std::isinf(low)) return fmt::format("at most {:g}", high);
    return std::isinf(high) ? fmt::format("at least {:g}", low) : fmt::format("in [{:g}, {:g}]", low, high);
}

Finding within(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const double low = number_option(parameters, "low", -std::numeric_limits<double>::infinity());
    const double high = number_option(parameters, "high", std::numeric_limits<double>::infinity());
    Tally tally;
    std::vector<double> values;
    for (const std::string& row : ids(parameters, "rows", spec.rows))
        for (const std::string& column : ids(parameters, "columns", spec.columns)) {
            const std::optional<double> value = numbers.at(table, row, column);
            if (!tally.counts(value.has_value(), numbers.data_set(table, row, column))) continue;
            values.push_back(*value);
            // Published values are rounded to the digits printed: an interval's ends belong to it.
            tally.found(*value >= low - 1e-12 && *value <= high + 1e-12);
        }
    const std::string interval =
        bounds_text(low, high) + (spec.unit.empty() || spec.unit == "%" ? spec.unit : " " + spec.unit);
    if (tally.made == 0)
        return decide_share(parameters, tally, "none at full scale yet, expected " + interval);
    if (tally.total() == 1)
        return decide_share(
            parameters, tally,
            fmt::format("{}: {}; expected {}", only_cell(parameters, spec), digits_text(values[0]), interval),
            middle_of("median", values));
    std::string evidence =
        fmt::format("{} of {} values {}{}", tally.hold(), tally.made, interval, missing_text(tally));
    if (values.size() == 1)
        evidence += fmt::format("; value {}", digits_text(values[0]));
    else if (*std::ranges::min_element(values) == *std::ranges::max_element(values))
        evidence += fmt::format("; all {}", digits_text(values[0]));
    else
        evidence += fmt::format("; range {} to {}", digits_text(std::ranges::min(values)),
                                digits_text(std::ranges::max(values)));
    return decide_share(parameters, tally, evidence, middle_of("median", values));
}

Finding rises_at_end(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const std::vector<std::string> rows = ids(parameters, "rows", spec.rows);
    const bool published = numbers.source() == Source::published;  // a printed number has no replicates
    Tally tally;
    std::vector<double> rises;
    std::string inside, exceptions;
    for (const std::string& column : ids(parameters, "columns", spec.columns)) {
        std::vector<double> values;
        for (const std::string& row : rows)
            if (const auto value = numbers.at(table, row, column)) values.push_back(*value);
        if (!tally.counts(values.size() == rows.size(), numbers.one_processor(table, rows, {column}),
                          numbers.data_set(table, rows.front(), column)))
            continue;
        const std::size_t place = spec.column_index(column);
        const std::string& label = spec.columns[place].label;
        const auto least = std::ranges::min_element(values);
        const double rise = values.back() - *least;
        rises.push_back(rise);
        if (!(rise > 0)) {
            tally.found(false);
            exceptions += (exceptions.empty() ? "; not: " : ", ") + label;
            continue;
        }
        const auto replicates = [&](std::size_t row) {
            return replicates_of(spec, spec.row_index(rows[row]), place, numbers.runs());
        };
        const auto lowest = static_cast<std::size_t>(least - values.begin());
        const double half = published ? 0 : half_interval(replicates(rows.size() - 1), replicates(lowest));
        tally.found(rise > half ? Outcome::holds : Outcome::undecided);
        if (!(rise > half))
            inside += fmt::format("{}{} ({}{})", inside.empty() ? "; inside it, neither: " : ", ", label,
                                  with_sign(rise), std::isinf(half) ? "" : fmt::format(" ± {:.2g}", half));
    }
    return decide_share(parameters, tally,
                        fmt::format("{} of {} end above their least{}{}{}{}", tally.hold(), tally.made,
                                    published ? "" : " by more than the 95% interval", missing_text(tally),
                                    inside, exceptions),
                        middle_of("median difference", std::move(rises)));
}

/// abc2010's weak dependence: largest/smallest over each group of rows and all columns, or over each row
/// alone. Of a bound on growth (`rising`) a later value over an earlier one: slower growth does not
/// contradict it.
Finding spread_ratio(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const double limit = parameters.at("limit").as_number();
    const Value* bound_on_growth = parameters.find("rising");
    const bool rising = bound_on_growth != nullptr && bound_on_growth->as_bool();
    const std::vector<std::string> rows = ids(parameters, "rows", spec.rows);
    std::vector<std::vector<std::string>> groups;
    if (const Value* each = parameters.find("each_row"); each != nullptr && each->as_bool()) {
        for (const std::string& row : rows)
            groups.push_back({row});
    } else {
        const auto block_of = [&](const std::string& row) { return spec.rows[spec.row_index(row)].block; };
        for (const std::string& row : rows) {
            if (groups.empty() || block_of(groups.back().front()) != block_of(row)) groups.emplace_back();
            groups.back().push_back(row);
        }
    }
    Tally tally;
    double largest = 0;
    for (const auto& group : groups) {
        std::vector<double> values;
        std::size_t wanted = 0;
        for (const std::string& row : group)
            for (const std::string& column : ids(parameters, "columns", spec.columns)) {
                ++wanted;
                if (const auto value = numbers.at(table, row, column)) values.push_back(*value);
            }
        if (!tally.counts(values.size() == wanted,
                          numbers.one_processor(table, group, ids(parameters, "columns", spec.columns)),
                          group.front()))
            continue;
        const double ratio =
            rising ? largest_rise(values) : std::ranges::max(values) / std::ranges::min(values);
        largest = std::max(largest, ratio);
        tally.found(ratio <= limit);
    }
    std::string evidence = fmt::format("{} of {} groups complete", tally.made, tally.total());
    if (tally.made > 0)
        evidence +=
            fmt::format("; largest {} {:.3f}, limit {:g}", rising ? "rise" : "max/min", largest, limit);
    return decide_share(parameters, tally, evidence, {"largest ratio", tally.made > 0 ? largest : kNoValue});
}

/// Column by column: the first of the rows `first` is higher than its partner in `second`, the last one
/// lower; the evidence gives the crossing.
Finding crossing(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const std::vector<std::string> first = ids(parameters, "first", {}),
                                   second = ids(parameters, "second", {});
    if (first.empty() || first.size() != second.size())
        throw UsageError("'first' and 'second' must name as many rows, one at least");
    std::vector<std::string> both = first;
    both.insert(both.end(), second.begin(), second.end());
    Tally tally;
    std::string evidence;
    for (const std::string& column : ids(parameters, "columns", spec.columns)) {
        std::vector<double> gaps;
        for (std::size_t i = 0; i < first.size(); ++i) {
            const auto a = numbers.at(table, first[i], column);
            const auto b = numbers.at(table, second[i], column);
            if (a && b) gaps.push_back(*a - *b);
        }
        if (!tally.counts(gaps.size() == first.size(), numbers.one_processor(table, both, {column}),
                          numbers.data_set(table, first.front(), column)))
            continue;
        tally.found(gaps.front() > 0 && gaps.back() < 0);
        std::string where = "does not cross";
        for (std::size_t i = 1; i < gaps.size(); ++i)
            if (gaps[i - 1] > 0 && gaps[i] <= 0)
                where = "crosses at " + spec.rows[spec.row_index(first[i])].label;
        evidence += fmt::format("; {}: {} to {}, {}", spec.columns[spec.column_index(column)].label,
                                with_sign(gaps.front()), with_sign(gaps.back()), where);
    }
    return decide_share(
        parameters, tally,
        fmt::format("{} of {} cross{}{}", tally.hold(), tally.made, missing_text(tally), evidence));
}

/// Table 2 of opt2009 against its Table 1: finite exactly where the asymptotic error is at most factor ×
/// FULL's.
Finding reach_consistent(const Value& parameters, const Numbers& numbers) {
    const std::string& errors = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(errors);
    const std::string& times = parameters.at("times").as_string();
    Tally tally;
    std::string exceptions;
    for (const Value& row_value : parameters.at("rows").as_list()) {
        const std::string& row = row_value.as_string();
        std::string full;
        for (const auto& [prefix, name] : parameters.at("full").as_object())
            if (row.starts_with(prefix)) full = name.as_string();
        for (const auto& [column, factor] : parameters.at("factors").as_object()) {
            const auto error = numbers.at(errors, row, column), base = numbers.at(errors, full, column);
            const auto time = numbers.at(times, row, column);
            if (!tally.counts(error && base && time, column)) continue;
            const double target = factor.as_number() * *base;
            const bool agree = std::isfinite(*time) == (*error <= target);
            tally.found(agree);
            if (!agree)
                exceptions += fmt::format(
                    "; {} {}: {} though {:.2f} {} {:.2f}", spec.rows[spec.row_index(row)].name(),
                    spec.columns[spec.column_index(column)].label, std::isfinite(*time) ? "finite" : "never",
                    *error, *error <= target ? "<=" : ">", target);
        }
    }
    return decide_share(
        parameters, tally,
        fmt::format("{} of {} cells agree{}{}", tally.hold(), tally.made, missing_text(tally), exceptions));
}

Finding bound_holds(const Value& parameters, const Numbers& numbers) {
    if (numbers.source() == Source::published) return {};
    const double bound = parameters.at("bound").as_number();
    const Value* least_option = parameters.find("at_least_runs");
    const auto least = static_cast<std::size_t>(least_option ? least_option->as_integer() : 1);
    const Value* query = parameters.find("query");
    Tally tally;
    double largest = -std::numeric_limits<double>::infinity();
    const std::vector<const Run*> runs = without_shorter_own(numbers.runs().select(query ? *query : Value()));
    std::set<std::string> seen;  // a run of one's own may be a reference result, too
    for (const Run* run : runs) {
        if (!seen.insert(run->id).second) continue;
        const Reduction r = reduce(numbers.runs(), std::span(&run, 1), parameters.at("measure"),
                                   query ? *query : Value::object());
        if (std::isnan(r.value)) continue;
        tally.counts(true, text_at(run->spec, "dataset.name"));
        tally.found(r.value <= bound);
        largest = std::max(largest, r.value);
    }
    const bool broken = tally.refuted() > 0;
    if (tally.made < least && !broken) return {Verdict::not_tested, fmt::format("{} runs", tally.made)};
    return {broken ? Verdict::contradicted : Verdict::supported,
            fmt::format("holds in {} of {} runs; largest {:.3g}, bound {:g}", tally.hold(), tally.made,
                        largest, bound),
            {"largest value", tally.made > 0 ? largest : kNoValue},
            tally};
}

/// Both determinants over a grid of class probabilities: 0 with the derivatives (4), 9 p0 p1 p2 with (10) and
/// (11).
Finding hessian_determinant(const Value&, const Numbers& numbers) {
    if (numbers.source() == Source::published) return {};
    double gap_plain = 0, gap_abc = 0;
    std::size_t points = 0;
    for (int i = 1; i < 20; ++i)
        for (int j = 1; i + j < 20; ++j, ++points) {
            const std::array<double, 3> p{i / 20.0, j / 20.0, (20 - i - j) / 20.0};
            const auto h = [&p](std::size_t a, std::size_t b) {
                return a == b ? p[a] * (1 - p[a]) : -p[a] * p[b];
            };
            const double plain = h(0, 0) * (h(1, 1) * h(2, 2) - h(1, 2) * h(2, 1)) -
                                 h(0, 1) * (h(1, 0) * h(2, 2) - h(1, 2) * h(2, 0)) +
                                 h(0, 2) * (h(1, 0) * h(2, 1) - h(1, 1) * h(2, 0));
            gap_plain = std::max(gap_plain, std::abs(plain));
            for (std::size_t base = 0; base < 3; ++base) {  // the same whichever class is the base
                const double b = p[base], q = p[(base + 1) % 3], r = p[(base + 2) % 3];
                const double qq = b * (1 - b) + q * (1 - q) + 2 * b * q,
                             rr = b * (1 - b) + r * (1 - r) + 2 * b * r;
                const double qr = b - b * b + b * q + b * r - q * r;
                gap_abc = std::max(gap_abc, std::abs(qq * rr - qr * qr - 9 * b * q * r));
            }
        }
    const bool holds = gap_plain < 1e-12 && gap_abc < 1e-12;
    return {
        holds ? Verdict::supported : Verdict::contradicted,
        fmt::format(
            "{} points: |det| of (4) at most {:.1g}, |det - 9 p0 p1 p2| of (10), (11) at most {:.1g} for any "
            "base class",
            points, gap_plain, gap_abc)};
}

}  // namespace reboost::report
