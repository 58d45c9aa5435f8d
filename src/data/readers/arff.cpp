#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace reboost::data {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// Takes the next word, which `stops` end, or quoted text off `rest`. Nothing: a quote is not closed.
std::optional<std::string> take_word(std::string_view& rest, std::string_view stops) {
    rest = trim(rest);
    std::string word;
    if (!rest.empty() && (rest.front() == '\'' || rest.front() == '"')) {
        const char quote = rest.front();
        std::size_t i = 1;
        for (; i < rest.size() && rest[i] != quote; ++i) {
            if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
            word += rest[i];
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

class ArffParser {
  public:
    ArffParser(std::string_view text, const std::string& file, const std::string& label,
               std::size_t unlabelled_features)
        : file_(file),
          label_(label),
          unlabelled_features_(unlabelled_features),
          bytes_(stored_size(file, text.size())),
          lines_(text, "%") {}

    RawTable parse() {
        read_header();
        choose_label();
        std::string_view line;
        while (lines_.next(line)) {
            if (trim(line).front() == '{')
                read_sparse(trim(line));
            else
                read_dense(line);
        }
        if (table_.line_of_row.empty()) fail("no data row");
        return finish();
    }

  private:
    [[noreturn]] void fail(const std::string& message) const {
        throw DataError(file_, lines_.number(), 0, message);
    }

    void read_header() {
        std::string_view line;
        while (lines_.next(line)) {
            std::string_view rest = trim(line);
            const std::string keyword = lower(rest.substr(0, rest.find_first_of(" \t")));
            rest.remove_prefix(keyword.size());
            if (keyword == "@relation") continue;
            if (keyword == "@data") {
                if (columns_.empty()) fail("@data before any @attribute");
                return;
            }
            if (keyword != "@attribute")
                fail(fmt::format("'{}', expected @relation, @attribute or @data", keyword));
            read_attribute(rest);
        }
        throw DataError(file_, 0, 0, columns_.empty() ? "empty file: no @attribute" : "no @data");
    }

    std::string word(std::string_view& rest, std::string_view stops) const {
        std::optional<std::string> taken = take_word(rest, stops);
        if (!taken) fail("a quote is never closed");
        return *taken;
    }

    void read_attribute(std::string_view rest) {
        RawColumn column;
        column.name = word(rest, " \t{");
        if (column.name.empty()) fail("@attribute without a name");
        column.decided = true;
        rest = trim(rest);
        if (!rest.empty() && rest.front() == '{') {
            column.kind = ColumnKind::nominal;
            rest.remove_prefix(1);
            read_levels(column, rest);
        } else {
            const std::string kind = lower(rest.substr(0, rest.find_first_of(" \t")));
            if (kind != "numeric" && kind != "real" && kind != "integer")
                fail(fmt::format("attribute '{}' is of kind '{}', expected numeric, real, integer or {{…}}",
                                 column.name, kind));
        }
        columns_.push_back(std::move(column));
        check_columns(file_, lines_.number(), columns_.size());
        level_counts_.push_back(columns_.back().levels.names().size());
    }

    void read_levels(RawColumn& column, std::string_view rest) const {
        for (;;) {
            column.levels.index_of(word(rest, ",}"));
            rest = trim(rest);
            if (rest.empty())
                fail(fmt::format("the values of attribute '{}' are not closed by }}", column.name));
            const char mark = rest.front();
            rest.remove_prefix(1);
            if (mark == '}') return;
            if (mark != ',')
                fail(fmt::format("values of attribute '{}' are not separated by commas", column.name));
        }
    }

    bool is_labelled() const { return unlabelled_features_ == 0; }
    bool has_label_column() const { return columns_.size() != unlabelled_features_; }

    void choose_label() {
        label_at_ = columns_.size();
        if (!has_label_column()) return;
        label_at_ = label_.empty() ? columns_.size() - 1 : find_label();
        if (columns_.size() < 2) fail("no feature attribute");
        if (is_labelled() && columns_[label_at_].kind != ColumnKind::nominal)
            fail(fmt::format("the label attribute '{}' is not nominal", columns_[label_at_].name));
    }

    std::size_t find_label() const {
        std::vector<std::string> names;
        for (const RawColumn& column : columns_)
            names.push_back(column.name);
        if (std::ranges::count(names, label_) > 1)
            throw UsageError(
                fmt::format("{}: two attributes are called '{}': give the label's index", file_, label_));
        const auto found = std::ranges::find(names, label_);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
        const std::size_t index = parse_whole<std::size_t>(label_).value_or(names.size());
        if (index >= names.size())
            throw UsageError(file_ + ": " + unknown_name_message("label column", label_, names));
        return index;
    }

    static bool is_quoted(std::string_view rest) {
        const std::string_view value = trim(rest);
        return value.starts_with('\'') || value.starts_with('"');
    }

    void read_dense(std::string_view line) {
        std::size_t j = 0;
        std::string_view rest = line;
        for (;; ++j) {
            if (j == columns_.size()) fail(fmt::format("more than {} values", columns_.size()));
            const bool quoted = is_quoted(rest);
            add(j, word(rest, ","), quoted);
            rest = trim(rest);
            if (rest.empty()) break;
            if (rest.front() != ',') fail("values are not separated by commas");
            rest.remove_prefix(1);
        }
        if (j + 1 != columns_.size()) fail(fmt::format("{} values, expected {}", j + 1, columns_.size()));
        end_row();
    }

    /// "{index value, …}", indices from 0; what is left out is 0, for a nominal attribute its first value.
    void read_sparse(std::string_view line) {
        if (line.back() != '}') fail("a sparse row is not closed by }");
        std::string_view rest = trim(line.substr(1, line.size() - 2));
        std::vector<bool> seen(columns_.size(), false);
        while (!rest.empty()) {
            std::size_t index = 0;
            const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
            if (error != std::errc{} || index >= columns_.size() || seen[index])
                fail(fmt::format("expected <index> <value> with a new index below {}", columns_.size()));
            seen[index] = true;
            rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
            const bool quoted = is_quoted(rest);
            add(index, word(rest, ","), quoted);
            rest = trim(rest);
            if (rest.empty()) break;
            if (rest.front() != ',') fail("expected a comma behind a value");
            rest = trim(rest.substr(1));
        }
        for (std::size_t j = 0; j < columns_.size(); ++j)
            if (!seen[j]) columns_[j].values.push_back(0);
        end_row();
    }

    void add(std::size_t j, const std::string& text, bool quoted) {
        RawColumn& column = columns_[j];
        if (text == "?" && !quoted) {
            if (j == label_at_ && is_labelled()) fail("row without a label");
            column.values.push_back(kMissing);
            return;
        }
        if (column.kind == ColumnKind::nominal) {
            const float level = column.levels.index_of(text);
            if (static_cast<std::size_t>(level) >= level_counts_[j])
                fail(unknown_name_message("value of attribute '" + column.name + "'", text, declared(j)));
            column.values.push_back(level);
            return;
        }
        float value = 0;
        if (!parse_number(text, value))
            fail(fmt::format("'{}' for attribute '{}' {}", text, column.name, number_fault(text)));
        column.values.push_back(value);
    }

    std::vector<std::string> declared(std::size_t j) const {
        std::vector<std::string> names = columns_[j].levels.names();
        names.resize(level_counts_[j]);
        return names;
    }

    void end_row() {
        table_.line_of_row.push_back(static_cast<std::uint32_t>(lines_.number()));
        check_cells(file_, table_.line_of_row.size(), columns_.size(), bytes_);
    }

    RawTable finish() {
        table_.file = file_;
        if (is_labelled()) table_.label = std::move(columns_[label_at_]);
        if (has_label_column()) columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(label_at_));
        table_.columns = std::move(columns_);
        return std::move(table_);
    }

    const std::string& file_;
    const std::string& label_;
    std::size_t unlabelled_features_, bytes_;
    LineReader lines_;
    std::vector<RawColumn> columns_;
    std::vector<std::size_t> level_counts_;
    std::size_t label_at_ = 0;
    RawTable table_;
};

}  // namespace

RawTable parse_arff(std::string_view text, const std::string& file, const std::string& label,
                    std::size_t unlabelled_features) {
    return ArffParser(text, file, label, unlabelled_features).parse();
}

}  // namespace reboost::data
