/// Why cells lie outside their table's tolerance: what paper.json says of each, and of which it says nothing.
#include "core/names.hpp"
#include "report/paper/table.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

using Patterns = std::vector<std::string>;

bool names(const std::string& pattern, const std::string& id) {
    return pattern.ends_with('*') ? id.starts_with(pattern.substr(0, pattern.size() - 1)) : id == pattern;
}

bool any_names(const Patterns& patterns, const std::string& id) {
    return patterns.empty() ||
           std::ranges::any_of(patterns, [&](const std::string& pattern) { return names(pattern, id); });
}

void check_patterns(const Patterns& patterns, const std::vector<Axis>& axes, const char* kind,
                    const std::string& table) {
    for (const std::string& pattern : patterns)
        if (std::ranges::none_of(axes, [&](const Axis& axis) { return names(pattern, axis.id); }))
            find_named(axes, pattern, kind, &Axis::id, "deviations of table '" + table + "'");
}

/// The first cause that speaks of the cell; `deviations.size()` where none does.
std::size_t cause_of(const TableSpec& spec, std::size_t row, std::size_t column) {
    const auto speaks = [&](const DeviationSpec& cause) {
        return cause.speaks_of(spec.rows[row], spec.columns[column]);
    };
    return static_cast<std::size_t>(std::ranges::find_if(spec.deviations, speaks) - spec.deviations.begin());
}

}  // namespace

bool DeviationSpec::speaks_of(const Axis& row, const Axis& column) const {
    return any_names(rows, row.id) && any_names(columns, column.id);
}

void DeviationSpec::check(const TableSpec& table) const {
    check_patterns(rows, table.rows, "row", table.id);
    check_patterns(columns, table.columns, "column", table.id);
}

std::vector<DeviatingCells> deviating_cells(const Table& table) {
    const TableSpec& spec = *table.spec;
    if (!spec.judged()) return {};
    std::vector<DeviatingCells> groups(spec.deviations.size() + 1);
    std::vector<std::string> columns(groups.size());
    const bool blocks = !spec.rows.empty() && spec.rows.front().block != spec.rows.back().block;
    for (std::size_t j = 0; j < spec.columns.size(); ++j)
        for (std::size_t i = 0; i < spec.rows.size(); ++i) {
            const Cell& cell = table.cells[i][j];
            if (!cell.full_scale() || std::isnan(cell.published.value) || within_tolerance(spec, cell))
                continue;
            const std::size_t cause = cause_of(spec, i, j);
            const std::string& column = spec.columns[j].label;
            std::string& text = groups[cause].text;
            text += columns[cause] == column ? ", " : (text.empty() ? "" : "; ") + column + ": ";
            text += (blocks ? spec.rows[i].block + " " : "") + spec.rows[i].label;
            columns[cause] = column;
            ++groups[cause].count;
        }
    return groups;
}

}  // namespace reboost::report
