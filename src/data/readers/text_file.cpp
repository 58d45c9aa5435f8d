#include "data/readers/text_file.hpp"

#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"
#include "data/readers/table_names.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>

namespace reboost::data {
namespace {

/// Makes a numeric column nominal: its numbers, as texts, become the levels; equal numbers share a level.
void make_nominal(RawColumn& column) {
    if (column.kind == ColumnKind::nominal) return;
    column.kind = ColumnKind::nominal;
    if (!column.exact.empty()) complete_exact(column);
    for (std::size_t row = 0; row < column.values.size(); ++row) {
        float& value = column.values[row];
        if (std::isnan(value)) continue;
        value = column.levels.index_of(column.exact.empty() ? fmt::format("{}", value)
                                                            : fmt::format("{}", column.exact[row]));
    }
    column.exact.clear();
}

/// Makes each column nominal whose numbers differ but round to one float: a level per number, as they appear.
void keep_numbers_apart(RawTable& table) {
    const auto differ = [](const auto& values) {
        const auto is_nan = [](auto value) { return std::isnan(value); };
        const auto first = std::ranges::find_if_not(values, is_nan);
        return std::any_of(first, values.end(),
                           [&](auto value) { return value != *first && !is_nan(value); });
    };
    for (RawColumn& column : table.columns) {
        if (differ(column.values) || !differ(column.exact)) continue;
        make_nominal(column);
        table.notes.push_back(fmt::format(
            "the numbers of column '{}' are all equal as 32-bit floats: its {} numbers are levels, "
            "in their order",
            column.name, column.levels.names().size()));
    }
}

/// The number of cells of each of the first rows; 0 if they differ.
std::size_t cells_of_rows(std::string_view text, Delimiter delimiter) try {
    constexpr int kRows = 20;
    LineReader lines(text, "");
    CellCutter cutter(delimiter, "");
    std::size_t cells = 0;
    for (int i = 0; i < kRows; ++i) {
        const std::vector<Cell>* row = cutter.next_row(lines);
        if (row == nullptr) break;
        if (i > 0 && row->size() != cells) return 0;
        cells = row->size();
    }
    return cells;
} catch (const DataError&) {
    return 0;
}

}  // namespace

LineReader::LineReader(std::string_view text, std::string_view comment, bool tabs_are_cells)
    : rest_(text), comment_(comment), tabs_are_cells_(tabs_are_cells) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

LineReader LineReader::consuming(std::string& text, std::string_view comment, bool tabs_are_cells) {
    LineReader lines(text, comment, tabs_are_cells);
    lines.passed_from_ = text.data();
    return lines;
}

/// Whole pages, a MiB at least each time. They read as zeros afterwards.
void LineReader::free_passed() {
    constexpr std::uintptr_t kPage = 4096, kLeast = 1U << 20U;
    const auto from = (reinterpret_cast<std::uintptr_t>(passed_from_) + kPage - 1) / kPage * kPage,
               to = reinterpret_cast<std::uintptr_t>(rest_.data()) / kPage * kPage;
    if (to < from + kLeast) return;
    ::madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
    passed_from_ = reinterpret_cast<char*>(to);
}

bool LineReader::next(std::string_view& line) {
    if (passed_from_ != nullptr) free_passed();
    number_ += std::exchange(passed_, 0);
    while (!rest_.empty()) {
        const std::size_t end = rest_.find('\n');
        line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++number_;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (trim(line).empty() && !(tabs_are_cells_ && line.find('\t') != std::string_view::npos)) continue;
        if (!comment_.empty() && line.starts_with(comment_)) continue;
        return true;
    }
    return false;
}

bool LineReader::lengthen(std::string_view& line, char mark) {
    const std::size_t at = rest_.find(mark);
    if (at == std::string_view::npos) return false;
    const std::size_t end = std::min(rest_.find('\n', at), rest_.size());
    const char* const begin = line.data();
    line = {begin, static_cast<std::size_t>(rest_.data() + end - begin)};
    passed_ += static_cast<std::size_t>(std::ranges::count(rest_.substr(0, end), '\n')) + 1;
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return true;
}

CellCutter::CellCutter(Delimiter delimiter, std::string file)
    : delimiter_(delimiter), file_(std::move(file)) {}

const std::vector<Cell>* CellCutter::next_row(LineReader& lines) {
    std::string_view line;
    if (!lines.next(line)) return nullptr;
    const bool blanks = delimiter_ == Delimiter::space;
    if (blanks && line.find('"') == std::string_view::npos) return &cut_at_blanks(line);
    const char mark = delimiter_ == Delimiter::tab ? '\t' : delimiter_ == Delimiter::semicolon ? ';' : ',';
    const std::string_view marks = blanks ? std::string_view(" \t") : std::string_view(&mark, 1);
    cells_.clear();
    unescaped_.clear();
    for (std::size_t start = 0;;) {
        const std::size_t first = std::min(
            blanks ? line.find_first_not_of(marks, start) : line.find_first_not_of(' ', start), line.size());
        std::size_t end = 0;
        if (blanks && first == line.size()) return &cells_;
        if (first < line.size() && line[first] == '"') {
            end = cut_quoted(lines, line, first, marks);
        } else {
            end = std::min(blanks ? line.find_first_of(marks, first) : line.find(mark, start), line.size());
            cells_.push_back({trim(line.substr(start, end - start)), first + 1});
        }
        if (end >= line.size()) return &cells_;
        start = end + 1;
    }
}

const std::vector<Cell>& CellCutter::cut_at_blanks(std::string_view line) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    cells_.clear();
    for (auto end = line.begin();;) {
        const auto start = std::find_if_not(end, line.end(), is_blank);
        if (start == line.end()) return cells_;
        end = std::find_if(start, line.end(), is_blank);
        cells_.push_back({{start, end}, static_cast<std::size_t>(start - line.begin()) + 1});
    }
}

/// RFC 4180: a quoted cell may hold delimiters and line ends, by which `line` is extended; "" means one
/// quote. Returns the place of the next delimiter.
std::size_t CellCutter::cut_quoted(LineReader& lines, std::string_view& line, std::size_t start,
                                   std::string_view marks) {
    std::string content;
    std::size_t i = start + 1;
    for (;; ++i) {
        if (i >= line.size() && !lines.lengthen(line, '"'))
            throw DataError(file_, lines.number(), start + 1, "a quote opens here and is never closed");
        if (line[i] != '"')
            content += line[i];
        else if (i + 1 < line.size() && line[i + 1] == '"')
            content += line[i++];
        else
            break;
    }
    const std::size_t end = std::min(line.find_first_of(marks, i), line.size());
    if (!trim(line.substr(i + 1, end - i - 1)).empty())
        throw DataError(file_, lines.number(), i + 2, "text after a closing quote");
    cells_.push_back({unescaped_.emplace_back(std::move(content)), start + 1});
    return end;
}

bool is_decimal_comma(std::string_view text, std::size_t comma) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return comma > 0 && comma + 1 < text.size() && is_digit(text[comma - 1]) && is_digit(text[comma + 1]);
}

Delimiter guess_delimiter(std::string_view whole) {
    std::string line;
    bool quoted = false;
    for (const char c : whole) {
        if (c == '"') quoted = !quoted;
        if (!quoted && c == '\n') break;
        if (!quoted) line += c;
    }
    if (quoted) line = whole.substr(0, whole.find('\n'));  // a quote is not closed
    if (contains(line, '\t')) return Delimiter::tab;
    std::size_t comma = line.find(',');
    while (comma != std::string::npos && is_decimal_comma(line, comma))
        comma = line.find(',', comma + 1);
    if (comma == std::string::npos && contains(line, ';')) return Delimiter::semicolon;
    CellCutter cutter(Delimiter::space, "");
    const auto decimals = std::ranges::count_if(cutter.cut_at_blanks(line), [](const Cell& cell) {
        return contains(cell.text, ',') && !foreign_number_fault(cell.text).empty();
    });
    if (comma == std::string::npos && decimals > 1 && decimals == std::ranges::count(line, ','))
        return Delimiter::space;
    if (!contains(line, ',')) return Delimiter::space;
    const bool both = contains(line, ';');
    return both && cells_of_rows(whole, Delimiter::semicolon) > cells_of_rows(whole, Delimiter::comma)
               ? Delimiter::semicolon
               : Delimiter::comma;
}

std::size_t find_column(const std::string& file, const std::vector<std::string>& names,
                        const std::string& wanted, const std::string& what) {
    const auto count = std::ranges::count(names, wanted);
    if (count > 1)
        throw error<UsageError>("{}: two columns are called '{}': give the {}'s index", file, wanted, what);
    const std::size_t index = parse_whole<std::size_t>(wanted).value_or(names.size());
    if (count == 0 && index < names.size()) return index;
    return static_cast<std::size_t>(&find_named(names, wanted, what, std::identity(), file) - names.data());
}

void choose_columns(RawTable& table, const TableFormat& format) {
    const std::size_t width = table.columns.size();
    const std::vector<std::string> names = mapped(table.columns, &RawColumn::name);
    const auto is_there = [&](const std::string& column) {
        return std::ranges::count(names, column) > 0 ||
               parse_whole<std::size_t>(column).value_or(width) < width;
    };
    const auto chosen = [&](const std::vector<std::string>& wanted, const char* what) {
        std::vector<bool> flags(width, false);
        for (const std::string& column : wanted)
            if ((format.like.empty() || is_there(column)) &&
                (column != kLabelName || &wanted == &format.skip))
                flags[find_column(table.file, names, column, what)] = true;
        return flags;
    };
    const std::vector<bool> nominal = chosen(format.nominal, "nominal column"),
                            skipped = chosen(format.skip, "skipped column");
    table.label_declared_nominal = contains(format.nominal, kLabelName);
    std::vector<RawColumn> kept;
    for (std::size_t j = 0; j < width; ++j) {
        if (skipped[j]) continue;
        if (nominal[j]) make_nominal(table.columns[j]);
        kept.push_back(std::move(table.columns[j]));
    }
    table.columns = std::move(kept);
    if (table.columns.empty()) throw DataError(table.file, 0, 0, "no feature column");
}

RawTable read_text_file(const SourceFile& source, FileFormat format, const TableFormat& options) {
    std::string text = read_whole_file(source);
    if (format == FileFormat::auto_) {
        const std::string_view begin = std::string_view(text).substr(0, kTellingBytes);
        format = format_of_beginning(source.path, begin);
        if (format == FileFormat::table) refuse_pairs(source.path, begin);
    }
    const auto parse = format == FileFormat::table  ? parse_table
                       : format == FileFormat::arff ? parse_arff
                                                    : parse_libsvm;
    RawTable table = parse(std::move(text), source.path, options);
    if (parse == parse_libsvm) choose_columns(table, options);
    if (parse == parse_table && options.like.empty()) keep_numbers_apart(table);
    if (parse == parse_table || options.like.empty()) return table;
    if (parse == parse_arff) order_like(table, options.like);
    require_like(table, options.like);
    return table;
}

std::vector<double> read_prices(const SourceFile& source) {
    std::string content = read_whole_file(source);
    std::ranges::replace_if(
        content, [](char c) { return c == ',' || c == ';'; }, ' ');
    LineReader lines(content, "#");
    CellCutter cutter(Delimiter::space, source.path);
    std::vector<double> prices;
    std::string_view line;
    while (lines.next(line))
        for (const Cell& cell : cutter.cut_at_blanks(line.substr(0, line.find('#')))) {
            const auto price = parse_whole<double>(cell.text);
            if (!price)
                throw file_error(source.path, lines.number(), cell.column, "expected a price, found '{}'",
                                 cell.text);
            if (!(*price >= 0) || std::isinf(*price))
                throw file_error(source.path, lines.number(), cell.column,
                                 "price '{}': expected a finite number, at least 0", cell.text);
            prices.push_back(*price);
        }
    return prices;
}

}  // namespace reboost::data
