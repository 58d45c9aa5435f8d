/// Tables in report.json.
#include "config/label.hpp"
#include "core/fields.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/table.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace reboost::report {
namespace {

Value axes_json(const std::vector<Axis>& axes) {
    Value list = Value::list();
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Axis& axis = axes[i];
        const bool begins = !axis.block.empty() && (i == 0 || axis.block != axes[i - 1].block);
        list.push(object_of(key("id", axis.id), key("label", axis.label), some("block", axis.block),
                            some("begins_block", begins), some("paper_rounds", axis.paper_rounds),
                            some("note", axis.note), some("not_obtainable", axis.not_obtainable)));
    }
    return list;
}

/// Whether all blocks have the same rows, so that a page can show blocks as columns.
bool has_equal_blocks(const std::vector<Axis>& rows) {
    std::map<std::string, std::vector<std::string>> blocks;
    for (const Axis& row : rows)
        blocks[row.block].push_back(row.label);
    return blocks.size() > 1 && std::ranges::all_of(blocks, [&](const auto& block) {
               return block.second == blocks.begin()->second;
           });
}

/// Returns why a value is not fully comparable: "below_scale", "stand_in", "reference", "program".
Value marks_json(const Measured& measured) {
    Value marks = Value::list();
    for (const auto& [set, mark] : {std::pair{measured.below_scale, "below_scale"},
                                    {measured.stand_in, "stand_in"},
                                    {measured.reference, "reference"},
                                    {measured.program, "program"}})
        if (set) marks.push(mark);
    return marks;
}

void add_measured(Value& value, const Measured& measured) {
    add_members(value, some("value", measured.value), some("spread", measured.spread),
                some("sd", measured.seed_sd), some("rounds", measured.rounds), key("n", measured.runs.size()),
                list_key("runs", measured.runs, [](const Run* run) { return run->id.substr(0, kIdDigits); }),
                some("page", measured.runs.empty() ? "" : run_page_name(*measured.runs.front())),
                key("marks", marks_json(measured)), some("why", measured.why));
}

Value cell_json(const Table& table, std::size_t row, std::size_t column) {
    const TableSpec& spec = *table.spec;
    const Cell& cell = table.cells[row][column];
    const SpeedUp speed = speed_up(table, row, column);
    Value value = object_of(key("row", spec.rows[row].id), key("column", spec.columns[column].id),
                            key("state", enum_name(cell.state)));
    add_measured(value, cell);
    add_members(value, some("published", cell.published.value),
                some("published_spread", cell.published.spread), some("difference", cell.difference()),
                some("speed_up", speed.ours), some("published_speed_up", speed.published),
                some("two_processors", speed.two_processors), key("full_scale", cell.full_scale()),
                key("best", is_best(table, row, column)));
    if (spec.judged() && cell.measured() && !std::isnan(cell.published.value))
        add_members(value, key("within", within_tolerance(spec, cell)),
                    some("deviation", cell.full_scale() ? deviation(spec, cell) : kNoValue));
    if (cell.has_beside()) {
        Value beside = Value::object();
        add_measured(beside, cell.beside);
        value.set("beside", std::move(beside));
    }
    return value;
}

/// Returns the causes of deviations beyond the tolerance; last, without a sentence, cells without a cause.
Value deviations_json(const Table& table) {
    const std::vector<DeviationSpec>& causes = table.spec->deviations;
    const std::vector<DeviatingCells> groups = deviating_cells(table);
    Value list = Value::list();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const bool said = i < causes.size();
        if (groups[i].count == 0 && !said) continue;
        Value value = Value::object();
        if (said)
            add_members(value, list_key("rows", causes[i].rows), list_key("columns", causes[i].columns),
                        key("sentence", causes[i].sentence));
        add_members(value, key("explained", said ? causes[i].explained : "no"), key("count", groups[i].count),
                    key("cells", groups[i].text));
        list.push(std::move(value));
    }
    return list;
}

/// Returns the cells that runs of other settings match, too. Two measures are excepted: a selection is made
/// among all settings, and an attribute such as the size of a data set is the same in each.
Value settings_json(const Table& table) {
    Value list = Value::list();
    const std::string& measure = table.spec->measure.at("name").as_string();
    if (measure == "selected_by_validation" || measure == "attribute") return list;
    for (std::size_t i = 0; i < table.cells.size(); ++i)
        for (std::size_t j = 0; j < table.cells[i].size(); ++j) {
            const Cell& cell = table.cells[i][j];
            if (cell.others.empty() || cell.runs.empty()) continue;
            list.push(object_of(key("row", table.spec->rows[i].id), key("column", table.spec->columns[j].id),
                                key("taken", config::run_label(cell.runs.front()->spec())),
                                list_key("others", cell.others,
                                         [](const Run* other) { return config::run_label(other->spec()); })));
        }
    return list;
}

}  // namespace

Value table_json(const Table& table, const Experiment& experiment) {
    const TableSpec& spec = *table.spec;
    const Counts counts = count_cells(table);
    Value cells = Value::list();
    for (std::size_t row = 0; row < spec.rows.size(); ++row)
        for (std::size_t column = 0; column < spec.columns.size(); ++column)
            cells.push(cell_json(table, row, column));
    return object_of(key("id", spec.id), key("anchor", "table-" + file_slug(spec.id)),
                     key("file", file_slug(experiment.id + "-" + spec.id)), key("label", spec.label),
                     key("caption", spec.caption), key("measure", spec.measure), key("unit", spec.unit),
                     key("decimals", spec.decimals), key("ours_only", spec.ours_only),
                     key("in_text", !spec.ours_only && experiment.in_text(spec.id)),
                     key("measured", counts.full + counts.smaller), key("replicates", replicates_name(table)),
                     some("paper_rounds", spec.paper_rounds), some("tolerance", spec.tolerance),
                     some("relative_tolerance", spec.relative_tolerance),
                     some("speed_up_over", spec.speed_up_over), some("best", spec.best),
                     some("equal_blocks", has_equal_blocks(spec.rows)), key("rows", axes_json(spec.rows)),
                     key("columns", axes_json(spec.columns)), key("cells", std::move(cells)),
                     key("deviations", deviations_json(table)), key("settings", settings_json(table)),
                     list_key("claims", spec.claims));
}

}  // namespace reboost::report
