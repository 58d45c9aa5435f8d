#include "core/mapped.hpp"
#include "core/order.hpp"
#include "data/file_error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/table_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace reboost::data {
namespace {

class TableParser {
  public:
    TableParser(std::string text, const std::string& file, const TableFormat& format)
        : file_(file), format_(format), text_(std::move(text)) {}

    RawTable parse() {
        table_.file = file_;
        if (const auto nul = std::ranges::find(text_, '\0'); nul != text_.end())
            throw DataError(file_, static_cast<std::size_t>(std::count(text_.begin(), nul, '\n')) + 1, 0,
                            "a NUL byte, which no text has");
        std::string_view first_line;
        if (!LineReader(text_, format_.comment).next(first_line)) throw DataError(file_, 0, 0, "empty file");
        delimiter_ = format_.delimiter;
        if (delimiter_ == Delimiter::auto_) {
            delimiter_ = guess_delimiter(
                std::string_view(text_).substr(static_cast<std::size_t>(first_line.data() - text_.data())));
            const std::size_t comma = first_line.find(',');
            if (delimiter_ == Delimiter::comma && first_line.rfind(',') == comma &&
                is_decimal_comma(first_line, comma) && trim(first_line).find(' ') != std::string_view::npos)
                throw DataError(
                    file_, 1, 0,
                    "may be cut at its comma or its blanks: expected `delimiter` (train: --delimiter)");
        }
        names_.emplace(text_, file_, format_, delimiter_);
        table_.notes = names_->notes();
        assign_roles();
        reserve_rows();
        LineReader lines = LineReader::consuming(text_, format_.comment, delimiter_ == Delimiter::tab);
        CellCutter cutter(delimiter_, file_);
        if (names_->has_header()) cutter.next_row(lines);
        while (const std::vector<Cell>* row = cutter.next_row(lines))
            read_row(*row, lines.number());
        if (table_.rows() == 0) throw DataError(file_, 0, 0, "no data row");
        if (format_.like.empty() && !table_.label_declared_nominal) note_doubtful_classes();
        return std::move(table_);
    }

  private:
    /// Columns are those of training by their names, and have their places.
    bool by_name() const { return !format_.like.empty() && names_->has_header(); }

    void assign_roles() {
        const TableNames& names = *names_;
        roles_.assign(names.size(), ColumnRole::feature);
        for (const std::string& column : format_.skip)
            if (!by_name() || names.has(column))
                roles_[names.find(column, "skipped", true)] = ColumnRole::skipped;
        if (format_.has_label) {
            label_at_ = format_.label.empty() ? last_column() : names.find(format_.label, "label");
            if (roles_[label_at_] == ColumnRole::skipped)
                throw error<UsageError>("{}: column '{}' is the label and cannot be skipped as well", file_,
                                        names[label_at_]);
            roles_[label_at_] = ColumnRole::label;
            table_.label = {names[label_at_], ColumnKind::nominal, true, {}, {}};
            table_.label_place = fmt::format("column {} '{}'", label_at_, names[label_at_]);
        }
        std::vector<bool> nominal(names.size(), false);
        if (format_.like.empty())
            for (const std::string& column : format_.nominal)
                nominal[names.find(column, "nominal")] = true;
        for (std::size_t j = 0; j < names.size(); ++j) {
            if (nominal[j] && roles_[j] == ColumnRole::label) table_.label_declared_nominal = true;
            if (roles_[j] != ColumnRole::feature) continue;
            table_.columns.push_back(
                {names[j], nominal[j] ? ColumnKind::nominal : ColumnKind::numeric, nominal[j], {}, {}});
        }
        if (table_.columns.empty()) throw DataError(file_, 0, 0, "no feature column");
        places_ = indices(table_.columns.size());
        if (by_name())
            places_ = order_like(table_, format_.like);
        else if (const std::size_t like = format_.like.size(); like > 0 && like != table_.columns.size())
            throw file_error(file_, "{} feature columns, the training file has {}{}", table_.columns.size(),
                             like,
                             !format_.has_label && table_.columns.size() == like + 1
                                 ? "; if one of them is the label, say so (predict --labelled)"
                                 : "");
        for (std::size_t j = 0; j < format_.like.size(); ++j) {
            table_.columns[j].kind = format_.like[j].kind;
            table_.columns[j].decided = format_.like[j].decided;
        }
        for (const std::string& column : format_.copy) {
            copied_.push_back(names.find(column, "copied"));
            table_.copied.push_back({names[copied_.back()]});
        }
    }

    /// The label where none is named: the last column; beside a training file the column of its label's name
    /// or the only column that it has not.
    std::size_t last_column() const {
        if (!by_name()) return names_->size() - 1;
        if (names_->has(format_.trained_label)) return names_->find(format_.trained_label, "label");
        const auto known = mapped_to<std::unordered_set<std::string_view>>(format_.like, &RawColumn::name);
        std::vector<std::size_t> others;
        for (std::size_t at = 0; at < names_->size(); ++at)
            if (!known.contains((*names_)[at]) && roles_[at] != ColumnRole::skipped) others.push_back(at);
        if (others.empty())
            throw DataError(file_, 0, 0, "no label: all columns are features of the training file");
        if (others.size() > 1 && !format_.trained_label.empty())
            throw file_error(file_, "no column '{}', the label of the training file", format_.trained_label);
        return others.back();
    }

    /// Columns that grow by doubling could take twice the memory of their values. Each cell has at least two
    /// bytes, so that blank lines do not raise the estimate of the number of rows.
    void reserve_rows() {
        const auto lines = static_cast<std::size_t>(std::ranges::count(text_, '\n')) + 1;
        const std::size_t rows = std::min(lines, text_.size() / (2 * roles_.size()) + 1);
        for (RawColumn& column : table_.columns)
            column.values.reserve(rows);
    }

    void read_row(const std::vector<Cell>& cells, std::size_t line) {
        if (cells.size() != roles_.size())
            throw file_error(
                file_, line, 0, "{} cells, expected {} as in the first line{}{}", cells.size(), roles_.size(),
                names_->has_header() && cells.size() == roles_.size() + 1
                    ? "; if R wrote names of rows, write the table with row.names = FALSE"
                : format_.delimiter == Delimiter::auto_
                    ? "; remove line 1 if it is a title, or name the separator (train: --delimiter)"
                    : "",
                names_->hint());
        if (format_.has_label && !read_label(cells[label_at_], line)) return;
        for (std::size_t j = 0, feature = 0; j < cells.size(); ++j)
            if (roles_[j] == ColumnRole::feature)
                if (const std::size_t at = places_[feature++]; at < table_.columns.size())
                    read_feature(at, cells[j], line);
        for (std::size_t c = 0; c < copied_.size(); ++c)
            table_.copied[c].emplace_back(cells[copied_[c]].text);
        table_.line_of_row.push_back(static_cast<std::uint32_t>(line));
    }

    void read_feature(std::size_t at, const Cell& cell, std::size_t line) {
        RawColumn& column = table_.columns[at];
        if (contains(format_.missing, cell.text)) {
            float value = 0;
            column.decided =
                column.decided || (column.kind == ColumnKind::numeric && parse_number(cell.text, value));
            column.values.push_back(kMissing);
            return;
        }
        if (column.kind == ColumnKind::numeric && add_number(column, cell.text)) {
            column.decided = true;
            return;
        }
        refuse_undeclared(column, cell, line);
        if (column.kind == ColumnKind::numeric) {
            const std::string fault = foreign_number_fault(cell.text);
            if (column.decided || !fault.empty())
                throw file_error(
                    file_, line, cell.column, "'{}' in column '{}' {}{}", cell.text, column.name,
                    fault.empty() ? kNoNumber : fault,
                    column.decided
                        ? ", and the column holds numbers (declare it nominal, or the text as missing)"
                        : " (declare the column nominal if it holds texts)");
            column.kind = ColumnKind::nominal;
            column.decided = true;
            by_text_.insert(at);
        } else if (by_text_.contains(at) && is_table_number(cell.text)) {
            throw file_error(file_, line, cell.column,
                             "'{}' in column '{}' is a number, and above the column holds texts such "
                             "as '{}' (declare it nominal, or the text as missing{}){}",
                             cell.text, column.name, column.levels.names().front(),
                             names_->has_header() || table_.rows() > 1
                                 ? ""
                                 : "; or the first line names the columns: header 'present', train: --header "
                                   "present",
                             names_->hint());
        }
        column.values.push_back(column.levels.index_of(cell.text));
    }

    void refuse_undeclared(const RawColumn& column, const Cell& cell, std::size_t line) const {
        const bool empty = cell.text.empty();
        const std::string_view bare = cell.text.substr(cell.text.starts_with('-') ? 1 : 0);
        if (!empty && (column.kind != ColumnKind::numeric || lower(bare) != "nan")) return;
        throw file_error(file_, line, cell.column,
                         "{0} in column '{1}'; where it means a missing value, say so (\"missing\": \"{2}\"; "
                         "train: --missing {2}){3}",
                         empty ? "empty cell" : fmt::format("'{}'", cell.text), column.name,
                         empty ? "empty" : cell.text, declared_missing());
    }

    /// Returns "; declared is 'empty', 'NA', and '|' stands between several"; "" if no token is declared.
    std::string declared_missing() const {
        const auto shown = [](const std::string& token) { return token.empty() ? "empty" : token; };
        return format_.missing.empty() ? ""
                                       : fmt::format("; declared is '{}', and '|' stands between several",
                                                     fmt::join(mapped(format_.missing, shown), "', '"));
    }

    /// Returns false if the row is left out.
    bool read_label(const Cell& cell, std::size_t line) {
        const bool missing =
            cell.text.empty() || (!table_.label_declared_nominal &&
                                  (contains(format_.missing, cell.text) || means_missing(cell.text)));
        if (!missing) {
            table_.label.values.push_back(table_.label.levels.index_of(cell.text));
            return true;
        }
        if (!format_.drop_unlabelled)
            throw file_error(file_, line, cell.column, "row without a label ('{}'); {}; {}", cell.text,
                             format_.unlabelled_advice,
                             cell.text.empty()
                                 ? "if lines end with a separator, name the label and skip the last column"
                                 : "if it is a class, declare the column nominal");
        ++table_.unlabelled;
        return false;
    }

    /// Adds notes on classes that may be one class, and on classes that may mean a missing label.
    void note_doubtful_classes() {
        std::map<std::string, std::string> written;
        for (const std::string& name : table_.label.levels.names()) {
            const auto [known, is_new] = written.emplace(lower(name), name);
            if (!is_new)
                table_.notes.push_back(fmt::format(
                    "the classes '{}' and '{}' differ in upper and lower case only", known->second, name));
            if (contains(std::to_array<std::string_view>(
                             {".", "-", "--", "*", "none", "nil", "missing", "unknown", "undefined"}),
                         lower(name)))
                table_.notes.push_back(
                    fmt::format("'{0}' is a class; if it means a missing label, say so (`missing` and "
                                "`drop_unlabelled`; train: --missing '{0}' --drop-unlabelled)",
                                name));
        }
    }

    const std::string& file_;
    const TableFormat& format_;
    std::string text_;
    Delimiter delimiter_ = Delimiter::auto_;
    std::optional<TableNames> names_;
    std::vector<ColumnRole> roles_;
    std::vector<std::size_t> places_;  ///< of each feature cell among the columns; beyond: left out
    std::vector<std::size_t> copied_;  ///< cells of table_.copied
    std::size_t label_at_ = 0;
    RawTable table_;
    std::set<std::size_t> by_text_;  ///< columns that became nominal because of a text in them
};

}  // namespace

RawTable parse_table(std::string text, const std::string& file, const TableFormat& format) {
    return TableParser(std::move(text), file, format).parse();
}

}  // namespace reboost::data
