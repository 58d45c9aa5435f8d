#include "report/pages/contest_page.hpp"

#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/grid.hpp"
#include "report/policies/sections.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

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

std::string markdown_row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells)
        line += " " + escape_markdown(cell) + " |";
    return line + "\n";
}

std::string grid_markdown(const Grid& grid) {
    std::vector<std::string> head{" "};
    head.insert(head.end(), grid.columns.begin(), grid.columns.end());
    std::string text = markdown_row(head) + "|---";
    for (std::size_t i = 0; i < grid.columns.size(); ++i)
        text += "|---";
    text += "|\n";
    for (const GridRow& row : grid.rows) {
        std::vector<std::string> cells{row.label};
        for (const GridCell& cell : row.cells)
            cells.push_back(cell.text);
        text += markdown_row(cells);
    }
    return text;
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

Value contests_in_short(const Paper& paper) {
    Value list = Value::list();
    for (const auto& contest : paper.contests) {
        Value lines = Value::list();
        for (const ContestSection& section : contest->sections)
            if (!section.answer.empty())
                lines.push(Value::object()
                               .set("lead", section.short_label)
                               .set("advice", section.answer.front())
                               .set("lines", texts({section.answer.begin() + 1, section.answer.end()})));
        if (lines.as_list().empty()) continue;
        list.push(
            Value::object().set("label", contest->contest.spec->label).set("answers", std::move(lines)));
    }
    return list;
}

std::string contest_markdown(const FilledContest& contest) {
    if (contest.sections.empty()) return "";
    const ContestSection& section = contest.sections.front();
    std::string text = "\n## " + escape_markdown(section.label) + "\n";
    for (const std::string& warning : section.warnings)
        text += "\n**" + escape_markdown(warning) + "**\n";
    for (const std::string& line : section.answer)
        text += "\n" + escape_markdown(line) + "\n";
    const Grid grid = short_grid(contest.contest, contest.work);
    return grid.rows.empty() ? text : text + "\n" + grid_markdown(grid);
}

}  // namespace reboost::report
