#include "data/readers/text_file.hpp"

#include "core/error.hpp"
#include "data/raw_table.hpp"

#include <filesystem>
#include <utility>

namespace reboost::data {
namespace {

char mark_of(Delimiter delimiter) {
    if (delimiter == Delimiter::tab) return '\t';
    return delimiter == Delimiter::semicolon ? ';' : ',';
}

/// Without what stands in quotes; the line itself where a quote is not closed.
std::string without_quoted(std::string_view line) {
    std::string bare;
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (!quoted) bare += c;
    }
    return quoted ? std::string(line) : bare;
}

}  // namespace

LineReader::LineReader(std::string_view text, std::string_view comment, bool tabs_are_cells)
    : rest_(text), comment_(comment), tabs_are_cells_(tabs_are_cells) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

bool LineReader::next(std::string_view& line) {
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

CellCutter::CellCutter(Delimiter delimiter, std::string file)
    : delimiter_(delimiter), file_(std::move(file)) {}

const std::vector<Cell>& CellCutter::cut(std::string_view line, std::size_t number) {
    cells_.clear();
    unescaped_.clear();
    if (delimiter_ == Delimiter::space)
        cut_at_blanks(line);
    else
        cut_at(mark_of(delimiter_), line, number);
    return cells_;
}

void CellCutter::cut_at_blanks(std::string_view line) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    std::size_t i = 0;
    for (;;) {
        while (i < line.size() && blank(line[i]))
            ++i;
        if (i == line.size()) return;
        const std::size_t start = i;
        while (i < line.size() && !blank(line[i]))
            ++i;
        cells_.push_back({line.substr(start, i - start), start + 1});
    }
}

void CellCutter::cut_at(char mark, std::string_view line, std::size_t number) {
    std::size_t start = 0;
    for (;;) {
        std::size_t first = start;
        while (first < line.size() && line[first] == ' ')
            ++first;
        std::size_t end = 0;
        if (first < line.size() && line[first] == '"') {
            end = cut_quoted(line, first, mark, number);
        } else {
            end = line.find(mark, start);
            if (end == std::string_view::npos) end = line.size();
            cells_.push_back({trim(line.substr(start, end - start)), first + 1});
        }
        if (end >= line.size()) return;
        start = end + 1;
    }
}

/// RFC 4180: a quoted cell may hold delimiters; "" is a quote. Returns the place of the next delimiter.
std::size_t CellCutter::cut_quoted(std::string_view line, std::size_t start, char mark, std::size_t number) {
    std::string content;
    std::size_t i = start + 1;
    for (;; ++i) {
        if (i >= line.size())
            throw DataError(file_, number, start + 1, "a quote opens here and is not closed on its line");
        if (line[i] != '"')
            content += line[i];
        else if (i + 1 < line.size() && line[i + 1] == '"')
            content += line[i++];
        else
            break;
    }
    std::size_t end = line.find(mark, i);
    if (end == std::string_view::npos) end = line.size();
    if (!trim(line.substr(i + 1, end - i - 1)).empty())
        throw DataError(file_, number, i + 2, "text after a closing quote");
    cells_.push_back({unescaped_.emplace_back(std::move(content)), start + 1, true});
    return end;
}

bool is_decimal_comma(std::string_view text, std::size_t comma) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return comma > 0 && comma + 1 < text.size() && is_digit(text[comma - 1]) && is_digit(text[comma + 1]);
}

Delimiter guess_delimiter(std::string_view whole) {
    const std::string line = without_quoted(whole);
    if (line.find('\t') != std::string::npos) return Delimiter::tab;
    std::size_t comma = line.find(',');
    while (comma != std::string::npos && is_decimal_comma(line, comma))
        comma = line.find(',', comma + 1);
    if (comma == std::string::npos && line.find(';') != std::string::npos) return Delimiter::semicolon;
    if (line.find(',') != std::string::npos) return Delimiter::comma;
    return line.find(';') != std::string::npos ? Delimiter::semicolon : Delimiter::space;
}

FileFormat format_by_name(const std::string& path) {
    std::string name = std::filesystem::path(path).filename().string();
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    if (name.ends_with(".arff")) return FileFormat::arff;
    if (name.ends_with("-ubyte") && name.find("idx") != std::string::npos) return FileFormat::idx;
    for (const char* ending : {".libsvm", ".svm", ".svmlight"})
        if (name.ends_with(ending)) return FileFormat::libsvm;
    return FileFormat::table;
}

RawTable read_text_file(const SourceFile& source, FileFormat format, const TableFormat& options) {
    const std::size_t width = options.like.size();
    if (format == FileFormat::automatic) format = format_by_name(source.path);
    const std::string text = read_whole_file(source);
    if (format != FileFormat::arff && format != FileFormat::libsvm)
        return parse_table(text, source.path, options);
    const bool names = format == FileFormat::arff;
    RawTable table = names ? parse_arff(text, source.path, options.label, options.has_label ? 0 : width)
                           : parse_libsvm(text, source.path, {width, width, options.has_label});
    if (width > 0) require_like(table, options.like, names, true);
    return table;
}

}  // namespace reboost::data
