/// A table as a page shows it: numbers aligned, deviations in colour, every value a link to its run.
#include "config/label.hpp"
#include "core/order.hpp"
#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"
#include "report/pages/run_pages.hpp"
#include "report/paper/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// "14" of "14.78": what stands before the decimal point.
std::string whole_part(const std::string& number) {
    return number.substr(0, number.find('.'));
}

/// Of the whole parts of a column's numbers, which are set to the right of as much room, so that the decimal
/// points stand below one another.
std::size_t whole_width(const Table& table, std::size_t column) {
    std::size_t width = 1;
    for (const auto& row : table.cells)
        for (const double value : {row[column].value, row[column].published.value, row[column].beside.value})
            if (!std::isnan(value))
                width = std::max(width, text_width(whole_part(format_number(value, table.spec->decimals))));
    return std::min<std::size_t>(width, 14);
}

/// How far the value is from the published one, in tolerances: "in0", "in1" within a half or one of them,
/// "lo1" … "hi3" below or above.
std::string deviation(const TableSpec& spec, const Cell& cell) {
    const double gap = cell.difference();
    if (cell.value == cell.published.value) return "in0";
    if (std::isnan(gap)) return "full";
    const double tolerance = std::max(spec.tolerance.value_or(0),
                                      spec.relative_tolerance.value_or(0) * std::abs(cell.published.value));
    const double units = tolerance > 0 ? std::abs(gap) / tolerance : 5;
    if (units <= 1) return units <= 0.5 ? "in0" : "in1";
    return std::string(gap < 0 ? "lo" : "hi") + (units <= 2 ? "1" : units <= 4 ? "2" : "3");
}

std::string cell_class(const TableSpec& spec, const Cell& cell, bool best) {
    std::string kind = cell.measured() ? "part" : "none";
    if (cell.full_scale()) kind = spec.tolerance || spec.relative_tolerance ? deviation(spec, cell) : "full";
    return kind + (best ? " best" : "");
}

/// Whether all values that stand first are reference results: then that is said once, not in each cell.
bool all_reference(const Table& table) {
    return std::ranges::all_of(table.cells, [](const auto& row) {
        return std::ranges::all_of(row, [](const Cell& cell) { return !cell.measured() || cell.reference; });
    });
}

/// The legend in the words of the page: marks have a frame there in place of brackets.
std::string page_legend(const Table& table) {
    std::string text = legend(table);
    const auto replace = [&](const std::string& from, const std::string& to) {
        if (const std::size_t at = text.find(from); at != std::string::npos)
            text.replace(at, from.size(), to);
    };
    replace(" [reference]: from the reference results, not computed here.",
            all_reference(table) ? " Unmarked values are reference results, not computed here."
                                 : " ref: from the reference results, not computed here.");
    replace("After ·: computed here.", "Those marked here were computed on this machine.");
    std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    return text;
}

Value run_link(const Measured& measured) {
    if (measured.runs.empty()) return false;
    return Value::object().set("run_href", run_page_name(*measured.runs.front()));
}

/// The number, aligned at its decimal point, and what follows it.
void set_number(Value& value, const std::string& prefix, const std::string& number, const std::string& all) {
    const std::string whole = whole_part(number);
    value.set(prefix + "number", whole)
        .set(prefix + "fraction", number.substr(whole.size()))
        .set(prefix + "rest", all.substr(std::min(number.size(), all.size())));
}

std::string marks_of(Measured cell, bool reference_is_said) {
    if (reference_is_said) cell.reference = false;
    std::string text = format_marks(cell);
    constexpr std::string_view kWord = "reference";
    if (const std::size_t at = text.find(kWord); at != std::string::npos)
        text.replace(at, kWord.size(), "ref");
    return text;
}

Value beside_value(const Cell& cell, const TableSpec& spec) {
    if (!cell.has_beside()) return false;
    Measured other = cell.beside;
    other.reference = false;
    const std::string marks = format_marks(other);
    Value beside = Value::object();
    set_number(beside, "beside_", format_number(cell.beside.value, spec.decimals),
               format_value(cell.beside, spec.decimals));
    beside.set("run_link", run_link(cell.beside))
        .set("beside_marks", (cell.beside.reference ? "ref" : "here") + (marks.empty() ? "" : ", " + marks));
    return beside;
}

Value cell_value(const Table& table, std::size_t row, std::size_t column) {
    const TableSpec& spec = *table.spec;
    const Cell& cell = table.cells[row][column];
    const bool obtainable = cell.state != CellState::not_obtainable;
    const bool compared = !spec.ours_only && (obtainable || !std::isnan(cell.published.value));
    Value published = false;
    if (compared) {
        published = Value::object();
        set_number(published, "published_", format_number(cell.published.value, spec.decimals),
                   format_published(cell, spec.decimals));
    }
    Value value = Value::object();
    set_number(value, "", obtainable ? format_number(cell.value, spec.decimals) : "not obtainable",
               format_measured(cell, spec.decimals));
    const bool best = is_best(table, row, column);
    value.set("cell_class", cell_class(spec, cell, best))
        .set("width", std::to_string(whole_width(table, column)))
        .set("raw", exact_number(cell.value))
        .set("raw_published", exact_number(cell.published.value))
        .set("cell_why", some(cell.why))
        .set("run_link", run_link(cell))
        .set("is_best", best)
        .set("published", std::move(published))
        .set("difference", some(format_comparison(table, row, column)))
        .set("marks", some(marks_of(cell, all_reference(table))))
        .set("beside", beside_value(cell, spec));
    return value;
}

/// What else fits the cells of a table: label of the cell, the setting taken, the others.
Value settings_of(const Table& table) {
    Value list = Value::list();
    // A selection is among all settings, and the size of a data set is the same in each.
    const std::string& measure = table.spec->measure.at("name").as_string();
    if (measure == "selected_by_validation" || measure == "attribute") return list;
    for (std::size_t i = 0; i < table.cells.size(); ++i)
        for (std::size_t j = 0; j < table.cells[i].size(); ++j) {
            const Cell& cell = table.cells[i][j];
            if (cell.others.empty() || cell.runs.empty()) continue;
            Value others = Value::list_of(
                cell.others, [](const Run* other) { return some(config::run_label(other->spec)); });
            const Axis& row = table.spec->rows[i];
            list.push(Value::object()
                          .set("cell", row.name() + ", " + table.spec->columns[j].label)
                          .set("taken", config::run_label(cell.runs.front()->spec))
                          .set("others", std::move(others)));
        }
    return list;
}

/// What the colours mean; false where there are none.
Value colour_key(const TableSpec& spec) {
    if (spec.ours_only || tolerance_text(spec).empty()) return false;
    using Colour = std::pair<const char*, const char*>;
    constexpr std::array kExact{Colour{"lo3", "below"}, Colour{"in0", "equal"}, Colour{"hi3", "above"}};
    constexpr std::array kTolerances{
        Colour{"lo3", "< −4"},   Colour{"lo2", "−4 … −2"}, Colour{"lo1", "−2 … −1"}, Colour{"in1", "−1 … 1"},
        Colour{"in0", "−½ … ½"}, Colour{"hi1", "1 … 2"},   Colour{"hi2", "2 … 4"},   Colour{"hi3", "> 4"}};
    const bool exact = spec.tolerance == 0;
    Value swatches = Value::list();
    for (const auto& [kind, meaning] : exact ? std::span<const Colour>(kExact) : kTolerances)
        swatches.push(Value::object().set("kind", kind).set("meaning", meaning));
    return Value::object()
        .set("key", exact ? "Against the published value"
                          : "Deviation from the published value, in tolerances of " + tolerance_text(spec))
        .set("swatches", std::move(swatches));
}

/// Rows and columns that have anything to show, and a sentence on the others.
struct Shown {
    std::vector<std::size_t> rows, columns;
    std::string note;
};

bool has_anything(const Table& table, const Cell& cell) {
    return cell.measured() || cell.has_beside() || cell.state == CellState::not_obtainable ||
           (!table.spec->ours_only && !std::isnan(cell.published.value));
}

template <typename Filled>
std::vector<std::size_t> filled_axes(const std::vector<Axis>& axes, Filled filled, std::string& empty) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (filled(i))
            kept.push_back(i);
        else
            empty += (empty.empty() ? "" : ", ") + axes[i].name();
    return kept;
}

Shown shown_axes(const Table& table) {
    const TableSpec& spec = *table.spec;
    Shown shown;
    std::string empty;
    shown.rows = filled_axes(
        spec.rows,
        [&](std::size_t i) {
            return std::ranges::any_of(table.cells[i], [&](const Cell& c) { return has_anything(table, c); });
        },
        empty);
    shown.columns = filled_axes(
        spec.columns,
        [&](std::size_t j) {
            return std::ranges::any_of(table.cells,
                                       [&](const auto& row) { return has_anything(table, row[j]); });
        },
        empty);
    if (shown.rows.empty()) {  // as it will look
        shown.rows = indices(spec.rows.size());
        shown.columns = indices(spec.columns.size());
    } else if (!empty.empty()) {
        shown.note = "Left out, without runs yet: " + empty + ".";
    }
    return shown;
}

Value rows_value(const Table& table, const Shown& shown) {
    Value rows = Value::list();
    std::string last_block;
    for (const std::size_t i : shown.rows) {
        const std::string& name = table.spec->rows[i].block;
        Value block = some(i == shown.rows.front() || name != last_block ? name : "");
        last_block = name;
        if (block.is_object()) block.set("span", std::to_string(shown.columns.size() + 1));
        Value cells = Value::list_of(shown.columns, [&](std::size_t j) { return cell_value(table, i, j); });
        rows.push(Value::object()
                      .set("block", std::move(block))
                      .set("row_label", table.spec->rows[i].label)
                      .set("cells", std::move(cells)));
    }
    return rows;
}

}  // namespace

Value table_value(const Table& table, const std::string& paper) {
    const TableSpec& spec = *table.spec;
    Value columns = Value::list(), notes = Value::list(), files = Value::list();
    const Shown shown = shown_axes(table);
    for (const std::size_t column : shown.columns)
        columns.push(Value::object().set("text", spec.columns[column].label));
    if (!shown.note.empty()) notes.push(some(shown.note));
    for (const std::string& note : table_notes(table))
        notes.push(some(note));
    if (spec.best != Best::none) notes.push(some(best_note(spec)));
    const std::string base = "tables/" + file_slug(paper + "-" + spec.id);
    for (const auto& [ending, kind] : {std::pair{".txt", "text"}, std::pair{".md", "Markdown"},
                                       std::pair{".csv", "CSV"}, std::pair{".tex", "LaTeX"}})
        files.push(Value::object().set("href", base + ending).set("text", kind));
    return Value::object()
        .set("table_anchor", "numbers-" + file_slug(spec.id))
        .set("columns", std::move(columns))
        .set("rows", rows_value(table, shown))
        .set("legend", page_legend(table))
        .set("colours", colour_key(spec))
        .set("table_notes", std::move(notes))
        .set("settings", settings_of(table))
        .set("files", std::move(files));
}

}  // namespace reboost::report
