#include "core/error.hpp"
#include "report/claims/rules.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Points of one block of rows in one column: what grows, and the cell.
struct Series {
    std::vector<double> x, y;
    std::vector<std::string> rows;
    std::string column;
};

/// Largest |y − (a + b x)| / y of the least-squares line, each point weighted by 1/y²; NaN where all x are
/// equal.
double gap_to_line(const Series& s) {
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
        const double weight = 1 / (s.y[i] * s.y[i]);
        w += weight, wx += weight * s.x[i], wy += weight * s.y[i];
        wxx += weight * s.x[i] * s.x[i], wxy += weight * s.x[i] * s.y[i];
    }
    const double slope = (w * wxy - wx * wy) / (w * wxx - wx * wx), start = (wy - slope * wx) / w;
    double gap = 0;
    for (std::size_t i = 0; i < s.x.size(); ++i)
        if (const double here = std::abs(s.y[i] - start - slope * s.x[i]) / s.y[i]; !(here <= gap))
            gap = here;
    return gap;
}

}  // namespace

Finding linear_growth(const Value& parameters, const Numbers& numbers) {
    const std::string& table = parameters.at("table").as_string();
    const TableSpec& spec = numbers.spec(table);
    const double limit = parameters.at("limit").as_number();
    std::vector<std::string> order;
    std::map<std::string, Series> blocks;
    for (const std::string& id : ids(parameters, "rows", spec.rows)) {
        const Axis& row = spec.rows[spec.row_index(id)];
        const Value* x = find_path(row.let, "x");
        if (x == nullptr || !x->is_number())
            throw UsageError("linear_growth: row '" + row.id + "' of table '" + table +
                             "' has no number let.x");
        for (const Axis& column : spec.columns) {
            std::string name = row.block;
            if (spec.columns.size() > 1) name += (name.empty() ? "" : " ") + column.label;
            if (!blocks.contains(name)) order.push_back(name);
            Series& series = blocks[name];
            series.rows.push_back(row.id);
            series.column = column.id;
            const std::optional<double> y = numbers.at(table, row.id, column.id);
            if (!y || !(*y > 0) || !std::isfinite(*y)) continue;
            series.x.push_back(x->as_number());
            series.y.push_back(*y);
        }
    }
    Tally tally;
    std::string evidence;
    for (const std::string& name : order) {
        const Series& series = blocks.at(name);
        if (!tally.counts(series.x.size() == series.rows.size() && series.rows.size() >= 3,
                          numbers.one_processor(table, series.rows, {series.column}), name))
            continue;
        const double gap = gap_to_line(series);
        tally.found(gap <= limit);
        evidence += fmt::format("; {}: gap {:.1f}%, {:.3g} times for {:.3g} times as many", name, 100 * gap,
                                series.y.back() / series.y.front(), series.x.back() / series.x.front());
    }
    return decide_share(parameters, tally,
                        fmt::format("{} of {} within {:g}% of a line{}{}", tally.hold(), tally.made,
                                    100 * limit, missing_text(tally), evidence));
}

}  // namespace reboost::report
