#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace reboost::data {
namespace {

enum class Role { feature, label, skipped };

/// As numbers stand in rows; "inf" may as well be a column's name.
bool is_number(std::string_view text) {
    float value = 0;
    return text.find_first_of("0123456789") != std::string_view::npos && parse_number(text, value);
}

/// Of a text that is no number: one that was written as such, for another program.
std::string_view foreign_number_fault(std::string_view text) {
    const std::string_view fault = number_fault(text);
    if (fault != kNoNumber) return fault;
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || !is_decimal_comma(text, comma)) return {};
    float value = 0;
    std::string point(text);
    point[comma] = '.';
    return parse_number(point, value) ? "has a decimal comma, a point is expected" : std::string_view{};
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
    return std::ranges::find(list, text) != list.end();
}

/// Cells of a line kept beyond the cutter's next call.
struct KeptLine {
    std::vector<std::string> cells;
    std::vector<bool> numeric;
};

KeptLine keep(const std::vector<Cell>& cells) {
    KeptLine line;
    for (const Cell& cell : cells) {
        line.cells.emplace_back(cell.text);
        line.numeric.push_back(is_number(cell.text));
    }
    return line;
}

bool holds_number(const KeptLine& line) {
    return std::ranges::find(line.numeric, true) != line.numeric.end();
}

/// One pass over the text; state that the rows share.
class TableParser {
  public:
    TableParser(std::string_view text, const std::string& file, const TableFormat& format)
        : file_(file), format_(format), text_(text) {}

    RawTable parse() {
        table_.file = file_;
        refuse_nul();
        delimiter_ = find_delimiter();
        find_names();
        assign_roles();
        LineReader lines = lines_from_top();
        CellCutter cutter(delimiter_, file_);
        std::string_view line;
        if (has_header_) lines.next(line);
        while (lines.next(line))
            read_row(cutter.cut(line, lines.number()), lines.number());
        if (table_.rows() == 0) throw DataError(file_, 0, 0, "no data row");
        return std::move(table_);
    }

  private:
    void refuse_nul() const {
        const std::size_t at = text_.find('\0');
        if (at == std::string_view::npos) return;
        const auto line = static_cast<std::size_t>(std::ranges::count(text_.substr(0, at), '\n')) + 1;
        throw DataError(file_, line, 0, "a NUL byte, which no text has");
    }

    LineReader lines_from_top() const { return {text_, format_.comment, delimiter_ == Delimiter::tab}; }

    Delimiter find_delimiter() const {
        std::string_view line;
        LineReader lines(text_, format_.comment);
        if (!lines.next(line)) throw DataError(file_, 0, 0, "empty file");
        return format_.delimiter == Delimiter::automatic ? guess_delimiter(line) : format_.delimiter;
    }

    /// Decides on the header and sets names_.
    void find_names() {
        LineReader lines = lines_from_top();
        CellCutter cutter(delimiter_, file_);
        std::string_view line;
        lines.next(line);
        const std::vector<Cell>& cells = cutter.cut(line, lines.number());
        check_columns(file_, lines.number(), cells.size());
        const KeptLine first = keep(cells);
        has_header_ = format_.header == Header::present;
        if (format_.header == Header::automatic) {
            const bool two_lines = lines.next(line);
            if (!two_lines && format_.like.empty() && !holds_number(first))
                throw DataError(file_, 1, 0, "one line, and no number in it: no data row");
            has_header_ = names_training_columns(first) ||
                          (two_lines && is_header(first, keep(cutter.cut(line, lines.number()))));
        }
        for (std::size_t j = 0; j < first.cells.size(); ++j)
            names_.push_back(has_header_ ? first.cells[j] : fmt::format("x{}", j));
    }

    /// Whether the line has the names of all columns that training had.
    bool names_training_columns(const KeptLine& line) const {
        return !format_.like.empty() && std::ranges::all_of(format_.like, [&](const RawColumn& column) {
            return contains(line.cells, column.name);
        });
    }

    bool is_header(const KeptLine& first, const KeptLine& second) const {
        if (holds_number(first)) return false;
        bool unnamed = false;  // as the column of pandas' index
        for (const std::string& cell : first.cells) {
            if (!contains(format_.missing, cell)) continue;
            if (!cell.empty()) return false;
            unnamed = true;
        }
        if (unnamed || !holds_number(second))
            throw DataError(file_, 1, 0,
                            fmt::format("{}, so that it cannot be told whether the first names the columns: "
                                        "expected the option header 'present' or 'absent'",
                                        unnamed ? "the first line has an empty cell and holds no number"
                                                : "the first two lines hold no number"));
        return true;
    }

    /// Indices count the label's column too, where the file at hand is without. Of a label given by name the
    /// place is not known: the index is beyond it where it points at a column that training had.
    std::size_t without_label(std::size_t index) const {
        if (format_.has_label || format_.label.empty() || index == 0) return index;
        const auto label = parse_whole<std::size_t>(format_.label);
        const bool beyond = label ? *label < index : index >= names_.size() || is_trained_on(names_[index]);
        return beyond ? index - 1 : index;
    }

    bool is_trained_on(const std::string& name) const {
        return has_header_ && std::ranges::find(format_.like, name, &RawColumn::name) != format_.like.end();
    }

    std::size_t find_column(const std::string& wanted, const char* what) const {
        const auto found = std::ranges::find(names_, wanted);
        if (has_header_ && std::ranges::count(names_, wanted) > 1)
            throw UsageError(fmt::format("{}: two columns are called '{}': give the {} column's index", file_,
                                         wanted, what));
        if (has_header_ && found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
        if (const auto written = parse_whole<std::size_t>(wanted)) {
            const std::size_t index = without_label(*written);
            if (index < names_.size()) return index;
            throw UsageError(fmt::format("{}: {} column {} does not exist, the file has columns 0 to {}",
                                         file_, what, index, names_.size() - 1));
        }
        if (!has_header_)
            throw UsageError(fmt::format("{}: {} column '{}' given by name, but the file has no header",
                                         file_, what, wanted));
        throw UsageError(file_ + ": " + unknown_name_message("column", wanted, names_));
    }

    /// A column that training skipped and that the file to predict does without.
    bool is_absent(const std::string& skipped) const {
        return !format_.like.empty() && has_header_ && !contains(names_, skipped) &&
               !parse_whole<std::size_t>(skipped);
    }

    void assign_roles() {
        roles_.assign(names_.size(), Role::feature);
        for (const std::string& column : format_.skip)
            if (!is_absent(column)) roles_[find_column(column, "skipped")] = Role::skipped;
        if (format_.has_label) {
            const std::size_t at =
                format_.label.empty() ? names_.size() - 1 : find_column(format_.label, "label");
            if (roles_[at] == Role::skipped)
                throw UsageError(fmt::format("{}: column '{}' is the label and cannot be skipped as well",
                                             file_, names_[at]));
            roles_[at] = Role::label;
            table_.label = {names_[at], ColumnKind::nominal, true, {}, {}};
        }
        std::vector<bool> nominal(names_.size(), false);
        if (format_.like.empty())
            for (const std::string& column : format_.nominal)
                nominal[find_column(column, "nominal")] = true;
        for (std::size_t j = 0; j < names_.size(); ++j)
            if (nominal[j] && roles_[j] == Role::label) table_.label_declared_nominal = true;
        for (std::size_t j = 0; j < names_.size(); ++j) {
            if (roles_[j] != Role::feature) continue;
            table_.columns.push_back(
                {names_[j], nominal[j] ? ColumnKind::nominal : ColumnKind::numeric, nominal[j], {}, {}});
        }
        if (table_.columns.empty()) throw DataError(file_, 0, 0, "no feature column");
        if (!format_.like.empty()) keep_to(format_.like);
    }

    std::string label_hint(std::size_t expected) const {
        const bool one_more = !format_.has_label && table_.columns.size() == expected + 1;
        return one_more ? "; if one of them is the label, say so (predict --labelled)" : "";
    }

    /// "; there is no column 'a'": the first that is missing, where the file gives names.
    std::string missing_hint(const std::vector<RawColumn>& like) const {
        if (!has_header_) return "";
        const auto absent = std::ranges::find_if(
            like, [&](const RawColumn& column) { return !contains(names_, column.name); });
        return absent == like.end() ? "" : fmt::format("; there is no column '{}'", absent->name);
    }

    void keep_to(const std::vector<RawColumn>& like) {
        if (like.size() != table_.columns.size())
            throw DataError(
                file_, 0, 0,
                fmt::format("{} feature columns, the training file has {}{}{}", table_.columns.size(),
                            like.size(), missing_hint(like), label_hint(like.size())));
        require_like(table_, like, has_header_, false);
        for (std::size_t j = 0; j < like.size(); ++j) {
            table_.columns[j].kind = like[j].kind;
            table_.columns[j].decided = like[j].decided;
        }
    }

    void read_row(const std::vector<Cell>& cells, std::size_t line) {
        if (cells.size() != roles_.size())
            throw DataError(
                file_, line, 0,
                fmt::format("{} cells, expected {} as in the first line", cells.size(), roles_.size()));
        std::size_t feature = 0;
        for (std::size_t j = 0; j < cells.size(); ++j) {
            if (roles_[j] == Role::feature)
                read_feature(feature++, cells[j], line);
            else if (roles_[j] == Role::label)
                read_label(cells[j], line);
        }
        table_.line_of_row.push_back(static_cast<std::uint32_t>(line));
    }

    void read_feature(std::size_t at, const Cell& cell, std::size_t line) {
        RawColumn& column = table_.columns[at];
        float value = kMissing;
        if (column.kind == ColumnKind::numeric && parse_number(cell.text, value)) {
            column.decided = true;
            if (format_.missing.empty() || !contains(format_.missing, cell.text)) {
                column.values.push_back(value);
                return;
            }
        }
        if (contains(format_.missing, cell.text)) {
            column.values.push_back(kMissing);
            return;
        }
        refuse_undeclared(column, cell, line);
        if (column.kind == ColumnKind::numeric) {
            if (column.decided)
                throw DataError(
                    file_, line, cell.column,
                    fmt::format(
                        "'{}' in column '{}' {}, and the column holds numbers (declare it nominal, or the "
                        "text as missing)",
                        cell.text, column.name, number_fault(cell.text)));
            if (const std::string_view fault = foreign_number_fault(cell.text); !fault.empty())
                throw DataError(file_, line, cell.column,
                                fmt::format("'{}' in column '{}' {} (declare the column nominal if it holds "
                                            "texts)",
                                            cell.text, column.name, fault));
            column.kind = ColumnKind::nominal;
            column.decided = true;
            by_text_.insert(at);
        } else if (by_text_.contains(at) && is_number(cell.text)) {
            throw DataError(
                file_, line, cell.column,
                fmt::format("'{}' in column '{}' is a number, and above the column holds texts such "
                            "as '{}' (declare it nominal, or the text as missing)",
                            cell.text, column.name, column.levels.names().front()));
        }
        column.values.push_back(column.levels.index_of(cell.text));
    }

    void refuse_undeclared(const RawColumn& column, const Cell& cell, std::size_t line) const {
        if (cell.text.empty())
            throw DataError(file_, line, cell.column,
                            fmt::format("empty cell in column '{}'; where it means a missing value, say so "
                                        "(\"missing\": \"empty\"; train: --missing empty){}",
                                        column.name, declared_missing()));
        const auto same = [](char a, char b) { return (a | 0x20) == b; };
        constexpr std::string_view kNan = "nan";
        if (column.kind == ColumnKind::numeric &&
            std::equal(cell.text.begin(), cell.text.end(), kNan.begin(), kNan.end(), same))
            throw DataError(file_, line, cell.column,
                            fmt::format("'{0}' in column '{1}'; where it means a missing value, say so "
                                        "(\"missing\": \"{0}\"; train: --missing {0}){2}",
                                        cell.text, column.name, declared_missing()));
    }

    /// "; declared is 'empty,NA', and '|' stands between several"; "" without any.
    std::string declared_missing() const {
        std::string tokens;
        for (const std::string& token : format_.missing)
            tokens += (tokens.empty() ? "'" : ", '") + (token.empty() ? "empty" : token) + "'";
        return tokens.empty() ? "" : "; declared is " + tokens + ", and '|' stands between several";
    }

    void read_label(const Cell& cell, std::size_t line) {
        if (cell.text.empty() || contains(format_.missing, cell.text))
            throw DataError(file_, line, cell.column, fmt::format("row without a label ('{}')", cell.text));
        table_.label.values.push_back(table_.label.levels.index_of(cell.text));
    }

    const std::string& file_;
    const TableFormat& format_;
    std::string_view text_;
    Delimiter delimiter_ = Delimiter::automatic;
    bool has_header_ = false;
    std::vector<std::string> names_;
    std::vector<Role> roles_;
    RawTable table_;
    std::set<std::size_t> by_text_;  ///< columns that are nominal for what they hold
};

}  // namespace

RawTable parse_table(std::string_view text, const std::string& file, const TableFormat& format) {
    return TableParser(text, file, format).parse();
}

}  // namespace reboost::data
