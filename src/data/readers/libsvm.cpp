#include "core/text.hpp"
#include "data/file_error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

struct Pair {
    std::uint32_t row, index;
    double value;  ///< NaN if missing
};

class LibsvmParser {
  public:
    LibsvmParser(const std::string& file, const TableFormat& format, std::size_t bytes)
        : file_(file), format_(format), bytes_(bytes), most_features_(format.like.size()) {
        if (format.like.empty()) return;
        from_zero_ = format.like.front().name == "0";
        if (!format.skip.empty())  // columns are named by their index, so the last name tells the width
            most_features_ =
                std::max(most_features_, parse_whole<std::size_t>(format.like.back().name).value_or(0) +
                                             (from_zero_ ? 1 : 0));
    }

    RawTable parse(std::string& text) {
        table_.file = file_;
        if (format_.has_label) table_.label = {kLabelName, ColumnKind::nominal, true, {}, {}};
        LineReader lines = LineReader::consuming(text, "#");
        CellCutter cutter(Delimiter::space, file_);
        std::string_view line;
        while (lines.next(line)) {
            line_ = lines.number();
            const std::vector<Cell>& cells = cutter.cut_at_blanks(line.substr(0, line.find('#')));
            if (!cells.empty()) read_row(cells);  // a line without cells holds an indented comment
        }
        if (table_.rows() == 0) throw DataError(file_, 0, 0, "empty file");
        if (unlabelled_ && !table_.label_sets)
            throw DataError(file_, unlabelled_->first, unlabelled_->second, "row without a label");
        fill_columns();
        if (!left_out_.empty())
            table_.notes.push_back(
                fmt::format("{} that the training file has not {} left out, the first of index {}",
                            counted(left_out_.size(), "feature"), left_out_.size() == 1 ? "is" : "are",
                            *left_out_.begin()));
        return std::move(table_);
    }

  private:
    template <class... T>
    [[noreturn]] void fail(const Cell& cell, fmt::format_string<T...> text, T&&... values) const {
        throw file_error(file_, line_, cell.column, text, std::forward<T>(values)...);
    }

    void read_row(const std::vector<Cell>& cells) {
        std::size_t next = cells.front().text.find(':') == std::string_view::npos ? 1 : 0;
        if (format_.has_label) {  // in a multi-label file "" means no label
            const std::string_view label = next == 1 ? cells.front().text : std::string_view{};
            if (std::ranges::any_of(split(label, ','), means_missing)) {
                if (!format_.drop_unlabelled)
                    fail(cells.front(), "row without a label ('{}'); {}", label, format_.unlabelled_advice);
                ++table_.unlabelled;
                return;
            }
            if (label.empty() && !unlabelled_) unlabelled_ = {line_, cells.front().column};
            if (label.find(',') != std::string_view::npos && !std::exchange(table_.label_sets, true) &&
                format_.like.empty())
                table_.notes.push_back(fmt::format("labels such as '{}' are read as several labels", label));
            table_.label.values.push_back(table_.label.levels.index_of(label));
        }
        const bool has_query = cells.size() > next && cells[next].text.starts_with("qid:");
        if (table_.rows() > 0 && has_query != have_queries_)
            fail(cells[has_query ? next : 0], "{}",
                 has_query ? "a qid, earlier rows have none" : "no qid, earlier rows have one");
        have_queries_ = has_query;
        if (has_query && !parse_whole<std::uint32_t>(cells[next].text.substr(4)))
            fail(cells[next], "'{}', expected qid:<number>", cells[next].text);
        next += has_query ? 1 : 0;  // no booster uses query numbers
        const std::size_t begin = entries_.size();
        for (; next < cells.size(); ++next)
            read_pair(cells[next]);
        sort_pairs(begin, cells.front());
        table_.line_of_row.push_back(static_cast<std::uint32_t>(line_));
    }

    void read_pair(const Cell& cell) {
        const char* const end = cell.text.data() + cell.text.size();
        std::size_t index = 0;
        const auto [colon, error] = std::from_chars(cell.text.data(), end, index);
        if (error != std::errc{} || colon == end || *colon != ':')
            fail(cell, "'{}', expected <index>:<value>", cell.text);
        if (index > kMostColumns)
            fail(cell, "feature index {}, expected at most {}: every column is held dense", index,
                 kMostColumns);
        entries_.push_back({static_cast<std::uint32_t>(table_.rows()), static_cast<std::uint32_t>(index),
                            value_of(cell, {colon + 1, end})});
    }

    double value_of(const Cell& cell, std::string_view text) const {
        if (contains(format_.missing, text)) return std::numeric_limits<double>::quiet_NaN();
        float value = 0;
        if (parse_number(text, value)) return wide_number(text, value);
        if (means_missing(text))
            fail(cell,
                 "'{0}', where '{1}' may mean a missing value: then say so (\"missing\": \"{2}\"; "
                 "train: --missing {2})",
                 cell.text, text, text.empty() ? "empty" : text);
        fail(cell, "'{}', where '{}' {}", cell.text, text, number_fault(text));
    }

    /// Sorts the pairs of one row by index; throws DataError if an index occurs twice. Leaves out the indices
    /// that the training file has no column for.
    void sort_pairs(std::size_t begin, const Cell& row) {
        const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(begin);
        if (!std::ranges::is_sorted(first, entries_.end(), {}, &Pair::index))
            std::ranges::sort(first, entries_.end(), {}, &Pair::index);
        const auto twice = std::ranges::adjacent_find(first, entries_.end(), {}, &Pair::index);
        if (twice != entries_.end()) fail(row, "feature index {} stands twice in the row", twice->index);
        const bool has_zero = first != entries_.end() && first->index == 0;
        if (most_features_ == 0) {
            from_zero_ = from_zero_ || has_zero;
            return;
        }
        if (!from_zero_ && has_zero)
            fail(row, "feature index 0, and the training file's indices count from 1");
        const std::size_t last = most_features_ - (from_zero_ ? 1 : 0);
        const auto unknown = std::ranges::upper_bound(first, entries_.end(), last, {}, &Pair::index);
        for (auto entry = unknown; entry != entries_.end(); ++entry)
            left_out_.insert(entry->index);
        entries_.erase(unknown, entries_.end());
    }

    void fill_columns() {
        const std::size_t first = from_zero_ ? 0 : 1;
        std::size_t width = std::max(format_.least_features, most_features_);
        for (const Pair& entry : entries_)
            width = std::max<std::size_t>(width, entry.index + 1 - first);
        if (width == 0) throw DataError(file_, 0, 0, "no feature");
        check_cells(file_, table_.rows(), width, bytes_);
        table_.columns.resize(width);
        for (std::size_t j = 0; j < width; ++j) {
            table_.columns[j].name = fmt::format("{}", j + first);
            table_.columns[j].decided = true;
            table_.columns[j].values.assign(table_.rows(), 0.0F);
        }
        for (const Pair& entry : entries_) {
            RawColumn& column = table_.columns[entry.index - first];
            float& value = column.values[entry.row];
            value = static_cast<float>(entry.value);
            if (static_cast<double>(value) != entry.value && !std::isnan(entry.value)) complete_exact(column);
            if (!column.exact.empty()) column.exact[entry.row] = entry.value;
        }
    }

    const std::string& file_;
    const TableFormat& format_;
    std::size_t bytes_;
    std::size_t most_features_;  ///< larger indices are left out; 0: no limit
    bool from_zero_ = false;
    bool have_queries_ = false;  ///< whether the rows read so far have query numbers
    std::size_t line_ = 0;
    std::optional<std::pair<std::size_t, std::size_t>> unlabelled_;  ///< line, column of the first such row
    std::set<std::uint32_t> left_out_;                               ///< indices without a training column
    RawTable table_;
    std::vector<Pair> entries_;
};

}  // namespace

RawTable parse_libsvm(std::string text, const std::string& file, const TableFormat& format) {
    return LibsvmParser(file, format, stored_size(file, text.size())).parse(text);
}

}  // namespace reboost::data
