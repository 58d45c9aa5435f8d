#include "core/error.hpp"
#include "core/text.hpp"
#include "data/raw_table.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace reboost::data {
namespace {

struct Entry {
    std::uint32_t row, feature;
    float value;
};

class LibsvmParser {
  public:
    LibsvmParser(const std::string& file, const LibsvmFormat& format, std::size_t bytes)
        : file_(file),
          format_(format),
          bytes_(bytes),
          most_(format.most_features ? format.most_features : kMostColumns) {}

    RawTable parse(std::string_view text) {
        table_.file = file_;
        if (format_.has_label) table_.label = {"label", ColumnKind::nominal, true, {}, {}};
        LineReader lines(text, "#");
        CellCutter cutter(Delimiter::space, file_);
        std::string_view line;
        while (lines.next(line)) {
            line_ = lines.number();
            const std::vector<Cell>& cells = cutter.cut(line.substr(0, line.find('#')), line_);
            if (!cells.empty()) read_row(cells);  // else an indented comment
        }
        if (table_.rows() == 0) throw DataError(file_, 0, 0, "empty file");
        fill_columns();
        return std::move(table_);
    }

  private:
    [[noreturn]] void fail(const Cell& cell, const std::string& message) const {
        throw DataError(file_, line_, cell.column, message);
    }

    void read_row(const std::vector<Cell>& cells) {
        std::size_t next = cells.front().text.find(':') == std::string_view::npos ? 1 : 0;
        if (format_.has_label) read_label(cells.front(), next == 1);
        const bool has_query = cells.size() > next && cells[next].text.starts_with("qid:");
        if (has_query) read_query(cells[next++]);
        if (table_.rows() > 0 && has_query != !table_.query.empty())
            fail(cells.front(),
                 has_query ? "a qid, earlier rows have none" : "no qid, earlier rows have one");
        std::size_t last = 0;
        for (; next < cells.size(); ++next)
            last = read_pair(cells[next], last);
        table_.line_of_row.push_back(static_cast<std::uint32_t>(line_));
    }

    void read_label(const Cell& cell, bool is_label) {
        if (!is_label) fail(cell, "row without a label");
        if (cell.text.find(',') != std::string_view::npos) table_.label_sets = true;
        table_.label.values.push_back(table_.label.levels.index_of(cell.text));
    }

    void read_query(const Cell& cell) {
        const auto query = parse_whole<std::uint32_t>(std::string_view(cell.text).substr(4));
        if (!query) fail(cell, fmt::format("'{}', expected qid:<number>", cell.text));
        if (table_.rows() > 0 && table_.query.empty()) fail(cell, "a qid, earlier rows have none");
        table_.query.push_back(*query);
    }

    std::size_t read_pair(const Cell& cell, std::size_t last) {
        const char* const end = cell.text.data() + cell.text.size();
        std::size_t index = 0;
        const auto [colon, error] = std::from_chars(cell.text.data(), end, index);
        if (error != std::errc{} || colon == end || *colon != ':')
            fail(cell, fmt::format("'{}', expected <index>:<value>", cell.text));
        if (index < 1) fail(cell, "feature index 0, they count from 1");
        if (index <= last)
            fail(cell, fmt::format("feature index {} after {}, they must ascend", index, last));
        if (index > most_)
            fail(cell, fmt::format("feature index {}, expected at most {}{}", index, most_,
                                   format_.most_features == 0 ? ": every column is held dense" : ""));
        float value = 0;
        const std::string_view text(colon + 1, end);
        if (!parse_number(text, value))
            fail(cell, fmt::format("'{}', where '{}' {}", cell.text, text, number_fault(text)));
        entries_.push_back(
            {static_cast<std::uint32_t>(table_.rows()), static_cast<std::uint32_t>(index - 1), value});
        return index;
    }

    void fill_columns() {
        std::size_t width = format_.least_features;
        for (const Entry& entry : entries_)
            width = std::max<std::size_t>(width, entry.feature + 1U);
        if (width == 0) throw DataError(file_, 0, 0, "no feature");
        check_cells(file_, table_.rows(), width, bytes_);
        table_.columns.resize(width);
        for (std::size_t j = 0; j < width; ++j) {
            table_.columns[j].name = fmt::format("{}", j + 1);
            table_.columns[j].decided = true;
            table_.columns[j].values.assign(table_.rows(), 0.0F);
        }
        for (const Entry& entry : entries_)
            table_.columns[entry.feature].values[entry.row] = entry.value;
    }

    const std::string& file_;
    const LibsvmFormat& format_;
    std::size_t bytes_, most_;
    std::size_t line_ = 0;
    RawTable table_;
    std::vector<Entry> entries_;
};

}  // namespace

RawTable parse_libsvm(std::string_view text, const std::string& file, const LibsvmFormat& format) {
    return LibsvmParser(file, format, stored_size(file, text.size())).parse(text);
}

}  // namespace reboost::data
