#include "data/prepare/assemble.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr std::size_t kMostClasses = 65536;
/// Rows x labels of multi-label data, dense.
constexpr std::size_t kMostLabelCells = std::size_t{1} << 30U;

std::optional<double> as_number(std::string_view text) {
    const auto value = parse_whole<double>(text);
    return value && std::isnan(*value) ? std::nullopt : value;
}

/// "6.0000", "6." and "6" are one label, and so are "0.50" and "0.5".
std::string normalised(std::string text, const std::string& strip) {
    while (!text.empty() && strip.find(text.back()) != std::string::npos)
        text.pop_back();
    const std::optional<double> number = as_number(text.starts_with('+') ? text.substr(1) : text);
    if (!number) return text;  // the class "+", say
    if (text.starts_with('+')) text.erase(0, 1);
    if (*number == std::trunc(*number) && std::abs(*number) < 1e15)
        return fmt::format("{}", static_cast<long long>(*number));
    return std::abs(*number) < 1e15 ? fmt::format("{}", *number) : text;
}

bool before(const std::string& a, const std::string& b) {
    const auto x = as_number(a), y = as_number(b);
    if (x && y) return *x < *y;
    if (x.has_value() != y.has_value()) return x.has_value();
    return a < b;
}

std::vector<std::string> sorted_tokens(std::vector<std::string> tokens) {
    std::ranges::sort(tokens, before);
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    return tokens;
}

std::vector<std::string> found_tokens(const RawTable& train, const std::string& strip) {
    std::vector<std::string> tokens;
    for (const std::string& name : train.label.levels.names())
        tokens.push_back(normalised(name, strip));
    tokens = sorted_tokens(std::move(tokens));
    if (tokens.size() < 2)
        throw DataError(train.file, 0, 0,
                        fmt::format("all rows have the label '{}': at least two classes are needed",
                                    tokens.empty() ? "" : tokens.front()));
    if (tokens.size() > kMostClasses)
        throw DataError(train.file, 0, 0,
                        fmt::format("{} distinct labels in column '{}': is it the label column?",
                                    tokens.size(), train.label.name));
    return tokens;
}

std::vector<std::int32_t> class_indices(const RawTable& table, const std::vector<std::string>& tokens,
                                        const std::string& strip) {
    std::map<std::string, std::int32_t> index;
    for (std::size_t c = 0; c < tokens.size(); ++c)
        index.emplace(normalised(tokens[c], strip), static_cast<std::int32_t>(c));
    std::vector<std::int32_t> of_level;
    for (const std::string& name : table.label.levels.names()) {
        const auto found = index.find(normalised(name, strip));
        of_level.push_back(found == index.end() ? -1 : found->second);
    }
    std::vector<std::int32_t> classes;
    classes.reserve(table.rows());
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const auto level = static_cast<std::size_t>(table.label.values[i]);
        if (of_level[level] < 0)
            throw DataError(table.file, table.line_of_row[i], 0,
                            unknown_name_message("label", table.label.levels.names()[level], tokens));
        classes.push_back(of_level[level]);
    }
    return classes;
}

std::vector<std::string> set_tokens(const RawTable& train) {
    std::vector<std::string> tokens;
    for (const std::string& set : train.label.levels.names())
        for (const std::string_view member : split(set, ','))
            tokens.push_back(normalised(std::string(member), ""));
    return sorted_tokens(std::move(tokens));
}

Labels label_sets(const RawTable& table, const std::vector<std::string>& tokens) {
    if (table.rows() > kMostLabelCells / std::max<std::size_t>(1, tokens.size()))
        throw DataError(table.file, 0, 0,
                        fmt::format("{} rows of {} labels: at most {} in all are read", table.rows(),
                                    tokens.size(), kMostLabelCells));
    std::vector<std::int8_t> y(table.rows() * tokens.size(), -1);
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string& set = table.label.levels.names()[static_cast<std::size_t>(table.label.values[i])];
        for (const std::string_view member : split(set, ',')) {
            const auto found = std::ranges::find(tokens, normalised(std::string(member), ""));
            if (found == tokens.end())
                throw DataError(table.file, table.line_of_row[i], 0,
                                unknown_name_message("label", member, tokens));
            y[i * tokens.size() + static_cast<std::size_t>(found - tokens.begin())] = 1;
        }
    }
    return Labels::multi_label(std::move(y), tokens);
}

std::vector<std::string> sorted_levels(const RawColumn& column) {
    std::vector<std::string> levels = column.levels.names();
    std::ranges::sort(levels);
    return levels;
}

/// Rewrites a nominal column's indices to those of `levels`; unknown ones become missing.
void recode(RawColumn& column, const std::vector<std::string>& levels, UnseenLevels& unseen) {
    std::map<std::string_view, float> code_of;
    for (const std::string& level : levels)
        code_of.emplace(level, static_cast<float>(code_of.size()));
    std::vector<float> code;
    for (const std::string& level : column.levels.names()) {
        const auto found = code_of.find(level);
        code.push_back(found == code_of.end() ? kMissing : found->second);
    }
    for (float& value : column.values) {
        if (std::isnan(value)) continue;
        const auto level = static_cast<std::size_t>(value);
        value = code[level];
        if (!std::isnan(value)) continue;
        if (unseen.cells++ == 0) unseen.column = column.name, unseen.level = column.levels.names()[level];
    }
}

/// Moves the columns of `table` into `dataset`; `levels` as in Schema.
UnseenLevels take_columns(RawTable& table, const std::vector<std::vector<std::string>>& levels,
                          Dataset& dataset) {
    UnseenLevels unseen;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
        RawColumn& raw = table.columns[j];
        const bool nominal = !levels[j].empty();
        if (nominal) recode(raw, levels[j], unseen);
        dataset.columns.push_back({raw.name, nominal ? ColumnKind::nominal : ColumnKind::numeric, levels[j],
                                   std::move(raw.values)});
        pack_bytes(dataset.columns.back());
    }
    return unseen;
}

std::vector<std::vector<std::string>> levels_of(const RawTable& table) {
    std::vector<std::vector<std::string>> levels;
    for (const RawColumn& column : table.columns)
        levels.push_back(column.kind == ColumnKind::nominal ? sorted_levels(column)
                                                            : std::vector<std::string>{});
    return levels;
}

void require_width(const RawTable& table, std::size_t expected) {
    if (table.columns.size() != expected)
        throw DataError(table.file, 0, 0,
                        fmt::format("{} feature columns, expected {}", table.columns.size(), expected));
}

}  // namespace

Split assemble_split(const std::string& name, RawTable train, std::optional<RawTable> test,
                     const LabelRule& rule) {
    Split split;
    split.train.name = name;
    split.test.name = name;
    const std::size_t width = train.columns.size();
    if (test) require_width(*test, width);
    const auto levels = levels_of(train);
    if (train.label_sets || (test && test->label_sets)) {
        const auto tokens = set_tokens(train);
        split.train.labels = label_sets(train, tokens);
        if (test) split.test.labels = label_sets(*test, tokens);
    } else {
        const auto tokens = rule.tokens.empty() ? found_tokens(train, rule.strip) : rule.tokens;
        const auto& names = rule.names.empty() ? tokens : rule.names;
        split.train.labels = Labels::from_classes(class_indices(train, tokens, rule.strip), names);
        split.test.labels = Labels::from_classes(
            test ? class_indices(*test, tokens, rule.strip) : std::vector<std::int32_t>{}, names);
    }
    take_columns(train, levels, split.train);
    if (!test) return split;
    for (std::size_t j = 0; j < width; ++j)
        test->columns[j].name = split.train.columns[j].name;
    const std::size_t unknown = take_columns(*test, levels, split.test).cells;
    if (unknown > 0)
        split.provenance.note = fmt::format(
            "{} cells of the test file hold levels that the training file has not; taken as missing",
            unknown);
    return split;
}

Dataset assemble_like(const std::string& name, RawTable table, const Schema& schema, UnseenLevels* unseen) {
    require_width(table, schema.feature_names.size());
    Dataset dataset;
    dataset.name = name;
    if (table.label_sets) {
        dataset.labels = label_sets(table, schema.class_names);
    } else if (!table.label.values.empty()) {
        dataset.labels =
            Labels::from_classes(class_indices(table, schema.class_names, ""), schema.class_names);
    } else {
        dataset.labels.rows = table.rows();
        dataset.labels.classes = schema.class_names.size() == 2 ? 1 : schema.class_names.size();
        dataset.labels.class_names = schema.class_names;
    }
    const UnseenLevels found = take_columns(table, schema.levels, dataset);
    if (unseen != nullptr) *unseen = found;
    return dataset;
}

}  // namespace reboost::data
