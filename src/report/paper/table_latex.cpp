/// A table of a text as LaTeX.
#include "report/paper/grid.hpp"
#include "report/paper/latex_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// "T=1000" or "part": not the full scale; "s": a stand-in; "p": asks a program. Whose value it is stands in
/// the head.
std::string short_marks(const Measured& measured) {
    std::string marks = scale_mark(measured);
    if (measured.stand_in) marks += marks.empty() ? "s" : ", s";
    if (measured.reference) marks += marks.empty() ? "r" : ", r";
    if (measured.program) marks += marks.empty() ? "p" : ", p";
    return marks.empty() ? "" : " " + marks;
}

/// What follows the number: spreads and marks.
std::string rest_of(const Measured& measured, int decimals) {
    if (std::isnan(measured.value)) return "";
    const std::string all = format_value(measured, decimals),
                      number = format_number(measured.value, decimals);
    std::string rest = all.substr(std::min(number.size(), all.size())) + short_marks(measured);
    if (rest.starts_with(' ')) rest.erase(0, 1);
    return rest;
}

/// Adds a column of numbers and, where there is any, what follows them.
void add_values(LatexGroup& group, const std::string& head, std::vector<std::string> numbers,
                std::vector<std::string> rests) {
    const bool has_rest =
        std::any_of(rests.begin(), rests.end(), [](const std::string& s) { return !s.empty(); });
    group.columns.push_back({head, std::move(numbers), true, false});
    if (has_rest) group.columns.push_back({"", std::move(rests), false, true});
}

bool any_beside(const Table& table) {
    return std::any_of(table.cells.begin(), table.cells.end(), [](const auto& row) {
        return std::any_of(row.begin(), row.end(), [](const Cell& cell) { return cell.has_beside(); });
    });
}

LatexGroup group_of(const Table& table, std::size_t column, bool beside) {
    const TableSpec& spec = *table.spec;
    const bool times = !spec.speed_up_over.empty();
    std::vector<std::string> ours, rest, published, published_rest, compared, here, here_rest;
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
        const Cell& cell = table.cells[i][column];
        const bool obtainable = cell.state != CellState::not_obtainable;
        ours.push_back(obtainable ? format_number(cell.value, spec.decimals) : "n/a");
        rest.push_back(obtainable ? rest_of(cell, spec.decimals) : "");
        if (is_best(table, i, column)) rest.back() += rest.back().empty() ? "★" : " ★";
        Measured theirs;
        theirs.value = cell.published.value;
        theirs.spread = cell.published.spread;
        published.push_back(format_number(theirs.value, spec.decimals));
        published_rest.push_back(rest_of(theirs, spec.decimals));
        const std::string comparison = format_comparison(table, i, column);
        compared.push_back(comparison.empty() && !times ? "–" : comparison);
        here.push_back(cell.has_beside() ? format_number(cell.beside.value, spec.decimals) : "");
        here_rest.push_back(rest_of(cell.beside, spec.decimals));
    }
    LatexGroup group{spec.columns[column].label, {}};
    const bool alone = spec.ours_only && !beside && !times;
    add_values(group, alone ? "" : "ours", std::move(ours), std::move(rest));
    if (!spec.ours_only) add_values(group, "publ.", std::move(published), std::move(published_rest));
    if (times || !spec.ours_only)
        group.columns.push_back({times ? "speed-up" : "diff.", std::move(compared), !times, false});
    if (beside) add_values(group, "other", std::move(here), std::move(here_rest));
    return group;
}

/// What the marks mean that the table has.
std::string key(const Table& table, bool beside) {
    const TableSpec& spec = *table.spec;
    std::string text = spec.unit.empty() ? "" : "In " + spec.unit + ".";
    const auto add = [&](bool there, const std::string& what) {
        if (there) text += (text.empty() ? "" : " ") + what;
    };
    bool spread = false, seeds = false, fewer = false, stand_in = false, reference = false, lacking = false,
         program = false;
    for (const auto& row : table.cells)
        for (const Cell& cell : row) {
            lacking = lacking || cell.state == CellState::not_obtainable;
            for (const Measured* one : {static_cast<const Measured*>(&cell), &cell.beside}) {
                spread = spread || !std::isnan(one->spread);
                seeds = seeds || std::isfinite(one->seed_sd);
                fewer = fewer || one->below_scale;
                stand_in = stand_in || one->stand_in;
                program = program || one->program;
                reference = reference || one->reference;
            }
        }
    add(spread, "In parentheses: standard deviation over the last fifth of the rounds.");
    const std::string replicates = replicates_name(table);
    add(seeds, "After ±: standard deviation over " + replicates + ".");
    add(fewer && spec.paper_rounds,
        fmt::format("T: fewer {} than {}.", replicates == "trials" ? "trials" : "rounds",
                    paper_rounds_text(spec)));
    add(fewer && !spec.paper_rounds, "part: rests on fewer sets, splits or rounds than the full profile.");
    add(stand_in, "s: other data in place of the paper's set, generated or a part of it.");
    add(program, fmt::format("p: {}.", kWithoutProgram));
    add(reference, "r: from the reference results, not computed here.");
    add(beside, "other: the reference's value beside one computed here, or the other way round.");
    add(lacking, "n/a: not obtainable.");
    add(spec.best != Best::none, best_note(spec));
    add(!spec.speed_up_over.empty(), "Compared: " + comparison_name(spec) + ".");
    return text;
}

}  // namespace

std::string table_as_latex(const Table& table, const std::string& name) {
    const TableSpec& spec = *table.spec;
    const bool beside = any_beside(table);
    LatexTable latex;
    latex.name = "tab:" + name;
    latex.title = spec.label;
    latex.caption = spec.caption;
    for (const Axis& row : spec.rows) {
        latex.rows.push_back(row.label);
        latex.blocks.push_back(row.block);
    }
    for (std::size_t j = 0; j < spec.columns.size(); ++j)
        latex.groups.push_back(group_of(table, j, beside));
    if (const std::string text = key(table, beside); !text.empty()) latex.notes.push_back(text);
    for (const std::string& note : table_notes(table))
        latex.notes.push_back(note);
    return latex_table(latex);
}

}  // namespace reboost::report
