#include "core/names.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

// Cutting lines into words: quoted texts, comments, names and kinds of attributes.

/// Returns the character for which a backslash and `c` stand in quoted text.
char escaped(char c) {
    if (c == 't') return '\t';
    if (c == 'n') return '\n';
    return c == 'r' ? '\r' : c;
}

constexpr auto kNumberKinds = std::to_array<std::string_view>({"numeric", "real", "integer"});
constexpr auto kTextKinds = std::to_array<std::string_view>({"string", "date"});

bool is_one_of(std::string_view kind, std::span<const std::string_view> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_kind(std::string_view word) {
    return word == "relational" || is_one_of(word, kNumberKinds) || is_one_of(word, kTextKinds);
}

bool is_quoted(std::string_view text) {
    text = trim(text);
    return text.starts_with('\'') || text.starts_with('"');
}

/// Removes the next word, up to a character of `stops`, or a quoted text from `rest`. Nullopt: open quote.
std::optional<std::string> take_word(std::string_view& rest, std::string_view stops) {
    rest = trim(rest);
    std::string word;
    if (is_quoted(rest)) {
        const char quote = rest.front();
        std::size_t i = 1;
        for (; i < rest.size() && rest[i] != quote; ++i) {
            const bool escapes = rest[i] == '\\' && i + 1 < rest.size();
            word += escapes ? escaped(rest[++i]) : rest[i];
        }
        if (i >= rest.size()) return std::nullopt;
        rest.remove_prefix(i + 1);
        return word;
    }
    const std::size_t end = std::min(rest.find_first_of(stops), rest.size());
    word = trim(rest.substr(0, end));
    rest.remove_prefix(end);
    return word;
}

/// Returns the line before its comment. Outside quotes, "%" after a blank, comma or brace begins a comment.
std::string_view without_comment(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            if (c == '\\') ++i;
            if (c == quote) quote = 0;
            continue;
        }
        const bool begins_word =
            i == 0 || std::string_view(" \t,{").find(line[i - 1]) != std::string_view::npos;
        if (begins_word && c == '%') return trim(line.substr(0, i));
        if (begins_word && (c == '\'' || c == '"')) quote = c;
    }
    return trim(line);
}

struct ArffAttribute {
    std::string name, kind;  ///< kind in lower case; "{": a set of values
    std::string_view rest;   ///< text after the kind, or after the opening brace
};

/// Splits the text after "@attribute". A name without quotes may hold blanks: it ends before a brace or the
/// last word that is a kind. Returns nullopt if a quote is not closed.
std::optional<ArffAttribute> split_attribute(std::string_view text) {
    ArffAttribute attribute;
    text = trim(text);
    const bool quoted = is_quoted(text);
    if (quoted) {
        std::optional<std::string> name = take_word(text, "");
        if (!name) return std::nullopt;
        attribute.name = std::move(*name);
        text = trim(text);
    }
    const std::size_t brace = text.find('{');
    std::size_t end = brace;
    for (std::size_t at = 0; at < std::min(brace, text.size());) {
        const std::size_t stop = std::min(text.find_first_of(" \t[{", at), text.size());
        const bool may_be_kind = quoted ? at == 0 : at > 0;
        if (may_be_kind && is_kind(lower(text.substr(at, stop - at)))) end = at;
        if (end == at && brace != std::string_view::npos) break;  // the caller refuses "name string {…"
        at = std::min(text.find_first_not_of(" \t", std::max(stop, at + 1)), text.size());
    }
    if (end == std::string_view::npos) end = quoted ? 0 : std::min(text.find_first_of(" \t"), text.size());
    if (!quoted) attribute.name = trim(text.substr(0, end));
    text = trim(text.substr(end));
    const std::size_t stop = text.starts_with('{') ? 1 : std::min(text.find_first_of(" \t[{"), text.size());
    attribute.kind = lower(text.substr(0, stop));
    attribute.rest = trim(text.substr(stop));
    return attribute;
}

class ArffParser {
  public:
    ArffParser(std::string_view text, const std::string& file, const TableFormat& format)
        : file_(file), format_(format), bytes_(stored_size(file, text.size())), lines_(text, "%") {}

    RawTable parse() {
        read_header();
        choose_columns();
        std::string_view line;
        while (next(line)) {
            if (line.front() == '{')
                read_sparse(line);
            else
                read_dense(line);
        }
        if (table_.line_of_row.empty())
            fail("{}", table_.unlabelled > 0 ? "no row with a label" : "no data row");
        return finish();
    }

  private:
    enum class Role { feature, label, skipped };

    /// Throws DataError at the current line. `text`: a format for `values`.
    template <class... T>
    [[noreturn]] void fail(fmt::format_string<T...> text, T&&... values) const {
        throw file_error(file_, lines_.number(), 0, text, std::forward<T>(values)...);
    }

    /// Finds the next line that holds more than a comment; returns false at the end.
    bool next(std::string_view& line) {
        while (lines_.next(line)) {
            line = without_comment(line);
            if (!line.empty()) return true;
        }
        return false;
    }

    void read_header() {
        std::string_view line;
        while (next(line)) {
            std::string_view rest = line;
            const std::string keyword = lower(rest.substr(0, rest.find_first_of(" \t")));
            rest.remove_prefix(keyword.size());
            // Files of KEEL list their columns again in lines "@inputs" and "@outputs".
            if (keyword == "@relation" || keyword.starts_with("@input") || keyword.starts_with("@output"))
                continue;
            if (keyword == "@data") {
                if (columns_.empty()) fail("@data before any @attribute");
                if (!trim(rest).empty()) fail("'{}' behind @data: rows begin on the next line", trim(rest));
                return;
            }
            if (keyword != "@attribute") fail("'{}', expected @relation, @attribute or @data", keyword);
            read_attribute(rest);
        }
        throw DataError(file_, 0, 0, columns_.empty() ? "empty file: no @attribute" : "no @data");
    }

    struct Written {
        std::string text;
        bool quoted = false;
    };

    Written word(std::string_view& rest, std::string_view stops) const {
        const bool quoted = is_quoted(rest);
        std::optional<std::string> taken = take_word(rest, stops);
        if (!taken) fail("a quote is never closed");
        return {std::move(*taken), quoted};
    }

    void read_attribute(std::string_view text) {
        const std::optional<ArffAttribute> attribute = split_attribute(text);
        if (!attribute) fail("a quote is never closed");
        RawColumn column;
        column.name = attribute->name;
        if (column.name.empty()) fail("@attribute without a name");
        column.decided = true;
        std::string kind = attribute->kind;
        if (kind == "{") {
            column.kind = ColumnKind::nominal;
            read_levels(column, attribute->rest);
        } else if (is_one_of(kind, kNumberKinds)) {
            // KEEL writes a range after the kind: real [0.0, 1.0]
            if (!attribute->rest.empty() && !attribute->rest.starts_with('['))
                fail("'{}' behind the kind of attribute '{}'", attribute->rest, column.name);
            kind.clear();
        } else if (!is_one_of(kind, kTextKinds)) {
            fail(
                "attribute '{}' is of kind '{}', expected numeric, real, integer, string, date or "
                "{{…}}",
                column.name, kind);
        }
        columns_.push_back(std::move(column));
        check_columns(file_, lines_.number(), columns_.size());
        level_counts_.push_back(columns_.back().levels.names().size());
        text_kinds_.push_back(kind == "{" ? "" : kind);
        lines_of_.push_back(lines_.number());
    }

    void read_levels(RawColumn& column, std::string_view rest) const {
        for (;;) {
            const auto [level, quoted] = word(rest, ",}");
            if (level.empty() && !quoted)
                fail("the values of attribute '{}' include an empty one; '' is an empty text", column.name);
            column.levels.index_of(level);
            rest = trim(rest);
            if (rest.empty()) fail("the values of attribute '{}' are not closed by }}", column.name);
            const char mark = rest.front();
            rest.remove_prefix(1);
            if (mark == ',') continue;
            if (mark != '}') fail("values of attribute '{}' are not separated by commas", column.name);
            if (!trim(rest).empty())
                fail("'{}' behind the values of attribute '{}'", trim(rest), column.name);
            return;
        }
    }

    std::size_t find(const std::string& wanted, const char* what) const {
        return find_column(file_, columns_, wanted, what);
    }

    /// Whether the file must have `column`: a file of rows to predict may lack a column given by name.
    bool applies(const std::string& column) const {
        return format_.like.empty() || parse_whole<std::size_t>(column) ||
               std::ranges::find(columns_, column, &RawColumn::name) != columns_.end();
    }

    /// Assigns roles and kinds to the columns. A file of rows to predict may lack the label attribute.
    void choose_columns() {
        roles_.assign(columns_.size(), Role::feature);
        for (const std::string& column : format_.skip)
            if (applies(column)) roles_[find(column, "skipped column")] = Role::skipped;
        const auto features = static_cast<std::size_t>(std::ranges::count(roles_, Role::feature));
        label_at_ = columns_.size();
        if (format_.has_label || features != format_.like.size()) {
            label_at_ = format_.label.empty() ? columns_.size() - 1 : find(format_.label, "label column");
            if (roles_[label_at_] == Role::skipped)
                throw UsageError(fmt::format("{}: attribute '{}' is the label and cannot be skipped as well",
                                             file_, columns_[label_at_].name));
            roles_[label_at_] = Role::label;
            table_.label_place = fmt::format("column {} '{}'", label_at_, columns_[label_at_].name);
            if (features < 2) fail("no feature attribute");
        }
        for (const std::string& column : format_.nominal)
            if (applies(column)) take_as_nominal(find(column, "nominal column"));
        if (label_at_ < columns_.size() && columns_[label_at_].kind == ColumnKind::numeric) {
            columns_[label_at_].kind = ColumnKind::nominal;
            level_counts_[label_at_] = kAnyLevels;
        }
        for (std::size_t j = 0; j < columns_.size(); ++j)
            if (roles_[j] == Role::feature && !text_kinds_[j].empty())
                throw file_error(file_, lines_of_[j], 0,
                                 "attribute '{}' is of kind {}: leave it out (`skip`; train: --skip) or "
                                 "take its texts as levels (`nominal`; --nominal)",
                                 columns_[j].name, text_kinds_[j]);
    }

    /// Makes column j nominal; each of its texts becomes a level, in place of numbers or a declared set.
    void take_as_nominal(std::size_t j) {
        if (j == label_at_) table_.label_declared_nominal = true;
        if (columns_[j].kind == ColumnKind::nominal) return;
        columns_[j].kind = ColumnKind::nominal;
        level_counts_[j] = kAnyLevels;
        text_kinds_[j].clear();
    }

    /// Whether a comma stands outside quotes. Commas then separate the values; else blanks do, as in Weka.
    static bool has_comma(std::string_view line) {
        char quote = 0;
        for (const char c : line) {
            if (quote == 0 && c == ',') return true;
            if (quote != 0 ? c == quote : c == '\'' || c == '"') quote = quote == 0 ? c : 0;
        }
        return false;
    }

    void read_dense(std::string_view line) {
        const bool commas = has_comma(line);
        values_.clear();
        for (std::string_view rest = line; values_.size() <= columns_.size();) {
            refuse_weight(rest);
            const Written& value = values_.emplace_back(word(rest, commas ? "," : " \t"));
            if (value.text.empty() && !value.quoted) fail("an empty value; ? stands for a missing one");
            rest = trim(rest);
            if (rest.empty()) break;
            if (commas && rest.front() != ',') fail("values are not separated by commas");
            if (commas) rest = trim(rest.substr(1));
            if (rest.empty()) break;  // the line ends with a comma
        }
        if (values_.size() > columns_.size()) fail("more than {} values", columns_.size());
        if (values_.size() != columns_.size())
            fail("{} values, expected {}", values_.size(), columns_.size());
        if (!has_label(label_at_ < values_.size() ? &values_[label_at_] : nullptr)) return;
        for (std::size_t j = 0; j < columns_.size(); ++j)
            add(j, values_[j]);
        end_row();
    }

    void refuse_weight(std::string_view rest) const {
        if (trim(rest).starts_with('{'))
            fail("'{{' where a value is expected: weights of rows are not supported, remove them");
    }

    /// Reads "{index value, …}", indices from 0; an attribute left out is 0, or its first value if nominal.
    void read_sparse(std::string_view line) {
        const std::size_t close = line.find('}');
        if (close != std::string_view::npos && line.find('{', close) != std::string_view::npos)
            refuse_weight(line.substr(line.find('{', close)));
        if (line.back() != '}') fail("a sparse row is not closed by }}");
        std::string_view rest = trim(line.substr(1, line.size() - 2));
        std::vector<bool> seen(columns_.size(), false);
        std::vector<std::pair<std::size_t, Written>> row;
        while (!rest.empty()) {
            std::size_t index = 0;
            const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
            if (error != std::errc{} || index >= columns_.size() || seen[index])
                fail("expected <index> <value> with a new index below {}", columns_.size());
            seen[index] = true;
            rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
            row.emplace_back(index, word(rest, ","));
            rest = trim(rest);
            if (rest.empty()) break;
            if (rest.front() != ',') fail("expected a comma behind a value");
            rest = trim(rest.substr(1));
        }
        const auto label = std::ranges::find(row, label_at_, &std::pair<std::size_t, Written>::first);
        if (!has_label(label != row.end() ? &label->second : nullptr)) return;
        for (const auto& [index, written] : row)
            add(index, written);
        for (std::size_t j = 0; j < columns_.size(); ++j)  // attributes that the row leaves out
            if (!seen[j])
                columns_[j].values.push_back(level_counts_[j] == kAnyLevels ? columns_[j].levels.index_of("0")
                                                                            : 0.0F);
        end_row();
    }

    bool is_missing(const Written& value) const {
        return !value.quoted &&
               (value.text == "?" || std::ranges::find(format_.missing, value.text) != format_.missing.end());
    }

    /// Whether to keep the row; false if it lacks a label and such rows are left out. Null `label`: value 0.
    bool has_label(const Written* label) {
        if (!format_.has_label || label == nullptr) return true;
        const bool declared = level_counts_[label_at_] != kAnyLevels || table_.label_declared_nominal;
        if (!is_missing(*label) && (declared || !means_missing(label->text))) return true;
        if (!format_.drop_unlabelled)
            fail("row without a label; `drop_unlabelled` (train: --drop-unlabelled) leaves such rows out");
        ++table_.unlabelled;
        return false;
    }

    void add(std::size_t j, const Written& written) {
        RawColumn& column = columns_[j];
        const bool unread = roles_[j] == Role::skipped || (roles_[j] == Role::label && !format_.has_label);
        if (unread || is_missing(written)) {
            column.values.push_back(kMissing);
            return;
        }
        if (column.kind == ColumnKind::nominal) {
            const float level = column.levels.index_of(written.text);
            if (static_cast<std::size_t>(level) >= level_counts_[j])
                fail("{}", unknown_name_message("value of attribute '" + column.name + "'", written.text,
                                                std::span(column.levels.names()).first(level_counts_[j])));
            column.values.push_back(level);
        } else if (!add_number(column, written.text)) {
            fail("'{}' for attribute '{}' {}", written.text, column.name, number_fault(written.text));
        }
    }

    void end_row() {
        table_.line_of_row.push_back(static_cast<std::uint32_t>(lines_.number()));
        check_cells(file_, table_.line_of_row.size(), columns_.size(), bytes_);
    }

    RawTable finish() {
        table_.file = file_;
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            if (roles_[j] == Role::feature) table_.columns.push_back(std::move(columns_[j]));
            if (roles_[j] == Role::label && format_.has_label) table_.label = std::move(columns_[j]);
        }
        return std::move(table_);
    }

    static constexpr std::size_t kAnyLevels = std::numeric_limits<std::size_t>::max();

    const std::string& file_;
    const TableFormat& format_;
    std::size_t bytes_;
    LineReader lines_;
    std::vector<RawColumn> columns_;
    std::vector<std::size_t> level_counts_;  ///< declared levels per column; kAnyLevels: each text is one
    std::vector<std::string> text_kinds_;    ///< "string" or "date"; "" for kinds that a feature may have
    std::vector<std::size_t> lines_of_;      ///< line number per attribute
    std::vector<Role> roles_;
    std::vector<Written> values_;
    std::size_t label_at_ = 0;  ///< column index of the label; the number of columns if there is no label
    RawTable table_;
};

}  // namespace

RawTable parse_arff(std::string_view text, const std::string& file, const TableFormat& format) {
    return ArffParser(text, file, format).parse();
}

}  // namespace reboost::data
