#include "data/load/own_notes.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// Fewer rows may count up by chance.
constexpr std::size_t kFewestCounted = 10;

/// Whether each row has the number of the row before, and 1.
bool counts_rows(const RawColumn& column) {
    const std::vector<float>& values = column.values;
    if (column.kind != ColumnKind::numeric || values.size() < kFewestCounted) return false;
    for (std::size_t row = 1; row < values.size(); ++row)
        if (values[row] != values[row - 1] + 1) return false;
    return true;
}

bool is_called_identifier(std::string_view name) {
    std::string lower;
    for (const char c : name)
        if (c != '_' && c != ' ' && c != '-')
            lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return lower.empty() || lower == "id" || lower == "index" || lower == "rowid" || lower == "uuid" ||
           lower.starts_with("unnamed:");
}

template <class T>
std::size_t different(std::vector<T> values) {
    std::erase_if(values, [](T value) { return std::isnan(value); });
    std::ranges::sort(values);
    return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

/// "" where the column may tell of other rows.
std::string identifier_note(const RawColumn& column) {
    constexpr std::size_t kFewRows = 50;
    constexpr double kShare = 0.9;
    const std::size_t rows = column.values.size(), texts = column.levels.names().size();
    if (rows >= kFewRows && static_cast<double>(texts) > kShare * static_cast<double>(rows))
        return fmt::format(
            "column '{}' has {} different texts in {} rows: an identifier? `skip` leaves it out", column.name,
            texts, rows);
    if (counts_rows(column))
        return fmt::format("column '{}' counts the rows: an identifier? `skip` leaves it out", column.name);
    const auto is_whole = [](float value) { return value == std::trunc(value); };
    if (rows >= kFewestCounted && column.kind == ColumnKind::numeric && is_called_identifier(column.name) &&
        std::ranges::all_of(column.values, is_whole) && different(column.values) == rows)
        return fmt::format("column '{}' has another number in each row: an identifier? `skip` leaves it out",
                           column.name);
    return "";
}

/// "" where all numbers are told apart, or nearly all of very many.
std::string float_note(const RawColumn& column) {
    constexpr std::size_t kShare = 100;  // measurements coincide now and then
    if (column.exact.empty()) return "";
    std::vector<double> exact = column.exact;
    exact.insert(exact.end(), column.values.begin() + static_cast<std::ptrdiff_t>(exact.size()),
                 column.values.end());
    const std::size_t written = different(exact), held = different(column.values);
    if ((written - held) * kShare <= written) return "";
    return fmt::format(
        "column '{}': its {} different numbers are {} as 32-bit floats, {} fall together; subtract "
        "what they share, or take them as levels (`nominal`)",
        column.name, written, held, written - held);
}

}  // namespace

std::vector<std::string> reading_notes(const RawTable& table) {
    std::vector<std::string> notes = table.notes;
    if (table.unlabelled > 0)
        notes.push_back(
            fmt::format("{}: {} without a label left out", table.file, counted(table.unlabelled, "row")));
    return notes;
}

std::vector<std::string> notes_on(const RawTable& train) {
    constexpr std::size_t kMost = 5;
    std::vector<std::string> notes = reading_notes(train);
    const auto add = [&](auto note_of) {
        std::size_t found = 0;
        for (const RawColumn& column : train.columns)
            if (const std::string note = note_of(column); !note.empty() && ++found <= kMost)
                notes.push_back(note);
        if (found > kMost) notes.push_back(fmt::format("and {} more such columns", found - kMost));
    };
    add(identifier_note);
    add(float_note);
    return notes;
}

void require_classes(const RawTable& train) {
    constexpr std::size_t kFewClasses = 10, kFewRows = 5;
    const std::vector<std::string>& labels = train.label.levels.names();
    const std::size_t rows = train.rows();
    if (train.label_sets || train.label_declared_nominal || labels.size() < kFewRows) return;
    bool whole = true;
    for (const std::string& label : labels) {
        const auto value = parse_whole<double>(label.starts_with('+') ? label.substr(1) : label);
        if (!value) return;
        whole = whole && *value == std::trunc(*value);
    }
    const bool few_classes = labels.size() <= kFewClasses, rows_enough = labels.size() * kFewRows <= rows;
    if (few_classes ? labels.size() < rows : whole && rows_enough) return;
    throw DataError(train.file, 0, 0,
                    fmt::format("the label '{0}' has {1} different numbers in {2} rows: a quantity, where "
                                "classes are expected. Name another column as the label, or make a few "
                                "classes of it; if they are {1} classes, declare the column nominal",
                                train.label.name, labels.size(), rows));
}

}  // namespace reboost::data
