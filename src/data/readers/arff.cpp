#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

// Cutting lines into words: quoted texts, comments, names and kinds of attributes.

/// Returns the character for which a backslash and `c` stand in quoted text.
char escaped(char c) {
    return c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
}

constexpr auto kNumberKinds = std::to_array<std::string_view>({"numeric", "real", "integer"});
constexpr auto kTextKinds = std::to_array<std::string_view>({"string", "date"});

bool is_kind(std::string_view word) {
    return word == "relational" || contains(kNumberKinds, word) || contains(kTextKinds, word);
}

bool is_quoted(std::string_view text) {
    return text.starts_with('\'') || text.starts_with('"');
}

/// Returns the place of the first `mark` outside quotes; the line's end if there is none. Quotes begin at a
/// word's begin (after a blank, comma or brace), and so does "%", the mark of a comment.
std::size_t find_bare(std::string_view line, char mark) {
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
        if (c == mark && (begins_word || mark != '%')) return i;
        if (begins_word && (c == '\'' || c == '"')) quote = c;
    }
    return line.size();
}

struct ArffColumn : RawColumn {
    std::size_t level_count = 0;  ///< number of declared levels; 0: each text is a level
    std::string text_kind{};      ///< "string" or "date"; "" for kinds that a feature may have
    std::size_t line = 0;         ///< of its "@attribute"
    ColumnRole role = ColumnRole::feature;
};

class ArffParser {
  public:
    ArffParser(std::string& text, const std::string& file, const TableFormat& format)
        : file_(file),
          format_(format),
          bytes_(stored_size(file, text.size())),
          lines_(LineReader::consuming(text, "%")) {}

    RawTable parse() {
        read_header();
        choose_columns();
        std::string_view line;
        while (next(line))
            if (line.front() == '{')
                read_sparse(line);
            else
                read_dense(line);
        if (table_.line_of_row.empty())
            fail("{}", table_.unlabelled > 0 ? "no row with a label" : "no data row");
        table_.file = file_;
        for (ArffColumn& column : columns_)
            if (column.role != ColumnRole::skipped)
                (column.role == ColumnRole::label ? table_.label : table_.columns.emplace_back()) =
                    std::move(column);
        return std::move(table_);
    }

  private:
    /// Throws DataError at the current line. `text`: a format for `values`.
    template <class... T>
    [[noreturn]] void fail(fmt::format_string<T...> text, T&&... values) const {
        throw file_error(file_, lines_.number(), 0, text, std::forward<T>(values)...);
    }

    /// Finds the next line that holds more than a comment; returns false at the end.
    bool next(std::string_view& line) {
        while (lines_.next(line)) {
            line = trim(line.substr(0, find_bare(line, '%')));
            if (!line.empty()) return true;
        }
        return false;
    }

    void read_header() {
        std::string_view line;
        while (next(line)) {
            const std::string keyword = lower(line.substr(0, line.find_first_of(" \t")));
            const std::string_view rest = trim(line.substr(keyword.size()));
            if (keyword.starts_with("@input") || keyword.starts_with("@output")) {
                for (std::string_view name : split(rest, ','))
                    (keyword[1] == 'i' ? inputs_ : outputs_).insert(word(name, "").text);
            } else if (keyword == "@relation") {
                if (line.find(" -C ") != std::string_view::npos && format_.label.empty())
                    fail("MEKA's '-C': several attributes are labels; `label` (train: --label) chooses one");
            } else if (keyword == "@attribute") {
                read_attribute(rest);
            } else {
                if (keyword != "@data") fail("'{}', expected @relation, @attribute or @data", keyword);
                if (columns_.empty()) fail("@data before any @attribute");
                if (!rest.empty()) fail("'{}' behind @data: rows begin on the next line", rest);
                return;
            }
        }
        throw DataError(file_, 0, 0, columns_.empty() ? "empty file: no @attribute" : "no @data");
    }

    struct Written {
        std::string text;
        bool quoted = false;
    };

    /// Removes the next word (up to one of `stops`) or quoted text, and blanks around it, from `rest`.
    Written word(std::string_view& rest, std::string_view stops) const {
        rest = trim(rest);
        if (!is_quoted(rest)) {
            const std::size_t end = std::min(rest.find_first_of(stops), rest.size());
            const std::string_view text = trim(rest.substr(0, end));
            rest = trim(rest.substr(end));
            return {std::string(text)};
        }
        Written word{"", true};
        std::size_t i = 1;
        for (; i < rest.size() && rest[i] != rest.front(); ++i) {
            const bool escapes = rest[i] == '\\' && i + 1 < rest.size();
            word.text += escapes ? escaped(rest[++i]) : rest[i];
        }
        if (i >= rest.size()) fail("a quote is never closed");
        rest = trim(rest.substr(i + 1));
        return word;
    }

    /// Removes the name of an attribute from `text`. A name without quotes may hold blanks: it ends before a
    /// brace or the last word that is a kind.
    std::string take_name(std::string_view& text) const {
        const bool quoted = is_quoted(text);
        std::string name = quoted ? word(text, "").text : "";
        const std::size_t brace = text.find('{');
        std::size_t end = brace;
        for (std::size_t at = 0; at < std::min(brace, text.size());) {
            const std::size_t stop = std::min(text.find_first_of(" \t[{", at), text.size());
            const bool may_be_kind = quoted ? at == 0 : at > 0;
            if (may_be_kind && is_kind(lower(text.substr(at, stop - at)))) end = at;
            if (end == at && brace != std::string_view::npos) break;  // "name string {…" is refused later
            at = std::min(text.find_first_not_of(" \t", std::max(stop, at + 1)), text.size());
        }
        if (end == std::string_view::npos)
            end = quoted ? 0 : std::min(text.find_first_of(" \t"), text.size());
        if (!quoted) name = trim(text.substr(0, end));
        text = trim(text.substr(end));
        return name;
    }

    void read_attribute(std::string_view text) {
        ArffColumn column;
        column.name = take_name(text);
        if (column.name.empty()) fail("@attribute without a name");
        column.decided = true;
        column.line = lines_.number();
        const std::size_t stop =
            text.starts_with('{') ? 1 : std::min(text.find_first_of(" \t[{"), text.size());
        const std::string kind = lower(text.substr(0, stop));
        text = trim(text.substr(stop));
        if (kind == "{") {
            column.kind = ColumnKind::nominal;
            read_levels(column, text);
            column.level_count = column.levels.names().size();
        } else if (contains(kNumberKinds, kind)) {
            // KEEL writes a range after the kind: real [0.0, 1.0]
            if (!text.empty() && !text.starts_with('['))
                fail("'{}' behind the kind of attribute '{}'", text, column.name);
        } else if (contains(kTextKinds, kind)) {
            column.text_kind = kind;
        } else {
            fail("attribute '{}' is of kind '{}', expected numeric, real, integer, string, date or {{…}}",
                 column.name, kind);
        }
        columns_.push_back(std::move(column));
        check_columns(file_, lines_.number(), columns_.size());
    }

    void read_levels(RawColumn& column, std::string_view rest) const {
        char mark = ',';
        while (mark == ',') {
            const auto [level, quoted] = word(rest, ",}");
            if (level.empty() && !quoted)
                fail("the values of attribute '{}' include an empty one; '' is an empty text", column.name);
            column.levels.index_of(level);
            if (rest.empty()) fail("the values of attribute '{}' are not closed by }}", column.name);
            mark = rest.front();
            rest.remove_prefix(1);
        }
        if (mark != '}') fail("values of attribute '{}' are not separated by commas", column.name);
        if (!trim(rest).empty()) fail("'{}' behind the values of attribute '{}'", trim(rest), column.name);
    }

    ArffColumn& find(const std::string& wanted, const char* what) {
        return columns_[find_column(file_, mapped(columns_, &ArffColumn::name), wanted, what)];
    }

    /// Whether the file must have `column`: a file of rows to predict may lack a column given by name.
    bool applies(const std::string& column) const {
        return format_.like.empty() || parse_whole<std::size_t>(column) ||
               std::ranges::find(columns_, column, &ArffColumn::name) != columns_.end();
    }

    /// Adds a note on features against KEEL's lists. If only "@outputs" is there, all others are inputs.
    void note_other_features(const std::string& label) {
        std::vector<std::string> others;
        for (const ArffColumn& column : columns_)
            if (column.role == ColumnRole::feature &&
                (inputs_.empty() ? outputs_.contains(column.name) : !inputs_.contains(column.name)))
                others.push_back(column.name);
        if (!others.empty())
            table_.notes.push_back(
                fmt::format("@inputs or @outputs is ignored: features are also {} (`skip`; train: --skip "
                            "leaves them out), and the label is '{}'",
                            first_names(others), label));
    }

    /// Assigns roles and kinds to the columns. A file of rows to predict may lack the label attribute.
    void choose_columns() {
        for (const std::string& column : format_.skip)
            if (applies(column)) find(column, "skipped column").role = ColumnRole::skipped;
        const auto features =
            static_cast<std::size_t>(std::ranges::count(columns_, ColumnRole::feature, &ArffColumn::role));
        std::map<std::string_view, std::size_t> count;
        for (const ArffColumn& column : columns_)
            if (++count[column.name] == 2)
                table_.notes.push_back(fmt::format("several columns are called '{}'", column.name));
        const bool unnamed = format_.label.empty();
        const bool by_keel = unnamed && outputs_.size() == 1 && applies(*outputs_.begin());
        const bool by_training = unnamed && !by_keel && applies(format_.trained_label);
        const std::string& name = by_keel       ? *outputs_.begin()
                                  : by_training ? format_.trained_label
                                                : format_.label;
        if (format_.has_label || by_training ||
            ((format_.trained_label.empty() || !unnamed) && features != format_.like.size())) {
            ArffColumn& label = name.empty() ? columns_.back() : find(name, "label column");
            if (label.role == ColumnRole::skipped)
                throw error<UsageError>("{}: attribute '{}' is the label and cannot be skipped as well",
                                        file_, label.name);
            label.role = format_.has_label ? ColumnRole::label : ColumnRole::skipped;
            label.kind = ColumnKind::nominal;
            table_.label_place = fmt::format("column {} '{}'{}", &label - columns_.data(), label.name,
                                             by_keel ? ", by @outputs" : "");
            if (format_.like.empty()) note_other_features(label.name);
            if (features < 2) fail("no feature attribute");
        }
        for (const std::string& wanted : format_.nominal) {
            if (!applies(wanted)) continue;
            ArffColumn& column = find(wanted, "nominal column");
            column.kind = ColumnKind::nominal;
            if (column.role == ColumnRole::label) table_.label_declared_nominal = true;
        }
        for (const ArffColumn& column : columns_)
            if (column.role == ColumnRole::feature && column.kind == ColumnKind::numeric &&
                !column.text_kind.empty())
                throw file_error(file_, column.line, 0,
                                 "attribute '{}' is of kind {}: leave it out (`skip`; train: --skip) or "
                                 "take its texts as levels (`nominal`; --nominal)",
                                 column.name, column.text_kind);
    }

    /// Reads values that commas separate (one may end the line) or, where none is bare, blanks, as in Weka.
    void read_dense(std::string_view line) {
        const bool commas = find_bare(line, ',') < line.size();
        row_.clear();
        for (std::string_view rest = line; !rest.empty() && row_.size() <= columns_.size();) {
            refuse_weight(rest);
            const auto& [index, value] = row_.emplace_back(row_.size(), word(rest, commas ? "," : " \t"));
            if (value.text.empty() && !value.quoted) fail("an empty value; ? stands for a missing one");
            if (commas) pass_comma(rest, "values are not separated by commas");
        }
        if (row_.size() > columns_.size()) fail("more than {} values", columns_.size());
        if (row_.size() != columns_.size()) fail("{} values, expected {}", row_.size(), columns_.size());
        add_row();
    }

    /// Removes a comma and blanks from the front of `rest`, unless the row ends there.
    void pass_comma(std::string_view& rest, const char* otherwise) const {
        if (rest.empty()) return;
        if (rest.front() != ',') fail("{}", otherwise);
        rest = trim(rest.substr(1));
    }

    void refuse_weight(std::string_view rest) const {
        if (rest.starts_with('{'))
            fail("'{{' where a value is expected: weights of rows are not supported, remove them");
    }

    /// Reads "{index value, …}", indices from 0; an attribute left out is 0, or its first value if nominal.
    void read_sparse(std::string_view line) {
        refuse_weight(line.substr(std::min(line.find('{', line.find('}')), line.size())));
        if (line.back() != '}') fail("a sparse row is not closed by }}");
        std::string_view rest = trim(line.substr(1, line.size() - 2));
        std::vector<bool> seen(columns_.size(), false);
        row_.clear();
        while (!rest.empty()) {
            std::size_t index = 0;
            const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
            if (error != std::errc{} || index >= columns_.size() || seen[index])
                fail("expected <index> <value> with a new index below {}", columns_.size());
            seen[index] = true;
            rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
            row_.emplace_back(index, word(rest, ","));
            pass_comma(rest, "expected a comma behind a value");
        }
        if (!add_row()) return;
        for (std::size_t j = 0; j < columns_.size(); ++j)  // attributes that the row leaves out
            if (ArffColumn& column = columns_[j]; !seen[j])
                column.values.push_back(column.kind == ColumnKind::nominal && column.level_count == 0
                                            ? column.levels.index_of("0")
                                            : 0.0F);
    }

    /// Adds the values of `row_`; returns false if the row is left out because it has no label.
    bool add_row() {
        for (const auto& [index, written] : row_)
            if (columns_[index].role == ColumnRole::label && !has_label(columns_[index], written))
                return false;
        for (const auto& [index, written] : row_)
            add(columns_[index], written);
        table_.line_of_row.push_back(static_cast<std::uint32_t>(lines_.number()));
        check_cells(file_, table_.line_of_row.size(), columns_.size(), bytes_);
        return true;
    }

    bool is_missing(const Written& value) const {
        return !value.quoted && (value.text == "?" || contains(format_.missing, value.text));
    }

    /// Whether to keep the row of this label; false if it is missing and such rows are left out.
    bool has_label(const ArffColumn& column, const Written& label) {
        const bool declared = column.level_count > 0 || table_.label_declared_nominal;
        if (!is_missing(label) && (declared || !means_missing(label.text))) return true;
        if (!format_.drop_unlabelled) fail("row without a label; {}", format_.unlabelled_advice);
        ++table_.unlabelled;
        return false;
    }

    void add(ArffColumn& column, const Written& written) {
        if (column.role == ColumnRole::skipped || is_missing(written)) {
            column.values.push_back(kMissing);
        } else if (column.kind == ColumnKind::nominal) {
            const float level = column.levels.index_of(written.text);
            if (column.level_count > 0 && static_cast<std::size_t>(level) >= column.level_count)
                fail("{}", unknown_name_message("value of attribute '" + column.name + "'", written.text,
                                                std::span(column.levels.names()).first(column.level_count)));
            column.values.push_back(level);
        } else if (!add_number(column, written.text)) {
            fail("'{}' for attribute '{}' {}{}", written.text, column.name, number_fault(written.text),
                 means_missing(written.text)
                     ? "; if it means a missing value, say so (`missing`; train: --missing)"
                     : "");
        }
    }

    const std::string& file_;
    const TableFormat& format_;
    std::size_t bytes_;
    LineReader lines_;
    std::vector<ArffColumn> columns_;
    std::set<std::string> inputs_, outputs_;            ///< in the lines "@inputs" and "@outputs" of KEEL
    std::vector<std::pair<std::size_t, Written>> row_;  ///< column and value of the current row's cells
    RawTable table_;
};

}  // namespace

RawTable parse_arff(std::string text, const std::string& file, const TableFormat& format) {
    return ArffParser(text, file, format).parse();
}

}  // namespace reboost::data
