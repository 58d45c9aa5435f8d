#include "report/pages/contest_page.hpp"

#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Colours of plots/pages/report.css.
const char* colour(const std::string& kind) {
    return kind == "better" ? "in0" : kind == "worse" ? "hi1" : "";
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

}  // namespace

void set_contest_parts(Value& section, const ContestSection& part) {
    Value columns = texts(part.grid.columns), rows = Value::list();
    for (const GridRow& row : part.grid.rows) {
        Value cells = Value::list(), line = Value::object();
        for (const GridCell& cell : row.cells) {
            Value value = Value::object();
            value.set("value", cell.text).set("cell_class", colour(cell.kind));
            cells.push(std::move(value));
        }
        line.set("row_label", row.label).set("grid_cells", std::move(cells));
        rows.push(std::move(line));
    }
    // Many sentences are folded, below what they come to.
    constexpr std::size_t kMany = 8;
    const bool many = part.sentences.size() > kMany;
    section.set("warnings", texts(part.warnings))
        .set("answer", texts(part.answer))
        .set("has_folded_sentences", many)
        .set("sentence_count", std::to_string(part.sentences.size()))
        .set("has_sentences", !many && !part.sentences.empty())
        .set("sentences", texts(part.sentences))
        .set("has_grid", !part.grid.rows.empty())
        .set("grid_columns", std::move(columns))
        .set("grid_rows", std::move(rows));
}

void set_no_contest_parts(Value& section) {
    set_contest_parts(section, {});
}

Value contests_in_short(const Paper& paper) {
    Value list = Value::list();
    for (const auto& contest : paper.contests) {
        Value lines = Value::list();
        for (const ContestSection& section : contest->sections)
            if (!section.answer.empty())
                lines.push(
                    Value::object().set("lead", section.short_label).set("lines", texts(section.answer)));
        if (lines.as_list().empty()) continue;
        list.push(
            Value::object().set("label", contest->contest.spec->label).set("answers", std::move(lines)));
    }
    return list;
}

std::string contests_in_short_markdown(const Paper& paper) {
    std::string text;
    for (const auto& contest : paper.contests)
        for (const ContestSection& section : contest->sections)
            if (!section.answer.empty())
                text += "- **" + escape_markdown(section.label) + ":** " +
                        escape_markdown(fmt::format("{}", fmt::join(section.answer, " "))) + "\n";
    return text.empty() ? text : "\n## In short\n\n" + text;
}

std::string contest_markdown(const FilledContest& contest) {
    std::string text;
    for (const ContestSection& section : contest.sections) {
        if (section.sentences.empty() && section.grid.rows.empty()) continue;  // figures alone
        text += "\n## " + escape_markdown(section.label) + "\n\n" + escape_markdown(section.caption) + "\n";
        for (const std::string& warning : section.warnings)
            text += "\n**" + escape_markdown(warning) + "**\n";
        for (const std::string& line : section.answer)
            text += "\n" + escape_markdown(line) + "\n";
        if (!section.sentences.empty()) text += "\n";
        for (const std::string& sentence : section.sentences)
            text += "- " + escape_markdown(sentence) + "\n";
        if (!section.grid.rows.empty()) text += "\n" + grid_markdown(section.grid);
    }
    return text;
}

}  // namespace reboost::report
