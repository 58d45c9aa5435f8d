#include "report/paper/deviations.hpp"

#include "core/names.hpp"
#include "core/text.hpp"
#include "report/paper/grid.hpp"

#include <algorithm>

#include <fmt/format.h>

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

/// "USPS: FULL, RANDOM(1); MNIST: UCB(1)"; blocks where rows of one name stand in several.
struct Cells {
    std::size_t count = 0;
    std::string text, column;

    void add(const Axis& row, const std::string& of_column, bool blocks) {
        const std::string label = (blocks ? row.block + " " : "") + row.label;
        text += of_column == column ? ", " + label : (text.empty() ? "" : "; ") + of_column + ": " + label;
        column = of_column;
        ++count;
    }
};

const char* head_of(Explained explained) {
    return explained == Explained::yes      ? "Explained"
           : explained == Explained::partly ? "Partly explained"
                                            : "Unexplained";
}

}  // namespace

bool DeviationSpec::speaks_of(const Axis& row, const Axis& column) const {
    return any_names(rows, row.id) && any_names(columns, column.id);
}

void DeviationSpec::check(const TableSpec& table) const {
    check_patterns(rows, table.rows, "row", table.id);
    check_patterns(columns, table.columns, "column", table.id);
}

std::vector<std::string> deviation_notes(const Table& table) {
    const TableSpec& spec = *table.spec;
    if (!spec.tolerance && !spec.relative_tolerance) return {};
    std::vector<Cells> groups(spec.deviations.size() + 1);
    std::size_t outside = 0, measured = 0;
    const bool blocks = !spec.rows.empty() && spec.rows.front().block != spec.rows.back().block;
    for (std::size_t j = 0; j < spec.columns.size(); ++j)
        for (std::size_t i = 0; i < spec.rows.size(); ++i) {
            const Cell& cell = table.cells[i][j];
            if (!cell.full_scale() || std::isnan(cell.published.value)) continue;
            ++measured;
            if (within_tolerance(spec, cell)) continue;
            ++outside;
            groups[cause_of(spec, i, j)].add(spec.rows[i], spec.columns[j].label, blocks);
        }
    if (outside == 0) return {};
    const std::string limit =
        spec.tolerance == 0 ? "are not equal to the published ones" : "lie outside ±" + tolerance_text(spec);
    std::vector<std::string> notes{
        fmt::format("{} of {} cells at the paper's scale {}.", outside, measured, limit)};
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (groups[g].count == 0) continue;
        const bool said = g < spec.deviations.size();
        const std::string head = said ? head_of(spec.deviations[g].explained) : "Nothing is said yet";
        notes.push_back(fmt::format("{}, {} ({}){}", head, counted(groups[g].count, "cell"), groups[g].text,
                                    said ? ": " + spec.deviations[g].sentence : "."));
    }
    return notes;
}

}  // namespace reboost::report
