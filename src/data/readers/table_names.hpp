#pragma once
/// Whether a table's first line names its columns; a column by name or index; numbers in foreign writing.
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

namespace reboost::data {

/// Whether `text` is a number with a digit; "inf" may be a column's name.
inline bool is_table_number(std::string_view text) {
    float value = 0;
    return text.find_first_of("0123456789") != std::string_view::npos && parse_number(text, value);
}

/// Rewrites a number of another writing ("$5", "1'234", "1 234", "(1.50)", "1.5D+03", "0x1F") as parse_number
/// reads it; returns "" if `text` is no such number.
inline std::string without_writing(std::string_view text) {
    constexpr std::size_t kLongest = 64;
    if (text.size() > kLongest) return "";
    std::string bare(text);
    const auto replace = [&](std::string_view mark, std::string_view by) {
        for (std::size_t at = bare.find(mark); at != std::string::npos; at = bare.find(mark, at + by.size()))
            bare.replace(at, mark.size(), by);
    };
    for (const char* gap : {"\u00A0", "\u2009", "\u202F", "_"})
        replace(gap, " ");
    for (const char* minus : {"−", "–"})
        replace(minus, "-");
    for (const char* exponent : {"D+", "d+", "D-", "d-"})
        replace(exponent, std::string("e") + exponent[1]);
    bare = std::string(trim(bare));
    if (bare.size() > 1 && bare.ends_with('-')) bare = "-" + bare.substr(0, bare.size() - 1);
    if (bare.starts_with('(') && bare.ends_with(')')) bare = "-" + bare.substr(1, bare.size() - 2);
    const auto is_digit = [&](std::size_t at) {
        return at < bare.size() && bare[at] >= '0' && bare[at] <= '9';
    };
    for (const char* mark : {"$", "%", "'", "€", "£", "¥", "₹", "’"})
        replace(mark, "");
    bare = std::string(trim(bare));
    for (std::size_t at = 1; at < bare.size(); ++at)  // a blank parts thousands before three digits
        if (bare[at] == ' ' && is_digit(at - 1) && is_digit(at + 1) && is_digit(at + 2) && is_digit(at + 3) &&
            !is_digit(at + 4))
            bare.erase(at, 1);
    replace(",", "");
    if (bare.starts_with("0x") || bare.starts_with("0X")) {
        std::uint32_t value = 0;
        const auto [end, fault] = std::from_chars(bare.data() + 2, bare.data() + bare.size(), value, 16);
        if (fault == std::errc() && end == bare.data() + bare.size()) bare = std::to_string(value);
    }
    return bare != text && is_table_number(bare) ? bare : "";
}

/// Describes how another program wrote the number in `text`; returns "" if `text` is no number.
inline std::string foreign_number_fault(std::string_view text) {
    const std::string_view fault = number_fault(text);
    if (fault != kNoNumber) return std::string(fault);
    const std::string bare = without_writing(text);
    if (bare.empty()) return "";
    const std::size_t comma = text.find(',');
    if (std::ranges::count(text, ',') != 1 || !is_decimal_comma(text, comma))
        return fmt::format("is a number in another writing, expected {}", bare);
    return text.size() - comma == 4 ? "has a comma, which may part thousands or be a decimal one; a point is "
                                      "expected, and nothing between thousands"
                                    : "has a decimal comma, a point is expected";
}

/// How many numbers are among `cells` if they are 0, 1, 2, … or 1, 2, 3, …, else 0. Fewer than three may be
/// so by chance.
inline std::size_t count_up(const std::vector<std::string>& cells, const std::vector<bool>& numeric) {
    std::size_t next = 0, counted = 0;
    for (std::size_t j = 0; j < cells.size(); ++j) {
        if (!numeric[j]) continue;
        const auto value = parse_whole<std::size_t>(cells[j]);
        if (!value || (counted > 0 && *value != next) || *value > next + 1) return 0;
        next = *value + 1;
        ++counted;
    }
    return counted;
}

/// Column names of a table.
class TableNames {
  public:
    /// Reads the first lines, and more if the first holds numbers and a text as its label. Throws DataError
    /// if it is unclear whether the first line names the columns.
    TableNames(std::string_view text, const std::string& file, const TableFormat& format, Delimiter delimiter)
        : file_(file), format_(format) {
        LineReader lines(text, format.comment, delimiter == Delimiter::tab);
        CellCutter cutter(delimiter, file);
        const std::vector<Cell>* cells = cutter.next_row(lines);
        check_columns(file, lines.number(), cells->size());
        for (const Cell& cell : *cells) {
            names_.emplace_back(cell.text);
            numeric_.push_back(is_table_number(cell.text));
        }
        if (names_.front().starts_with('#'))
            hint_ = "; line 1 begins with '#': tables have no comment lines, remove it";
        if (format.has_label && names_.size() == 1)
            throw DataError(file, lines.number(), 0,
                            "one cell, expected at least a feature and the label, separated by commas, "
                            "semicolons, tabs or blanks" +
                                hint_);
        for (const char* mark : {"|", "&", "||", "^"})
            if (contains(names_, mark))
                throw file_error(
                    file, lines.number(), 0,
                    "'{}' seems to separate the cells: commas, semicolons, tabs or blanks are expected",
                    mark);
        for (std::size_t j = 0; j < names_.size(); ++j)
            columns_[names_[j]].push_back(j);
        has_header_ =
            format.header == Header::present || (format.header == Header::auto_ && is_header(lines, cutter));
        if (!has_header_) columns_.clear();
        for (std::size_t j = 0; j < names_.size(); ++j)
            if (!has_header_)
                names_[j] = fmt::format("x{}", j);
            else if (const auto& columns = columns_.at(names_[j]); columns.size() > 1 && columns[0] == j)
                notes_.push_back(fmt::format("{} columns are called '{}', the first of them {} and {}",
                                             columns.size(), names_[j], columns[0], columns[1]));
    }

    bool has_header() const { return has_header_; }
    std::size_t size() const { return names_.size(); }
    const std::string& operator[](std::size_t column) const { return names_[column]; }
    bool has(const std::string& name) const { return columns_.contains(name); }
    /// "; line 1 begins with '#' …" if it does, to end the message on an error that a comment line leads to.
    const std::string& hint() const { return hint_; }
    /// Messages for the user on how the first line was understood.
    const std::vector<std::string>& notes() const { return notes_; }

    /// Returns the column of that name or 0-based index. `what` is for messages: "label". `of_training`: the
    /// index counts the label's column, also where the file at hand has none. Throws UsageError if there is
    /// no such column, or two have that name.
    std::size_t find(const std::string& wanted, const char* what, bool of_training = false) const {
        const auto found = columns_.find(wanted);
        if (found != columns_.end() && found->second.size() == 1) return found->second.front();
        if (auto index = parse_whole<std::size_t>(wanted); index && found == columns_.end()) {
            const auto label = parse_whole<std::size_t>(format_.label);
            if (of_training && !format_.has_label && label && *label < *index) --*index;
            if (*index < size()) return *index;
            throw error<UsageError>("{}: {} column {} does not exist, the file has columns 0 to {}", file_,
                                    what, *index, size() - 1);
        }
        if (!has_header_)
            throw error<UsageError>("{}: {} column '{}' given by name, but the file has no header", file_,
                                    what, wanted);
        return find_column(file_, names_, wanted, fmt::format("{} column", what));
    }

  private:
    [[noreturn]] void ask(const std::string& why) const {
        throw file_error(file_, 1, 0,
                         "{}, so that it cannot be told whether the first names the columns: expected the "
                         "option header 'present' or 'absent' (train: --header){}",
                         why, hint_);
    }

    /// `names_` are the cells of the first line, which `has` finds.
    bool is_header(LineReader& lines, CellCutter& cutter) {
        if (!format_.like.empty())
            return std::ranges::any_of(format_.like, [&](const auto& column) { return has(column.name); });
        const auto names_a_cell = [&](const std::string& column) {
            return !column.empty() && has(column) &&
                   parse_whole<std::size_t>(column).value_or(names_.size()) >= names_.size();
        };
        if (names_a_cell(format_.label) || std::ranges::any_of(format_.skip, names_a_cell) ||
            std::ranges::any_of(format_.nominal, names_a_cell))
            return true;
        if (!contains(numeric_, true)) {
            const std::vector<Cell>* second = cutter.next_row(lines);
            if (second == nullptr) throw DataError(file_, 1, 0, "one line, and no number in it: no data row");
            if (!is_header_without_number(*second)) return false;
            ask_if_repeated(*second, lines, cutter);
            return true;
        }
        // pandas leaves its index column without a name; a row cannot begin with an undeclared empty cell
        const std::size_t unnamed = names_.front().empty() && !contains(format_.missing, "") ? 1 : 0;
        const std::size_t counted = count_up(names_, numeric_);
        const bool counts = counted > 1 && counted + unnamed == names_.size();
        const bool surely = counts && counted + unnamed > 2;
        if (unnamed > 0 && !counts) ask("the first line begins with an empty cell");
        if (surely ? cutter.next_row(lines) == nullptr : !is_header_by_label(lines, cutter, counts))
            return false;
        if (counts)
            notes_.push_back(
                fmt::format("the first line counts from {} to {} and is taken for names of columns; header "
                            "'absent' takes it for a row",
                            names_[unnamed], names_.back()));
        return true;
    }

    /// Asks if a cell of the first line, taken for names, means a missing value, or two or more stand in
    /// their columns again. (A column "y" may hold y and n.)
    void ask_if_repeated(const std::vector<Cell>& second, LineReader& lines, CellCutter& cutter) const {
        constexpr int kRows = 1000;
        for (const std::string& name : names_)
            if (!name.empty() && means_missing(name))
                ask(fmt::format("the first line has the cell '{}'", name));
        std::set<std::string> again;
        const std::vector<Cell>* row = &second;
        for (int i = 0; i < kRows && row != nullptr && row->size() == names_.size(); ++i) {
            for (std::size_t j = 0; j < names_.size(); ++j)
                if (!names_[j].empty() && (*row)[j].text == names_[j]) again.insert(names_[j]);
            row = cutter.next_row(lines);
        }
        if (again.size() > 1)
            ask(fmt::format("'{}' and '{}' stand in the first line and in later ones", *again.begin(),
                            *again.rbegin()));
    }

    bool is_header_without_number(const std::vector<Cell>& second) const {
        const auto is_missing = [&](const std::string& token) { return !token.empty() && has(token); };
        if (std::ranges::any_of(format_.missing, is_missing)) return false;
        if (has("") && contains(format_.missing, ""))  // as above the index column that pandas writes
            ask("the first line has an empty cell and holds no number");
        if (std::ranges::any_of(second, is_table_number, &Cell::text)) return true;
        // A file whose numbers are in another writing is refused at such a number, not for its header.
        const auto foreign = [](std::string_view cell) { return !foreign_number_fault(cell).empty(); };
        if (std::ranges::any_of(second, foreign, &Cell::text) && std::ranges::none_of(names_, foreign))
            return true;
        ask("the first two lines hold no number");
    }

    /// Whether the first line, with numbers, has a label that is a text where all other labels are numbers,
    /// or a number, if it `counts`, where all others are texts. Throws DataError if all are texts, no other
    /// row has the first, and there are many rows, counting numbers or no other label that stands once only.
    bool is_header_by_label(LineReader& lines, CellCutter& cutter, bool counts) const {
        constexpr std::size_t kTellingRows = 20;
        const std::size_t width = names_.size();
        const std::size_t at =
            format_.label.empty() ? width - 1 : parse_whole<std::size_t>(format_.label).value_or(width);
        if (!format_.has_label || at >= width || means_missing(names_[at])) return false;
        if (!counts && !numeric_[at] && !without_writing(names_[at]).empty()) return false;
        std::size_t rows = 0, texts = 0;
        std::unordered_map<std::string, std::size_t> rows_of;
        while (const std::vector<Cell>* row = cutter.next_row(lines)) {
            if (row->size() != width) return false;  // parse_table will report the ragged row
            const std::string_view label = (*row)[at].text;
            if (label == names_[at]) return false;
            texts += is_table_number(label) || means_missing(label) ? 0 : 1;
            ++rows_of[std::string(label)];
            ++rows;
        }
        if (numeric_[at] && counts) return texts > 0 && texts == rows;
        if (numeric_[at] && (texts == 0 || texts < rows)) return false;
        if (texts == 0) return rows > 0;
        const auto is_single = [](const auto& entry) { return entry.second == 1; };
        if (rows >= kTellingRows || count_up(names_, numeric_) > 2 ||
            std::ranges::none_of(rows_of, is_single))
            ask(fmt::format("the first line holds numbers, and its label '{}' stands in no other line",
                            names_[at]));
        return false;
    }

    const std::string& file_;
    const TableFormat& format_;
    bool has_header_ = false;
    std::string hint_;
    std::vector<std::string> names_, notes_;
    std::vector<bool> numeric_;  ///< whether the first line's cells are numbers
    std::unordered_map<std::string, std::vector<std::size_t>> columns_;  ///< name in header -> its columns
};

}  // namespace reboost::data
