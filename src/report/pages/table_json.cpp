/// Tables of report.json.
#include "config/label.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/report_json.hpp"
#include "report/pages/run_pages.hpp"
#include "report/paper/deviations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace reboost::report {
namespace {

Value axis_json(const Axis& axis, bool begins_block) {
    Value value = Value::object().set("id", axis.id).set("label", axis.label);
    if (!axis.block.empty()) value.set("block", axis.block);
    if (begins_block) value.set("begins_block", true);
    if (axis.paper_rounds) value.set("paper_rounds", *axis.paper_rounds);
    if (!axis.note.empty()) value.set("note", axis.note);
    if (!axis.not_obtainable.empty()) value.set("not_obtainable", axis.not_obtainable);
    return value;
}

Value axes_json(const std::vector<Axis>& axes) {
    Value list = Value::list();
    for (std::size_t i = 0; i < axes.size(); ++i)
        list.push(
            axis_json(axes[i], !axes[i].block.empty() && (i == 0 || axes[i].block != axes[i - 1].block)));
    return list;
}

/// Whether all blocks have the same rows, so that a page can show blocks by rows.
bool has_equal_blocks(const std::vector<Axis>& rows) {
    std::map<std::string, std::vector<std::string>> blocks;
    for (const Axis& row : rows)
        blocks[row.block].push_back(row.label);
    return blocks.size() > 1 && std::ranges::all_of(blocks, [&](const auto& block) {
               return block.second == blocks.begin()->second;
           });
}

/// "below_scale", "stand_in", "reference", "program": why a value is not quite what it stands beside.
Value marks_json(const Measured& measured) {
    Value marks = Value::list();
    for (const auto& [set, mark] : {std::pair{measured.below_scale, "below_scale"},
                                    {measured.stand_in, "stand_in"},
                                    {measured.reference, "reference"},
                                    {measured.program, "program"}})
        if (set) marks.push(mark);
    return marks;
}

void set_measured(Value& value, const Measured& measured) {
    set_number(value, "value", measured.value);
    set_number(value, "spread", measured.spread);
    set_number(value, "sd", measured.seed_sd);
    if (measured.rounds > 0) value.set("rounds", measured.rounds);
    value.set("n", static_cast<std::uint64_t>(measured.runs.size()));
    value.set("runs",
              Value::list_of(measured.runs, [](const Run* run) { return run->id.substr(0, kIdDigits); }));
    if (!measured.runs.empty()) value.set("page", run_page_name(*measured.runs.front()));
    value.set("marks", marks_json(measured));
    if (!measured.why.empty()) value.set("why", measured.why);
}

const char* state_name(CellState state) {
    return state == CellState::measured  ? "measured"
           : state == CellState::no_runs ? "no_runs"
                                         : "not_obtainable";
}

/// Ours minus published, in tolerances.
double deviation(const TableSpec& spec, const Cell& cell) {
    if (cell.value == cell.published.value) return 0;
    const double gap = cell.difference(),
                 tolerance = std::max(spec.tolerance.value_or(0),
                                      spec.relative_tolerance.value_or(0) * std::abs(cell.published.value));
    return tolerance > 0 ? gap / tolerance : std::copysign(std::numeric_limits<double>::infinity(), gap);
}

Value cell_json(const Table& table, std::size_t row, std::size_t column) {
    const TableSpec& spec = *table.spec;
    const Cell& cell = table.cells[row][column];
    Value value = Value::object()
                      .set("row", spec.rows[row].id)
                      .set("column", spec.columns[column].id)
                      .set("state", state_name(cell.state));
    set_measured(value, cell);
    set_number(value, "published", cell.published.value);
    set_number(value, "published_spread", cell.published.spread);
    set_number(value, "difference", cell.difference());
    const SpeedUp speed = speed_up(table, row, column);
    set_number(value, "speed_up", speed.ours);
    set_number(value, "published_speed_up", speed.published);
    if (speed.two_processors) value.set("two_processors", true);
    value.set("full_scale", cell.full_scale()).set("best", is_best(table, row, column));
    if (spec.judged() && cell.measured() && !std::isnan(cell.published.value)) {
        value.set("within", within_tolerance(spec, cell));
        if (cell.full_scale()) set_number(value, "deviation", deviation(spec, cell));
    }
    if (cell.has_beside()) {
        Value beside = Value::object();
        set_measured(beside, cell.beside);
        value.set("beside", std::move(beside));
    }
    return value;
}

/// The causes of what lies outside the tolerance; last, without a sentence, the cells that none speaks of.
Value deviations_json(const Table& table) {
    constexpr const char* kExplained[] = {"no", "partly", "yes"};
    const std::vector<DeviationSpec>& causes = table.spec->deviations;
    const std::vector<DeviatingCells> groups = deviating_cells(table);
    Value list = Value::list();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const bool said = i < causes.size();
        if (groups[i].count == 0 && !said) continue;
        Value value = Value::object();
        if (said)
            value.set("rows", Value::list_of(causes[i].rows))
                .set("columns", Value::list_of(causes[i].columns))
                .set("sentence", causes[i].sentence);
        list.push(
            value.set("explained", said ? kExplained[static_cast<std::size_t>(causes[i].explained)] : "no")
                .set("count", static_cast<std::uint64_t>(groups[i].count))
                .set("cells", groups[i].text));
    }
    return list;
}

/// Cells that runs of other settings fit as well. A selection is among all settings, and the size of a data
/// set is the same in each.
Value settings_json(const Table& table) {
    Value list = Value::list();
    const std::string& measure = table.spec->measure.at("name").as_string();
    if (measure == "selected_by_validation" || measure == "attribute") return list;
    for (std::size_t i = 0; i < table.cells.size(); ++i)
        for (std::size_t j = 0; j < table.cells[i].size(); ++j) {
            const Cell& cell = table.cells[i][j];
            if (cell.others.empty() || cell.runs.empty()) continue;
            list.push(Value::object()
                          .set("row", table.spec->rows[i].id)
                          .set("column", table.spec->columns[j].id)
                          .set("taken", config::run_label(cell.runs.front()->spec))
                          .set("others", Value::list_of(cell.others, [](const Run* other) {
                                   return config::run_label(other->spec);
                               })));
        }
    return list;
}

}  // namespace

Value table_json(const Table& table, const Experiment& experiment) {
    const TableSpec& spec = *table.spec;
    Value value = Value::object()
                      .set("id", spec.id)
                      .set("anchor", "table-" + file_slug(spec.id))
                      .set("file", file_slug(experiment.id + "-" + spec.id))
                      .set("label", spec.label)
                      .set("caption", spec.caption)
                      .set("measure", spec.measure)
                      .set("unit", spec.unit)
                      .set("decimals", spec.decimals)
                      .set("ours_only", spec.ours_only)
                      .set("in_text", !spec.ours_only && experiment.place(spec.id) < experiment.order.size())
                      .set("measured", static_cast<std::uint64_t>(count_cells(table).measured))
                      .set("replicates", replicates_name(table));
    if (spec.paper_rounds) value.set("paper_rounds", *spec.paper_rounds);
    if (spec.tolerance) set_number(value, "tolerance", *spec.tolerance);
    if (spec.relative_tolerance) set_number(value, "relative_tolerance", *spec.relative_tolerance);
    if (!spec.speed_up_over.empty()) value.set("speed_up_over", spec.speed_up_over);
    if (spec.best != Best::none) value.set("best", spec.best == Best::least ? "least" : "greatest");
    if (has_equal_blocks(spec.rows)) value.set("equal_blocks", true);
    value.set("rows", axes_json(spec.rows)).set("columns", axes_json(spec.columns));
    Value cells = Value::list();
    for (std::size_t row = 0; row < spec.rows.size(); ++row)
        for (std::size_t column = 0; column < spec.columns.size(); ++column)
            cells.push(cell_json(table, row, column));
    return value.set("cells", std::move(cells))
        .set("deviations", deviations_json(table))
        .set("settings", settings_json(table))
        .set("claims", Value::list_of(spec.claims));
}

}  // namespace reboost::report
