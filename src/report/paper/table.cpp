#include "report/paper/table.hpp"

#include "core/mapped.hpp"
#include "core/names.hpp"
#include "report/measures/query.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Query and measure of one cell.
struct Question {
    Value query, measure;
    std::optional<std::int64_t> paper_rounds;
};

Question question_of(const TableSpec& spec, const Axis& row, const Axis& column) {
    return {cell_query(spec.query, column, row), substitute(spec.measure, cell_let(column, row)),
            row.paper_rounds ? row.paper_rounds : spec.paper_rounds};
}

/// If there is no value, `value` is NaN and `why` says why.
Measured measured(const TableSpec& spec, const Question& question, const RunSet& runs, Origin origin) {
    const Choice choice =
        choose_runs(runs, question.query, question.paper_rounds, needs_timing(question.measure), origin);
    if (choice.empty()) return {.why = "no run"};
    const Measurement reduction = reduce(runs, choice.runs, question.measure, question.query);
    if (std::isnan(reduction.value)) return {.why = reduction.missing};
    Measured result;
    result.value = reduction.value * spec.scale;
    result.spread = reduction.spread * spec.scale;
    result.seed_sd = reduction.sd * spec.scale;
    result.rounds = choice.rounds;
    // A value is at the paper's scale only if the runs that it refers to are.
    if (question.measure.find("reference") != nullptr)
        result.rounds = std::min(
            result.rounds,
            referred_runs({runs, *choice.runs.front(), question.measure, question.query}).choice.rounds);
    result.below_scale = question.paper_rounds && result.rounds < *question.paper_rounds;
    result.runs = choice.runs;
    result.others = choice.others;
    for (const Run* run : choice.runs) {
        result.stand_in = result.stand_in || run->stand_in();
        result.reference = result.reference || (run->reference && runs.mixed());
        if (!needs_timing(question.measure)) continue;
        result.processors.insert(text_at(run->attributes, "cpu"));
        result.program = result.program || asks_program(run->options());
    }
    result.why = reduction.missing;
    if (const std::size_t others = choice.others.size(); others > 0)
        result.why = fmt::format("one of {} settings that fit this cell was taken{}{}", others + 1,
                                 result.why.empty() ? "" : "; ", result.why);
    return result;
}

Cell fill_cell(const TableSpec& spec, const Axis& row, const Axis& column, const RunSet& runs) {
    Cell cell;
    const std::string& never = row.not_obtainable.empty() ? column.not_obtainable : row.not_obtainable;
    if (!never.empty()) {
        cell.state = CellState::not_obtainable;
        cell.why = never;
        return cell;
    }
    const Question question = question_of(spec, row, column);
    // Seconds of two machines are not comparable, so all cells use one kind of runs if possible.
    const bool timing = needs_timing(question.measure);
    Measured& ours = cell;
    ours = measured(spec, question, runs, timing ? Origin::reference_first : Origin::any);
    const std::string why = cell.why;
    for (const Origin origin : {Origin::reference, Origin::own})  // the other kind may have the value
        if (runs.mixed() && std::isnan(cell.value)) ours = measured(spec, question, runs, origin);
    if (std::isnan(cell.value)) {
        cell.why = why;
        return cell;
    }
    cell.state = CellState::measured;
    if (runs.mixed())
        cell.beside =
            measured(spec, question, runs, cell.runs.front()->reference ? Origin::own : Origin::reference);
    return cell;
}

std::set<std::int64_t> splits_of(const std::vector<const Run*>& runs) {
    return mapped_to<std::set<std::int64_t>>(runs, &Run::split);
}

bool names(const std::string& pattern, const std::string& id) {
    return pattern.ends_with('*') ? id.starts_with(pattern.substr(0, pattern.size() - 1)) : id == pattern;
}

/// Returns the index of the first deviation that matches the cell; `deviations.size()` if none does.
std::size_t cause_of(const TableSpec& spec, const Axis& row, const Axis& column) {
    const auto speak_of = [](const std::vector<std::string>& patterns, const Axis& axis) {
        const auto is_of_axis = [&](const std::string& pattern) { return names(pattern, axis.id); };
        return patterns.empty() || std::ranges::any_of(patterns, is_of_axis);
    };
    const auto cause = std::ranges::find_if(spec.deviations, [&](const DeviationSpec& one) {
        return speak_of(one.rows, row) && speak_of(one.columns, column);
    });
    return static_cast<std::size_t>(cause - spec.deviations.begin());
}

}  // namespace

Table fill_table(const TableSpec& spec, const RunSet& runs) {
    Table table{&spec, {}};
    for (std::size_t i = 0; i < spec.rows.size(); ++i) {
        std::vector<Cell> cells;
        for (std::size_t j = 0; j < spec.columns.size(); ++j) {
            cells.push_back(fill_cell(spec, spec.rows[i], spec.columns[j], runs));
            cells.back().published = spec.published[i][j];
        }
        table.cells.push_back(std::move(cells));
    }
    return table;
}

Replicates replicates_of(const TableSpec& spec, std::size_t row, std::size_t column, const RunSet& runs) {
    const Question question = question_of(spec, spec.rows[row], spec.columns[column]);
    const MeasureEntry& entry = find_measure(question.measure.at("name").as_string());
    const Choice choice =
        choose_runs(runs, question.query, question.paper_rounds, needs_timing(question.measure));
    const Measurement reduction = reduce(runs, choice.runs, question.measure, question.query);
    Replicates found{{}, reduction.count, reduction.sd * spec.scale};
    if (entry.reduce == nullptr || entry.against != nullptr) return found;
    for (const Run* run : choice.runs) {
        const std::string key = seeds_key(*run);
        const Measurement one = entry.reduce({runs, *run, question.measure, question.query});
        if (one.count == 0 && !std::isnan(one.value)) found.values[key] = one.value * spec.scale;
        for (std::size_t trial = 0; trial < one.trials.size(); ++trial)
            found.values[key + std::to_string(trial)] = one.trials[trial] * spec.scale;
    }
    return found;
}

bool are_comparable(const Cell& a, const Cell& b) {
    std::set<std::string> processors = a.processors;
    processors.insert(b.processors.begin(), b.processors.end());
    return processors.size() <= 1;
}

SpeedUp speed_up(const Table& table, std::size_t row, std::size_t column) {
    const std::vector<Axis>& rows = table.spec->rows;
    SpeedUp result;
    if (table.spec->speed_up_over.empty()) return result;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == row || rows[i].block != rows[row].block || rows[i].label != table.spec->speed_up_over)
            continue;
        const Cell &base = table.cells[i][column], &cell = table.cells[row][column];
        result.two_processors = !are_comparable(base, cell);
        if (!result.two_processors) result.ours = base.value / cell.value;
        result.published = base.published.value / cell.published.value;
    }
    return result;
}

bool is_best(const Table& table, std::size_t row, std::size_t column) {
    const TableSpec& spec = *table.spec;
    if (spec.best.empty()) return false;
    std::vector<const Cell*> competing;
    for (std::size_t i = 0; i < table.cells.size(); ++i)
        // Blocks of a table of costs have different targets.
        if (spec.speed_up_over.empty() || spec.rows[i].block == spec.rows[row].block)
            competing.push_back(&table.cells[i][column]);
    if (std::ranges::count(competing, CellState::no_runs, &Cell::state) > 0) return false;
    const bool full = std::ranges::any_of(competing, &Cell::full_scale);
    std::erase_if(competing, [full](const Cell* cell) {
        return !std::isfinite(cell->value) || (full && !cell->full_scale());
    });
    if (competing.size() < 2) return false;
    const double sign = spec.best == "least" ? 1 : -1;
    const Cell& best =
        **std::ranges::min_element(competing, {}, [&](const Cell* cell) { return sign * cell->value; });
    return &best == &table.cells[row][column] && std::ranges::all_of(competing, [&](const Cell* cell) {
        return splits_of(cell->runs) == splits_of(best.runs) && are_comparable(*cell, best);
    });
}

double deviation(const TableSpec& spec, const Cell& cell) {
    if (cell.value == cell.published.value) return 0;  // also if both are infinite
    const double gap = cell.difference(),
                 tolerance = std::max(spec.tolerance.value_or(0),
                                      spec.relative_tolerance.value_or(0) * std::abs(cell.published.value));
    return tolerance > 0 ? gap / tolerance : std::copysign(kNever, gap);
}

bool within_tolerance(const TableSpec& spec, const Cell& cell) {
    return spec.judged() && std::abs(deviation(spec, cell)) <= 1;
}

Counts count_cells(const Table& table) {
    Counts counts;
    counts.tolerance = table.spec->judged();
    for (const auto& row : table.cells)
        for (const Cell& cell : row) {
            if (std::isnan(cell.published.value) && !table.spec->ours_only) continue;
            ++(cell.full_scale()                         ? counts.full
               : cell.measured()                         ? counts.smaller
               : cell.state == CellState::not_obtainable ? counts.not_obtainable
                                                         : counts.missing);
            counts.within += cell.full_scale() && within_tolerance(*table.spec, cell);
        }
    return counts;
}

void DeviationSpec::check(const TableSpec& table) const {
    for (const auto& [patterns, axes, kind] :
         {std::tuple(&rows, &table.rows, "row"), {&columns, &table.columns, "column"}})
        for (const std::string& pattern : *patterns)
            if (std::ranges::none_of(*axes, [&](const Axis& axis) { return names(pattern, axis.id); }))
                find_named(*axes, pattern, kind, &Axis::id, "deviations of table '" + table.id + "'");
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
            const std::size_t cause = cause_of(spec, spec.rows[i], spec.columns[j]);
            const std::string& column = spec.columns[j].label;
            std::string& text = groups[cause].text;
            text += columns[cause] == column ? ", " : (text.empty() ? "" : "; ") + column + ": ";
            text += (blocks ? spec.rows[i].block + " " : "") + spec.rows[i].label;
            columns[cause] = column;
            ++groups[cause].count;
        }
    return groups;
}

std::string replicates_name(const std::vector<const Run*>& runs) {
    if (runs.empty()) return "seeds";
    if (runs.front()->has_trials()) return "trials";
    const Value* split = find_path(runs.front()->options(), "dataset.split");
    if (split == nullptr || *split != Value("resampled")) return "seeds";
    return splits_of(runs).size() < runs.size() ? "runs" : "splits";
}

std::string replicates_name(const Table& table) {
    for (const auto& row : table.cells)
        for (const Cell& cell : row)
            if (!cell.runs.empty()) return replicates_name(cell.runs);
    return "seeds";
}

}  // namespace reboost::report
