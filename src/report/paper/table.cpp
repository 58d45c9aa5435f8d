#include "report/paper/table.hpp"

#include "report/measures/query.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

std::string join(const std::string& a, const std::string& b) {
    return a.empty() ? b : b.empty() ? a : a + "; " + b;
}

Cell fill_cell(const TableSpec& spec, const Axis& row, const Axis& column, const RunSet& runs) {
    Cell cell;
    const std::string& never = row.not_obtainable.empty() ? column.not_obtainable : row.not_obtainable;
    if (!never.empty()) {
        cell.state = CellState::not_obtainable;
        cell.why = never;
        return cell;
    }
    const Value let = merge(merge(Value::object(), column.let), row.let);
    const Value query =
        substitute(merge(merge(merge(Value::object(), spec.query), column.query), row.query), let);
    const Value measure = substitute(spec.measure, let);
    const Choice choice = choose_runs(runs, query, spec.paper_rounds, needs_timing(measure));
    if (choice.empty()) {
        cell.why = "no run";
        return cell;
    }
    const Reduction reduction = reduce(runs, choice.runs, measure, query);
    if (std::isnan(reduction.value)) {
        cell.why = reduction.missing;
        return cell;
    }
    cell.state = CellState::measured;
    cell.value = reduction.value * spec.scale;
    cell.spread = reduction.spread * spec.scale;
    cell.seed_sd = reduction.seed_sd * spec.scale;
    cell.rounds = choice.rounds;
    if (measure.find("reference") != nullptr)  // a value is of the paper's scale where what it refers to is
        cell.rounds =
            std::min(cell.rounds, referred_runs(runs, *choice.runs.front(), measure, query).choice.rounds);
    cell.fewer_rounds = spec.paper_rounds && cell.rounds < *spec.paper_rounds;
    for (const Run* run : choice.runs) {
        cell.run_ids.push_back(run->id);
        cell.stand_in = cell.stand_in || run->stand_in();
        cell.reference = cell.reference || (run->reference && runs.mixed());
    }
    cell.why = join(choice.note, reduction.missing);
    return cell;
}

}  // namespace

double Cell::difference() const {
    if (!measured() || std::isnan(published.value)) return kNoValue;
    return value - published.value;
}

const Cell& Table::at(const std::string& row, const std::string& column) const {
    return cells[spec->row_index(row)][spec->column_index(column)];
}

Table fill_table(const TableSpec& spec, const RunSet& runs) {
    Table table;
    table.spec = &spec;
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

bool within_tolerance(const TableSpec& spec, const Cell& cell) {
    if (cell.value == cell.published.value)
        return spec.tolerance || spec.relative_tolerance;  // both infinite, too
    const double gap = std::abs(cell.difference());
    return (spec.tolerance && gap <= *spec.tolerance) ||
           (spec.relative_tolerance && gap <= *spec.relative_tolerance * std::abs(cell.published.value));
}

TableCount count_cells(const Table& table) {
    TableCount count;
    for (const auto& row : table.cells)
        for (const Cell& cell : row) {
            if (std::isnan(cell.published.value) && !table.spec->ours_only) continue;
            ++count.published;
            count.obtainable += cell.state != CellState::not_obtainable;
            count.measured += cell.measured();
            count.full_scale += cell.full_scale();
            count.within += cell.full_scale() && within_tolerance(*table.spec, cell);
        }
    return count;
}

}  // namespace reboost::report
