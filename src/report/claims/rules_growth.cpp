#include "core/error.hpp"
#include "report/claims/rules.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

/// Largest |y − (a + b x)| / y of the least-squares line, each point weighted by 1/y²; NaN where all x are
/// equal.
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

double x_of(const Axis& row, const std::string& table) {
    const Value* x = find_path(row.let, "x");
    if (x == nullptr || !x->is_number())
        throw UsageError("linear_growth: row '" + row.id + "' of table '" + table + "' has no number let.x");
    return x->as_number();
}

}  // namespace

Finding linear_growth(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const double limit = parameters.at("limit").as_number();
    Tally tally;
    std::vector<Case> cases;
    for (const std::vector<std::string>& rows : blocks_of(ids(parameters, "rows", spec.rows), spec))
        for (const Axis& column : spec.columns) {
            std::string name = spec.rows[spec.row_index(rows.front())].block;
            if (spec.columns.size() > 1) name += (name.empty() ? "" : " ") + column.label;
            std::vector<double> x;
            for (const std::string& row : rows)
                x.push_back(x_of(spec.rows[spec.row_index(row)], table));
            const auto y = numbers.whole(table, rows, {column.id}, name, tally);
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

}  // namespace reboost::report
