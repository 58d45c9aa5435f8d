#include "report/pages/contest_page.hpp"

#include "report/pages/pages.hpp"
#include "report/paper/grid.hpp"

#include <algorithm>
#include <array>

namespace reboost::report {
namespace {

struct Swatch {
    CellKind kind;
    const char* colour;  ///< of plots/pages/report.css
    const char* meaning;
};
constexpr std::array kSwatches{
    Swatch{CellKind::better, "in0", "better: interval and test agree"},
    Swatch{CellKind::better_by_interval, "in1", "better by the interval alone"},
    Swatch{CellKind::worse_by_interval, "hi1", "worse by the interval alone"},
    Swatch{CellKind::worse, "hi2", "worse: interval and test agree"},
};

const char* colour(CellKind kind) {
    const auto found = std::ranges::find(kSwatches, kind, &Swatch::kind);
    return found == kSwatches.end() ? "" : found->colour;
}

/// What the colours that a grid has mean; false where it has none.
Value colour_key(const Grid& grid) {
    Value used = Value::list();
    for (const Swatch& swatch : kSwatches)
        if (std::ranges::any_of(grid.rows, [&](const GridRow& row) {
                return std::ranges::any_of(row.cells,
                                           [&](const GridCell& c) { return c.kind == swatch.kind; });
            }))
            used.push(Value::object().set("colour", swatch.colour).set("meaning", swatch.meaning));
    if (used.as_list().empty()) return false;
    return Value::object().set("used", std::move(used));
}

Value cell_value(const GridCell& cell) {
    return Value::object()
        .set("value", cell.text)
        .set("raw", exact_number(cell.value))
        .set("cell_class", colour(cell.kind));
}

Value row_value(const GridRow& row) {
    return Value::object()
        .set("row_label", row.label)
        .set("row_class", row.pinned ? "pinned" : "")
        .set("grid_cells", Value::list_of(row.cells, cell_value));
}

}  // namespace

void set_contest_parts(Value& section, const ContestSection& part) {
    section.set("warnings", texts(part.warnings))
        .set("answers_first", !part.answer.empty())  // how the numbers are made stands below them
        .set("answer", texts(part.answer))
        .set("grid_key", colour_key(part.grid))
        .set("grid_columns", texts(part.grid.columns))
        .set("grid_rows", Value::list_of(part.grid.rows, row_value));
}

}  // namespace reboost::report
