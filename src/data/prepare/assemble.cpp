#include "data/prepare/assemble.hpp"

#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr std::size_t kMostClasses = 65536;
/// Most cells of a multi-label data set: rows × labels, held dense.
constexpr std::size_t kMostLabelCells = std::size_t{1} << 30U;

std::optional<double> as_number(std::string_view text) {
    const auto value = parse_whole<double>(text);
    return value && std::isnan(*value) ? std::nullopt : value;
}

/// Returns one text for equal labels: "6.0000", "6." and "6" are one label, so are "0.50" and "0.5".
std::string normalised(std::string text, const std::string& strip) {
    while (!text.empty() && strip.find(text.back()) != std::string::npos)
        text.pop_back();
    const std::string bare = text.starts_with('+') ? text.substr(1) : text;
    const std::optional<double> number = as_number(bare);
    if (!number) return text;                                                   // for example the class "+"
    return std::abs(*number) < 1e15 ? fmt::format("{}", *number + 0.0) : bare;  // −0 + 0 = 0
}

bool before(const std::string& a, const std::string& b) {
    const auto x = as_number(a), y = as_number(b);
    if (x && y) return *x < *y;
    if (x.has_value() != y.has_value()) return x.has_value();
    return a < b;
}

/// Returns the labels of a row: the members of its set, or its only label.
std::vector<std::string_view> members_of(std::string_view label, bool of_sets) {
    return of_sets ? split(label, ',') : std::vector{label};
}

/// Returns the distinct labels of `train` and of `more`, which may be the same table, sorted. Throws
/// DataError if they are classes, and fewer than two or too many.
std::vector<std::string> known_tokens(const RawTable& train, const RawTable& more, const std::string& strip) {
    std::vector<std::string> tokens;
    for (const RawTable* table : {&train, &more})
        for (const std::string& label : table->label.levels.names())
            for (const std::string_view member : members_of(label, table->label_sets))
                tokens.push_back(normalised(std::string(member), strip));
    std::ranges::sort(tokens, before);
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    if (train.label_sets) return tokens;
    if (tokens.size() < 2)
        throw file_error(train.file, "all rows have the label '{}': at least two classes are needed",
                         tokens.empty() ? "" : tokens.front());
    if (tokens.size() > kMostClasses)
        throw file_error(train.file, "{} distinct labels in column '{}': is it the label column?",
                         tokens.size(), train.label.name);
    return tokens;
}

/// A label that a text names: its class, −1 if unknown, and how it is written.
struct Member {
    std::int32_t index;
    std::string_view text;
};

/// Returns the members of each of the table's label texts. `tokens`: the known labels, in class order.
std::vector<std::vector<Member>> members_of_levels(const RawTable& table,
                                                   const std::vector<std::string>& tokens,
                                                   const std::string& strip) {
    std::map<std::string, std::int32_t> classes;
    for (const std::string& token : tokens)
        classes.emplace(normalised(token, strip), static_cast<std::int32_t>(&token - tokens.data()));
    return mapped(table.label.levels.names(), [&](const std::string& level) {
        return mapped(members_of(level, table.label_sets), [&](std::string_view text) {
            const auto found = classes.find(normalised(std::string(text), strip));
            return Member{found == classes.end() ? -1 : found->second, text};
        });
    });
}

/// Returns the labels of all rows; throws DataError at a row whose label is not in `tokens`.
Labels labels_of(const RawTable& table, const std::vector<std::string>& tokens, const std::string& strip,
                 const std::vector<std::string>& names) {
    if (table.label_sets && table.rows() > kMostLabelCells / std::max<std::size_t>(1, tokens.size()))
        throw file_error(table.file, "{} rows of {} labels: at most {} in all are read", table.rows(),
                         tokens.size(), kMostLabelCells);
    const std::vector<std::vector<Member>> members = members_of_levels(table, tokens, strip);
    std::vector<std::int32_t> classes;
    std::vector<std::int8_t> y(table.label_sets ? table.rows() * tokens.size() : 0, -1);
    for (std::size_t i = 0; i < table.rows(); ++i)
        for (const Member& member : members[static_cast<std::size_t>(table.label.values[i])]) {
            if (member.index < 0)
                throw DataError(table.file, table.line_of_row[i], 0,
                                unknown_name_message("label", member.text, tokens));
            if (table.label_sets)
                y[i * tokens.size() + static_cast<std::size_t>(member.index)] = 1;
            else
                classes.push_back(member.index);
        }
    return table.label_sets ? Labels::multi_label(std::move(y), names)
                            : Labels::from_classes(std::move(classes), names);
}

/// Counts the cells of nominal columns whose level is not in the training file; they become missing values.
struct UnseenLevels {
    std::size_t cells = 0;
    std::string column, level;  ///< of the first such cell
};

/// Moves the columns of `table` into `dataset`; `levels` has one element per column, empty if numeric.
UnseenLevels take_columns(RawTable& table, const std::vector<std::vector<std::string>>& levels,
                          Dataset& dataset) {
    UnseenLevels unseen;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
        RawColumn& raw = table.columns[j];
        const bool nominal = !levels[j].empty();
        const std::vector<std::string>& names = raw.levels.names();
        const std::vector<float> code = codes_of(names, levels[j]);
        for (float& value : nominal ? std::span(raw.values) : std::span<float>()) {
            if (std::isnan(value)) continue;
            const auto level = static_cast<std::size_t>(value);
            value = code[level];
            if (std::isnan(value) && unseen.cells++ == 0)
                unseen.column = raw.name, unseen.level = names[level];
        }
        dataset.columns.push_back({raw.name, nominal ? ColumnKind::nominal : ColumnKind::numeric, levels[j],
                                   std::move(raw.values)});
        pack_bytes(dataset.columns.back());
    }
    return unseen;
}

/// Stores the label of each row with the model's class names; adds a note if the model lacks a label.
void take_truth(const RawTable& table, const std::vector<std::string>& class_names, RowsToPredict& rows) {
    std::vector<std::string> text_of_level, lost;
    std::vector<bool> unknown;
    for (const std::vector<Member>& members : members_of_levels(table, class_names, "")) {
        std::set<std::size_t> known;  // in the order of the model's classes
        std::vector<std::string> strangers;
        for (const Member& member : members)
            if (member.index >= 0)
                known.insert(static_cast<std::size_t>(member.index));
            else
                strangers.emplace_back(member.text);
        std::vector<std::string> texts = picked(class_names, known);
        texts.insert(texts.end(), strangers.begin(), strangers.end());
        text_of_level.push_back(fmt::format("{}", fmt::join(texts, "|")));
        unknown.push_back(!strangers.empty());
        for (const std::string& stranger : strangers)
            if (std::ranges::find(lost, stranger) == lost.end()) lost.push_back(stranger);
    }
    std::size_t count = 0;
    for (const float value : table.label.values) {
        const auto level = static_cast<std::size_t>(value);
        rows.truth.push_back(text_of_level[level]);
        count += unknown[level];
    }
    if (count > 0)
        rows.notes.push_back(
            fmt::format("{} {} a label that training had not ({}): each counts as an "
                        "error, and no AUC or log loss is told",
                        counted(count, "row"), count == 1 ? "has" : "have", first_names(lost)));
}

}  // namespace

Split assemble_split(const std::string& name, RawTable train, std::optional<RawTable> test,
                     const LabelRule& rule) {
    Split split{{name}, {name}};
    const auto levels = mapped(train.columns, [](const RawColumn& column) {
        auto names = column.kind == ColumnKind::nominal ? column.levels.names() : std::vector<std::string>{};
        std::ranges::sort(names);
        return names;
    });
    RawTable& later = test ? *test : train;
    const bool sets = train.label_sets || later.label_sets;
    for (RawTable* table : {&train, &later}) {
        table->label_sets = sets;
        if (rule.of_all_rows)
            drop_classes_without_rows(table->label);  // ARFF may declare classes without rows
    }
    const RawTable& more = rule.of_all_rows ? later : train;
    const std::string strip = sets ? "" : rule.strip;
    const auto tokens = rule.tokens.empty() || sets ? known_tokens(train, more, strip) : rule.tokens;
    const auto& names = rule.names.empty() || sets ? tokens : rule.names;
    split.train.labels = labels_of(train, tokens, strip, names);
    split.test.labels = test ? labels_of(*test, tokens, strip, names) : split.train.labels.subset({});
    take_columns(train, levels, split.train);
    if (!test) return split;
    for (std::size_t j = 0; j < split.train.columns.size(); ++j)
        test->columns[j].name = split.train.columns[j].name;
    const std::size_t unknown = take_columns(*test, levels, split.test).cells;
    if (unknown > 0)
        split.provenance.note = fmt::format(
            "{} cells of the test file hold levels that the training file has not; taken as missing",
            unknown);
    return split;
}

RowsToPredict assemble_like(const std::string& name, RawTable table, const Schema& schema) {
    const std::size_t names = schema.class_names.size();
    RowsToPredict rows{{name, {}, {table.rows(), names == 2 ? 1 : names, {}, schema.class_names, {}}},
                       {},
                       table.notes,
                       std::move(table.copied)};
    Labels& labels = rows.data.labels;
    if (!table.label.values.empty()) {
        take_truth(table, schema.class_names, rows);
        if (rows.notes.size() == table.notes.size())
            labels = labels_of(table, schema.class_names, "", schema.class_names);
    }
    const UnseenLevels unseen = take_columns(table, schema.levels, rows.data);
    if (unseen.cells > 0)
        rows.notes.push_back(fmt::format(
            "{} {} categories that training had not, the first '{}' in column '{}'; they are taken as "
            "missing",
            counted(unseen.cells, "cell"), unseen.cells == 1 ? "holds" : "hold", unseen.level,
            unseen.column));
    return rows;
}

}  // namespace reboost::data
