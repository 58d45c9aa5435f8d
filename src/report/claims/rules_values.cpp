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

/// Groups consecutive rows of the same block.
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

void within(const TableNumbers& table, Finding& finding) {
    const double low = number_option(table.parameters, "low", -kNever);
    const double high = number_option(table.parameters, "high", kNever);
    std::vector<double> values;
    for (const std::string& row : table.rows())
        for (const std::string& column : table.columns()) {
            const std::string set = table.data_set(row, column);
            const std::optional<double> value = table.at(row, column);
            if (!value) {
                finding.tally.miss(set);
                continue;
            }
            values.push_back(*value);
            // Published values are rounded, so the ends of the interval belong to it.
            finding.tally.add(set, *value >= low - 1e-12 && *value <= high + 1e-12);
        }
    finding.effect = middle_of("median", std::move(values));
}

void rises_at_end(const TableNumbers& table, Finding& finding) {
    const std::vector<std::string> rows = table.rows();
    const bool published = table.numbers.source == Source::published;  // a printed number has no replicates
    std::vector<double> rises;
    for (const std::string& column : table.columns()) {
        const std::string set = table.data_set(rows.front(), column);
        const auto values = table.whole(rows, {column}, set, finding.tally);
        if (!values) continue;
        const auto replicates = [&](std::size_t row) {
            const TableSpec& spec = table.spec();
            return replicates_of(spec, spec.row_index(rows[row]), spec.column_index(column),
                                 table.numbers.runs);
        };
        const auto least = std::ranges::min_element(*values);
        const double rise = values->back() - *least;
        rises.push_back(rise);
        double half = 0;
        if (!published && rise > 0)
            half = half_interval(replicates(rows.size() - 1),
                                 replicates(static_cast<std::size_t>(least - values->begin())));
        const Outcome outcome = finding.tally.add(set, outcome_of(rise > half, !(rise > 0)));
        if (outcome != Outcome::holds)
            finding.cases.push_back({table.column(column).label, outcome, rise, rise - half, rise + half});
    }
    finding.effect = middle_of("median difference", std::move(rises));
}

/// abc2010's weak dependence: largest/smallest value over each group of rows and all columns, or over each
/// row alone. With `rising`, only later values divided by earlier ones count: slower growth does not
/// contradict a bound on growth.
void spread_ratio(const TableNumbers& table, Finding& finding) {
    const double limit = table.parameters.at("limit").as_number();
    const std::vector<std::string> rows = table.rows(), columns = table.columns();
    const auto alone = [](const std::string& row) { return std::vector{row}; };
    const std::vector<std::vector<std::string>> groups =
        flag_option(table.parameters, "each_row") ? mapped(rows, alone) : blocks_of(rows, table);
    double largest = 0;
    for (const std::vector<std::string>& group : groups) {
        const auto values = table.whole(group, columns, group.front(), finding.tally);
        if (!values) continue;
        const double ratio = flag_option(table.parameters, "rising")
                                 ? largest_rise(*values)
                                 : std::ranges::max(*values) / std::ranges::min(*values);
        largest = std::max(largest, ratio);
        finding.tally.add(group.front(), ratio <= limit);
    }
    finding.effect = {"largest ratio", finding.tally.made() > 0 ? largest : kNoValue};
}

/// In each column, the first of the rows `first` must exceed its partner in `second`, and the last must be
/// below; the cases say where the sign changes.
void crossing(const TableNumbers& table, Finding& finding) {
    const std::vector<std::string> first = table.ids("first", {}), second = table.ids("second", {});
    if (first.empty() || first.size() != second.size())
        throw UsageError("'first' and 'second' must name as many rows, one at least");
    std::vector<std::string> both = first;
    both.insert(both.end(), second.begin(), second.end());
    for (const std::string& column : table.columns()) {
        const std::string set = table.data_set(first.front(), column);
        const auto values = table.whole(both, {column}, set, finding.tally);
        if (!values) continue;
        const auto gap = [&](std::size_t i) { return (*values)[i] - (*values)[first.size() + i]; };
        const double last = gap(first.size() - 1);
        std::string at = table.column(column).label;
        for (std::size_t i = 1; i < first.size(); ++i)
            if (gap(i - 1) > 0 && gap(i) <= 0) at += ", at " + table.row(first[i]).label;
        finding.cases.push_back({at, finding.tally.add(set, gap(0) > 0 && last < 0), last});
    }
}

/// opt2009's Table 2 against its Table 1: a time must be finite exactly if the asymptotic error is ≤ factor ×
/// FULL's. The cases are the exceptions, each with its error divided by that target.
void reach_consistent(const TableNumbers& errors, Finding& finding) {
    const Value& parameters = errors.parameters;
    const TableNumbers times(parameters, errors.numbers, "times");
    parameters.at("rows");  // throws if it is absent
    for (const std::string& row : errors.rows()) {
        std::string full;
        for (const auto& [prefix, name] : parameters.at("full").as_object())
            if (row.starts_with(prefix)) full = name.as_string();
        for (const auto& [column, factor] : parameters.at("factors").as_object()) {
            const auto error = errors.at(row, column), base = errors.at(full, column);
            const auto time = times.at(row, column);
            if (!error || !base || !time) {
                finding.tally.miss(column);
                continue;
            }
            const double target = factor.as_number() * *base;
            const bool agree = std::isfinite(*time) == (*error <= target);
            if (finding.tally.add(column, agree) == Outcome::refuted)
                finding.cases.push_back({errors.row(row).name() + " on " + errors.column(column).label,
                                         Outcome::refuted, *error / target});
        }
    }
}

void bound_holds(const TableNumbers& table, Finding& finding) {
    if (table.numbers.source == Source::published) return;
    const double bound = table.parameters.at("bound").as_number();
    const Value* query = table.parameters.find("query");
    const Value asked = query != nullptr ? *query : Value::object();
    double largest = -kNever;
    std::set<std::string> seen;  // the set may hold a run twice: its own result and a reference result
    for (const Run* run : without_shorter_own(table.numbers.runs.select(asked))) {
        if (!seen.insert(run->id).second) continue;
        const double value =
            reduce(table.numbers.runs, std::array{run}, table.parameters.at("measure"), asked).value;
        if (std::isnan(value)) continue;
        finding.tally.add(text_at(run->options(), "dataset.name"), value <= bound);
        largest = std::max(largest, value);
    }
    if (std::isfinite(largest)) finding.effect = {"largest value", largest};
    if (finding.tally.refuted() > 0)
        finding.verdict = Verdict::contradicted;
    else if (static_cast<double>(finding.tally.made()) >= number_option(table.parameters, "at_least_runs", 1))
        finding.verdict = Verdict::supported;
}

void linear_growth(const TableNumbers& table, Finding& finding) {
    const double limit = table.parameters.at("limit").as_number();
    for (const std::vector<std::string>& rows : blocks_of(table.rows(), table))
        for (const Axis& column : table.spec().columns) {
            std::string name = table.row(rows.front()).block;
            if (table.spec().columns.size() > 1) name += (name.empty() ? "" : " ") + column.label;
            const std::vector<double> x =
                mapped(rows, [&](const std::string& row) { return x_of(table.row(row), table.spec()); });
            const auto y = table.whole(rows, {column.id}, name, finding.tally);
            if (!y) continue;
            if (rows.size() < 3 ||
                !std::ranges::all_of(*y, [](double v) { return v > 0 && std::isfinite(v); })) {
                finding.tally.miss(name);
                continue;
            }
            const double gap = gap_to_line(x, *y);
            finding.cases.push_back({name, finding.tally.add(name, gap <= limit), gap});
        }
}

/// Computes both determinants over a grid of class probabilities: 0 with the derivatives (4), 9 p0 p1 p2 with
/// (10) and (11).
void hessian_determinant(const TableNumbers& table, Finding& finding) {
    if (table.numbers.source == Source::published) return;
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
    finding.verdict = largest < 1e-12 ? Verdict::supported : Verdict::contradicted;
    finding.effect = {"largest gap", largest};
}

}  // namespace reboost::report
