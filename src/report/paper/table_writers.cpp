#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/paper/deviations.hpp"
#include "report/paper/grid.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

bool starts_block(const Table& table, std::size_t row) {
    const auto& rows = table.spec->rows;
    return !rows[row].block.empty() && (row == 0 || rows[row].block != rows[row - 1].block);
}

/// Whose value it is, where there are runs of both kinds.
const char* source_of(const Measured& measured, const Measured& other) {
    if (measured.reference) return "reference";
    return other.reference && !measured.runs.empty() ? "own" : "";
}

}  // namespace

std::vector<std::string> table_notes(const Table& table) {
    std::vector<std::string> notes;
    for (const auto* axes : {&table.spec->columns, &table.spec->rows})
        for (const Axis& axis : *axes) {
            if (!axis.note.empty()) notes.push_back(axis.label + ": " + axis.note + ".");
            if (!axis.not_obtainable.empty())
                notes.push_back(axis.label + ": not obtainable, " + axis.not_obtainable + ".");
        }
    const std::vector<std::string> deviations = deviation_notes(table);
    notes.insert(notes.end(), deviations.begin(), deviations.end());
    return notes;
}

std::string table_as_text(const Table& table) {
    const TableSpec& spec = *table.spec;
    std::vector<std::vector<std::string>> lines{{""}};
    for (const Axis& column : spec.columns)
        lines[0].push_back(one_line(column.label));
    for (std::size_t i = 0; i < spec.rows.size(); ++i) {
        lines.push_back({one_line(spec.rows[i].label)});
        for (std::size_t j = 0; j < spec.columns.size(); ++j)
            lines.back().push_back(format_cell(table, i, j));
    }
    std::vector<std::size_t> widths(spec.columns.size() + 1, 0);
    for (const auto& line : lines)
        for (std::size_t j = 0; j < line.size(); ++j)
            widths[j] = std::max(widths[j], text_width(line[j]));
    std::string text = spec.label + ". " + spec.caption + "\n\n";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0 && starts_block(table, i - 1)) text += one_line(spec.rows[i - 1].block) + "\n";
        std::string line;
        for (std::size_t j = 0; j < lines[i].size(); ++j)
            line += (j == 0 ? "" : "  ") + padded(lines[i][j], widths[j]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    text += "\n" + legend(table) + "\n";
    for (const std::string& note : table_notes(table))
        text += one_line(note) + "\n";
    return text;
}

std::string table_as_markdown(const Table& table) {
    const TableSpec& spec = *table.spec;
    std::string text = "**" + spec.label + ".** " + spec.caption + "\n\n| |";
    for (const Axis& column : spec.columns)
        text += " " + escape_markdown(column.label) + " |";
    text += "\n|---|";
    for (std::size_t j = 0; j < spec.columns.size(); ++j)
        text += "---|";
    text += "\n";
    for (std::size_t i = 0; i < spec.rows.size(); ++i) {
        if (starts_block(table, i)) {
            text += "| **" + escape_markdown(spec.rows[i].block) + "** |";
            for (std::size_t j = 0; j < spec.columns.size(); ++j)
                text += " |";
            text += "\n";
        }
        text += "| " + escape_markdown(spec.rows[i].label) + " |";
        for (std::size_t j = 0; j < spec.columns.size(); ++j)
            text += " " + format_cell(table, i, j) + " |";
        text += "\n";
    }
    text += "\n" + legend(table) + "\n";
    for (const std::string& note : table_notes(table))
        text += note + "\n";
    return text;
}

std::string table_as_csv(const Table& table) {
    const TableSpec& spec = *table.spec;
    std::string text =
        "table,block,row,column,ours,spread,seed_sd,published,published_spread,difference,unit,rounds,paper_"
        "rounds,runs,"
        "stand_in,remark,source,other_source,other,other_rounds,speed_up,published_speed_up\n";
    for (std::size_t i = 0; i < spec.rows.size(); ++i) {
        const auto paper_rounds = spec.rows[i].paper_rounds ? spec.rows[i].paper_rounds : spec.paper_rounds;
        for (std::size_t j = 0; j < spec.columns.size(); ++j) {
            const Cell& c = table.cells[i][j];
            const bool differs = spec.speed_up_over.empty() && std::isfinite(c.difference());
            const double difference = differs ? c.difference() : kNoValue;
            const SpeedUp faster = speed_up(table, i, j);
            text += csv_field(spec.id) + "," + csv_field(spec.rows[i].block) + "," +
                    csv_field(spec.rows[i].label) + "," + csv_field(spec.columns[j].label) + "," +
                    exact_number(c.value) + "," + exact_number(c.spread) + "," + exact_number(c.seed_sd) +
                    "," + exact_number(c.published.value) + "," + exact_number(c.published.spread) + "," +
                    exact_number(difference) + "," + csv_field(spec.unit) + "," +
                    (c.rounds > 0 ? std::to_string(c.rounds) : "") + "," +
                    (paper_rounds ? std::to_string(*paper_rounds) : "") + "," +
                    std::to_string(c.runs.size()) + "," + (c.stand_in ? "yes" : "no") + "," +
                    csv_field(c.why) + "," + source_of(c, c.beside) + "," + source_of(c.beside, c) + "," +
                    exact_number(c.beside.value) + "," +
                    (c.beside.rounds > 0 ? std::to_string(c.beside.rounds) : "") + "," +
                    exact_number(faster.ours) + "," + exact_number(faster.published) + "\n";
        }
    }
    return text;
}

}  // namespace reboost::report
