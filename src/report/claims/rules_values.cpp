#include "core/error.hpp"
#include "core/mapped.hpp"
#include "report/claims/rules.hpp"
#include "report/measures/query.hpp"
#include "statistics/intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace reboost::report {
namespace {

/// Half the 95% interval of the difference between two cells: replicate by replicate if both store
/// replicates, else from the standard deviations; infinite if a cell has only one replicate.
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

/// Returns the largest ratio of a value to an earlier one.
double largest_rise(const std::vector<double>& values) {
    double least = values.front(), rise = 1;
    for (const double value : values) {
        rise = std::max(rise, value / least);
        least = std::min(least, value);
    }
    return rise;
}

/// Returns the largest |y − (a + b x)| / y of the least-squares line, each point weighted by 1/y²; NaN if all
/// x are equal.
double gap_to_line(const std::vector<double>& x, const std::vector<double>& y) {
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double weight = 1 / (y[i] * y[i]);
        w += weight, wx += weight * x[i], wy += weight * y[i];
        wxx += weight * x[i] * x[i], wxy += weight * x[i] * y[i];
    }
    const double slope = (w * wxy - wx * wy) / (w * wxx - wx * wx), start = (wy - slope * wx) / w;
    double gap = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (const double here = std::abs(y[i] - start - slope * x[i]) / y[i]; !(here <= gap)) gap = here;
    return gap;
}

double x_of(const Axis& row, const TableSpec& table) {
    const Value* x = find_path(row.let, "x");
    if (x == nullptr || !x->is_number())
        throw UsageError("linear_growth: row '" + row.id + "' of table '" + table.id +
                         "' has no number let.x");
    return x->as_number();
}

}  // namespace

Finding within(const Value& parameters, const Numbers& numbers) {
    const TableNumbers table(parameters, numbers);
    const double low = number_option(parameters, "low", -kNever);
    const double high = number_option(parameters, "high", kNever);
    Tally tally;
    std::vector<double> values;
    for (const std::string& row : table.rows())
        for (const std::string& column : table.columns()) {
            const std::string set = table.data_set(row, column);
            const std::optional<double> value = table.at(row, column);
            if (value) values.push_back(*value);
            // Published values are rounded, so the ends of the interval belong to it.
            if (value)
                tally.add(set, *value >= low - 1e-12 && *value <= high + 1e-12);
            else
                tally.miss(set);
        }
    return decide_share(parameters, std::move(tally), middle_of("median", values));
}

Finding rises_at_end(const Value& parameters, const Numbers& numbers) {
    const TableNumbers table(parameters, numbers);
    const std::vector<std::string> rows = table.rows();
    const bool published = numbers.source == Source::published;  // a printed number has no replicates
    Tally tally;
    std::vector<double> rises;
    std::vector<Case> exceptions;
    for (const std::string& column : table.columns()) {
        const std::string set = table.data_set(rows.front(), column);
        const auto values = table.whole(rows, {column}, set, tally);
        if (!values) continue;
        const auto replicates = [&](std::size_t row) {
            const TableSpec& spec = table.spec();
            return replicates_of(spec, spec.row_index(rows[row]), spec.column_index(column), numbers.runs);
        };
        const auto least = std::ranges::min_element(*values);
        const double rise = values->back() - *least;
        rises.push_back(rise);
        const double half =
            published || !(rise > 0)
                ? 0
                : half_interval(replicates(rows.size() - 1),
                                replicates(static_cast<std::size_t>(least - values->begin())));
        const Outcome outcome = !(rise > 0)   ? Outcome::refuted
                                : rise > half ? Outcome::holds
                                              : Outcome::undecided;
        tally.add(set, outcome);
        if (outcome != Outcome::holds)
            exceptions.push_back({table.column(column).label, outcome, rise, rise - half, rise + half});
    }
    return decide_share(parameters, std::move(tally), middle_of("median difference", std::move(rises)),
                        std::move(exceptions));
}

/// abc2010's weak dependence: largest/smallest value over each group of rows and all columns, or over each
/// row alone. With `rising`, only later values divided by earlier ones count: slower growth does not
/// contradict a bound on growth.
Finding spread_ratio(const Value& parameters, const Numbers& numbers) {
    const TableNumbers table(parameters, numbers);
    const double limit = parameters.at("limit").as_number();
    const std::vector<std::string> rows = table.rows(), columns = table.columns();
    const auto alone = [](const std::string& row) { return std::vector{row}; };
    const std::vector<std::vector<std::string>> groups =
        flag_option(parameters, "each_row") ? mapped(rows, alone) : blocks_of(rows, table);
    Tally tally;
    double largest = 0;
    for (const std::vector<std::string>& group : groups) {
        const auto values = table.whole(group, columns, group.front(), tally);
        if (!values) continue;
        const double ratio = flag_option(parameters, "rising")
                                 ? largest_rise(*values)
                                 : std::ranges::max(*values) / std::ranges::min(*values);
        largest = std::max(largest, ratio);
        tally.add(group.front(), ratio <= limit);
    }
    const double shown = tally.made() > 0 ? largest : kNoValue;
    return decide_share(parameters, std::move(tally), {"largest ratio", shown});
}

/// In each column, the first of the rows `first` must exceed its partner in `second`, and the last must be
/// below; the cases say where the sign changes.
Finding crossing(const Value& parameters, const Numbers& numbers) {
    const TableNumbers table(parameters, numbers);
    const std::vector<std::string> first = table.ids("first", {}), second = table.ids("second", {});
    if (first.empty() || first.size() != second.size())
        throw UsageError("'first' and 'second' must name as many rows, one at least");
    std::vector<std::string> both = first;
    both.insert(both.end(), second.begin(), second.end());
    Tally tally;
    std::vector<Case> cases;
    for (const std::string& column : table.columns()) {
        const std::string set = table.data_set(first.front(), column);
        const auto values = table.whole(both, {column}, set, tally);
        if (!values) continue;
        const auto gap = [&](std::size_t i) { return (*values)[i] - (*values)[first.size() + i]; };
        const double last = gap(first.size() - 1);
        const Outcome outcome = gap(0) > 0 && last < 0 ? Outcome::holds : Outcome::refuted;
        std::string at = table.column(column).label;
        for (std::size_t i = 1; i < first.size(); ++i)
            if (gap(i - 1) > 0 && gap(i) <= 0) at += ", at " + table.row(first[i]).label;
        tally.add(set, outcome);
        cases.push_back({at, outcome, last});
    }
    return decide_share(parameters, std::move(tally), {}, std::move(cases));
}

/// opt2009's Table 2 against its Table 1: a time must be finite exactly if the asymptotic error is ≤ factor ×
/// FULL's. The cases are the exceptions, each with its error divided by that target.
Finding reach_consistent(const Value& parameters, const Numbers& numbers) {
    const TableNumbers errors(parameters, numbers), times(parameters, numbers, "times");
    Tally tally;
    std::vector<Case> exceptions;
    for (const Value& row_value : parameters.at("rows").as_list()) {
        const std::string& row = row_value.as_string();
        std::string full;
        for (const auto& [prefix, name] : parameters.at("full").as_object())
            if (row.starts_with(prefix)) full = name.as_string();
        for (const auto& [column, factor] : parameters.at("factors").as_object()) {
            const auto error = errors.at(row, column), base = errors.at(full, column);
            const auto time = times.at(row, column);
            if (!error || !base || !time) {
                tally.miss(column);
                continue;
            }
            const double target = factor.as_number() * *base;
            const bool agree = std::isfinite(*time) == (*error <= target);
            tally.add(column, agree);
            if (!agree)
                exceptions.push_back({errors.row(row).name() + " on " + errors.column(column).label,
                                      Outcome::refuted, *error / target});
        }
    }
    return decide_share(parameters, std::move(tally), {}, std::move(exceptions));
}

Finding bound_holds(const Value& parameters, const Numbers& numbers) {
    if (numbers.source == Source::published) return {};
    const double bound = parameters.at("bound").as_number();
    const Value* query = parameters.find("query");
    const Value asked = query != nullptr ? *query : Value::object();
    Finding finding;
    double largest = -kNever;
    std::set<std::string> seen;  // the set may hold a run twice: its own result and a reference result
    for (const Run* run : without_shorter_own(numbers.runs.select(asked))) {
        if (!seen.insert(run->id).second) continue;
        const double value = reduce(numbers.runs, std::array{run}, parameters.at("measure"), asked).value;
        if (std::isnan(value)) continue;
        finding.tally.add(text_at(run->options(), "dataset.name"), value <= bound);
        largest = std::max(largest, value);
    }
    if (std::isfinite(largest)) finding.effect = {"largest value", largest};
    if (finding.tally.refuted() > 0)
        finding.verdict = Verdict::contradicted;
    else if (static_cast<double>(finding.tally.made()) >= number_option(parameters, "at_least_runs", 1))
        finding.verdict = Verdict::supported;
    return finding;
}

Finding linear_growth(const Value& parameters, const Numbers& numbers) {
    const TableNumbers table(parameters, numbers);
    const double limit = parameters.at("limit").as_number();
    Tally tally;
    std::vector<Case> cases;
    for (const std::vector<std::string>& rows : blocks_of(table.rows(), table))
        for (const Axis& column : table.spec().columns) {
            std::string name = table.row(rows.front()).block;
            if (table.spec().columns.size() > 1) name += (name.empty() ? "" : " ") + column.label;
            const std::vector<double> x =
                mapped(rows, [&](const std::string& row) { return x_of(table.row(row), table.spec()); });
            const auto y = table.whole(rows, {column.id}, name, tally);
            if (!y) continue;
            if (rows.size() < 3 ||
                !std::ranges::all_of(*y, [](double v) { return v > 0 && std::isfinite(v); })) {
                tally.miss(name);
                continue;
            }
            const double gap = gap_to_line(x, *y);
            tally.add(name, gap <= limit);
            cases.push_back({name, gap <= limit ? Outcome::holds : Outcome::refuted, gap});
        }
    return decide_share(parameters, tally, {}, std::move(cases));
}

/// Computes both determinants over a grid of class probabilities: 0 with the derivatives (4), 9 p0 p1 p2 with
/// (10) and (11).
Finding hessian_determinant(const Value&, const Numbers& numbers) {
    if (numbers.source == Source::published) return {};
    double gap_plain = 0, gap_abc = 0;
    for (int i = 1; i < 20; ++i)
        for (int j = 1; i + j < 20; ++j) {
            const std::array<double, 3> p{i / 20.0, j / 20.0, (20 - i - j) / 20.0};
            const auto h = [&p](std::size_t a, std::size_t b) {
                return a == b ? p[a] * (1 - p[a]) : -p[a] * p[b];
            };
            const double plain = h(0, 0) * (h(1, 1) * h(2, 2) - h(1, 2) * h(2, 1)) -
                                 h(0, 1) * (h(1, 0) * h(2, 2) - h(1, 2) * h(2, 0)) +
                                 h(0, 2) * (h(1, 0) * h(2, 1) - h(1, 1) * h(2, 0));
            gap_plain = std::max(gap_plain, std::abs(plain));
            for (std::size_t base = 0; base < 3; ++base) {  // the result must not depend on the base class
                const double b = p[base], q = p[(base + 1) % 3], r = p[(base + 2) % 3];
                const double qq = b * (1 - b) + q * (1 - q) + 2 * b * q,
                             rr = b * (1 - b) + r * (1 - r) + 2 * b * r;
                const double qr = b - b * b + b * q + b * r - q * r;
                gap_abc = std::max(gap_abc, std::abs(qq * rr - qr * qr - 9 * b * q * r));
            }
        }
    const double largest = std::max(gap_plain, gap_abc);
    return {largest < 1e-12 ? Verdict::supported : Verdict::contradicted, {"largest gap", largest}};
}

}  // namespace reboost::report
