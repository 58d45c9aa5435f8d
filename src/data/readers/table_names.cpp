#include "data/readers/table_names.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/raw_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// Fewer numbers than these may count up by chance.
constexpr std::size_t kFewestCounted = 3;

bool holds(const std::vector<std::string>& list, std::string_view text) {
    return std::ranges::find(list, text) != list.end();
}

/// Whether the numbers among `cells` are 0, 1, 2, … or 1, 2, 3, ….
bool count_up(const std::vector<std::string>& cells, const std::vector<bool>& numeric) {
    std::size_t next = 0, counted = 0;
    for (std::size_t j = 0; j < cells.size(); ++j) {
        if (!numeric[j]) continue;
        const auto value = parse_whole<std::size_t>(cells[j]);
        if (!value || (counted > 0 && *value != next) || *value > next + 1) return false;
        next = *value + 1;
        ++counted;
    }
    return counted >= kFewestCounted;
}

}  // namespace

bool is_table_number(std::string_view text) {
    float value = 0;
    return text.find_first_of("0123456789") != std::string_view::npos && parse_number(text, value);
}

bool TableNames::Line::holds_number() const {
    return std::ranges::find(numeric, true) != numeric.end();
}

TableNames::Line TableNames::keep(const std::vector<Cell>& cells) {
    Line line;
    for (const Cell& cell : cells) {
        line.cells.emplace_back(cell.text);
        line.numeric.push_back(is_table_number(cell.text));
    }
    return line;
}

TableNames::TableNames(std::string_view text, const std::string& file, const TableFormat& format,
                       Delimiter delimiter)
    : file_(file), format_(format) {
    for (const RawColumn& column : format.like)
        trained_.emplace(column.name, trained_.size());
    LineReader lines(text, format.comment, delimiter == Delimiter::tab);
    CellCutter cutter(delimiter, file);
    const std::vector<Cell>* cells = cutter.next_row(lines);
    if (cells == nullptr) throw DataError(file, 0, 0, "empty file");
    check_columns(file, lines.number(), cells->size());
    const Line first = keep(*cells);
    has_header_ = format.header == Header::present ||
                  (format.header == Header::automatic && is_header(first, lines, cutter));
    for (std::size_t j = 0; j < first.cells.size(); ++j)
        names_.push_back(has_header_ ? first.cells[j] : fmt::format("x{}", j));
    if (!has_header_) return;
    for (std::size_t j = 0; j < names_.size(); ++j)
        columns_[names_[j]].push_back(j);
    note_equal_names();
}

void TableNames::note_equal_names() {
    for (const std::string& name : names_) {
        const std::vector<std::size_t>& columns = columns_.at(name);
        if (columns.size() > 1 && names_[columns.front()].data() == name.data())
            notes_.push_back(fmt::format("{} columns are called '{}', the first of them {} and {}",
                                         columns.size(), name, columns[0], columns[1]));
    }
}

void TableNames::ask(const std::string& why) const {
    throw DataError(
        file_, 1, 0,
        why +
            ", so that it cannot be told whether the first names the columns: expected the option "
            "header 'present' or 'absent' (train: --header)");
}

bool TableNames::is_header(const Line& first, LineReader& lines, CellCutter& cutter) {
    if (names_training_columns(first)) return true;
    if (!first.holds_number()) {
        const std::vector<Cell>* second = cutter.next_row(lines);
        if (second == nullptr && format_.like.empty())
            throw DataError(file_, 1, 0, "one line, and no number in it: no data row");
        return second != nullptr && is_header_without_number(first, keep(*second));
    }
    if (!format_.like.empty()) return false;
    const auto names_a_cell = [&](const std::string& column) {
        return !column.empty() && !parse_whole<std::size_t>(column) && holds(first.cells, column);
    };
    if (names_a_cell(format_.label) || std::ranges::any_of(format_.skip, names_a_cell) ||
        std::ranges::any_of(format_.nominal, names_a_cell))
        return true;
    const bool all_numbers = std::ranges::find(first.numeric, false) == first.numeric.end();
    if (!all_numbers || !count_up(first.cells, first.numeric))
        return is_header_by_label(first, lines, cutter);
    if (cutter.next_row(lines) == nullptr) return false;
    notes_.push_back(
        fmt::format("the first line counts from {} to {} and is taken for names of columns; header "
                    "'absent' takes it for a row",
                    first.cells.front(), first.cells.back()));
    return true;
}

/// Whether the line has the names of all columns that training had.
bool TableNames::names_training_columns(const Line& line) const {
    if (format_.like.empty()) return false;
    std::unordered_map<std::string_view, bool> there;
    for (const std::string& cell : line.cells)
        there.emplace(cell, true);
    return std::ranges::all_of(format_.like,
                               [&](const RawColumn& column) { return there.contains(column.name); });
}

bool TableNames::is_header_without_number(const Line& first, const Line& second) const {
    bool unnamed = false;  // as the column of pandas' index
    for (const std::string& cell : first.cells) {
        if (!holds(format_.missing, cell)) continue;
        if (!cell.empty()) return false;
        unnamed = true;
    }
    if (unnamed) ask("the first line has an empty cell and holds no number");
    if (!second.holds_number()) ask("the first two lines hold no number");
    return true;
}

std::size_t TableNames::label_place(std::size_t width) const {
    if (format_.label.empty()) return width - 1;
    return parse_whole<std::size_t>(format_.label).value_or(width);
}

/// Whether a first line with numbers has a text for its label that stands in no other row, where all others
/// are numbers. Where all others are texts, too, it stays open.
bool TableNames::is_header_by_label(const Line& first, LineReader& lines, CellCutter& cutter) const {
    constexpr std::size_t kTellingRows = 20;
    const std::size_t at = format_.has_label ? label_place(first.cells.size()) : first.cells.size();
    if (at >= first.cells.size() || first.numeric[at] || means_missing(first.cells[at])) return false;
    std::size_t rows = 0;
    bool texts = false;
    while (const std::vector<Cell>* row = cutter.next_row(lines)) {
        if (row->size() != first.cells.size()) return false;  // reading the rows will say so
        const std::string_view label = (*row)[at].text;
        if (label == first.cells[at]) return false;
        texts = texts || !(is_table_number(label) || means_missing(label));
        ++rows;
    }
    if (rows == 0) return false;
    if (!texts) return true;
    if (rows >= kTellingRows || count_up(first.cells, first.numeric))
        ask(fmt::format("the first line holds numbers, and its label '{}' stands in no other line",
                        first.cells[at]));
    return false;
}

/// Indices count the label's column, also where the file at hand has none. The place of a label given by name
/// is not known: the index is beyond it where it points at a column that training had.
std::size_t TableNames::without_label(std::size_t index) const {
    if (format_.has_label || format_.label.empty() || index == 0) return index;
    const auto label = parse_whole<std::size_t>(format_.label);
    const bool beyond = label ? *label < index : index >= size() || is_trained_on(names_[index]);
    return beyond ? index - 1 : index;
}

bool TableNames::is_trained_on(const std::string& name) const {
    return has_header_ && trained_.contains(name);
}

std::size_t TableNames::find(const std::string& wanted, const char* what) const {
    if (const auto found = columns_.find(wanted); found != columns_.end()) {
        if (found->second.size() == 1) return found->second.front();
        throw UsageError(
            fmt::format("{}: two columns are called '{}': give the {} column's index", file_, wanted, what));
    }
    if (const auto written = parse_whole<std::size_t>(wanted)) {
        const std::size_t index = without_label(*written);
        if (index < size()) return index;
        throw UsageError(fmt::format("{}: {} column {} does not exist, the file has columns 0 to {}", file_,
                                     what, index, size() - 1));
    }
    if (!has_header_)
        throw UsageError(
            fmt::format("{}: {} column '{}' given by name, but the file has no header", file_, what, wanted));
    throw UsageError(file_ + ": " + unknown_name_message("column", wanted, names_));
}

}  // namespace reboost::data
