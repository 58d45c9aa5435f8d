#include "core/text.hpp"
#include "data/file_error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"
#include "data/readers/table_names.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <system_error>

namespace reboost::data {
namespace {

using namespace std::string_view_literals;

bool begins(std::string_view text, std::string_view lower_case) {
    return lower(text.substr(0, lower_case.size())) == lower_case;
}

struct Kind {
    std::string_view magic, name, advice;
};

/// Formats that no reader here reads, recognised by their first bytes, and what the user can do.
constexpr std::string_view kExport = "export it as CSV", kNoTable = "a table of numbers is wanted";
constexpr auto kKinds = std::to_array<Kind>({
    {"\xFF\xFE"sv, "UTF-16", "save it as UTF-8"},
    {"\xFE\xFF"sv, "UTF-16", "save it as UTF-8"},
    {"PK\x03\x04"sv, "a ZIP archive (a spreadsheet, perhaps)", "unpack it, or export it as CSV"},
    {"7z\xBC\xAF\x27\x1C"sv, "a 7z archive", "unpack it"},
    {"Rar!"sv, "a RAR archive", "unpack it"},
    {"PAR1"sv, "Parquet", kExport},
    {"FEA1"sv, "Feather", kExport},
    {"ARROW1"sv, "Arrow (Feather)", kExport},
    {"MATLAB 5.0 MAT-file"sv, "a MATLAB file", kExport},
    {"RDX"sv, "R data", kExport},
    {"X\n\0\0"sv, "R data", kExport},
    {"<stata_dta>"sv, "a Stata file", kExport},
    {"$FL2"sv, "an SPSS file", kExport},
    {"\x89PNG"sv, "an image (PNG)", kNoTable},
    {"\xFF\xD8\xFF"sv, "an image (JPEG)", kNoTable},
    {"GIF8"sv, "an image (GIF)", kNoTable},
    {"\x89HDF"sv, "HDF5", kExport},
    {"\x93NUMPY"sv, "a NumPy array", kExport},
    {"\xD0\xCF\x11\xE0"sv, "an Excel file", kExport},
    {"SQLite format 3"sv, "an SQLite data base", kExport},
    {"ORC"sv, "ORC", kExport},
    {"Obj\x01"sv, "Avro", kExport},
    {"\x80\x03"sv, "a Python pickle", kExport},
    {"\x80\x04"sv, "a Python pickle", kExport},
    {"\x80\x05"sv, "a Python pickle", kExport},
    {"\x04\x22\x4D\x18"sv, "packed by lz4", "unpack it"},
    {"LZIP"sv, "packed by lzip", "unpack it"},
    {"\x1F\x8B"sv, "packed twice", "unpack it once"},
    {"BZh9"sv, "packed twice", "unpack it once"},
    {"\xFD"
     "7zXZ"sv,
     "packed twice", "unpack it once"},
    {"/annex/objects/"sv, "a pointer of git-annex, not the file itself", "`git annex get` fetches it"},
    {"%PDF"sv, "PDF", kExport},
    {"version https://git-lfs"sv, "a pointer of Git LFS, not the file itself", "`git lfs pull` fetches it"},
});

/// First words, in lower case, of texts that are no table.
constexpr std::string_view kPage = "a page of the web (HTML)", kWanted = "is it what was to be downloaded?";
constexpr auto kTexts = std::to_array<Kind>({
    {"<!--", kPage, kWanted},
    {"<!doctype", kPage, kWanted},
    {"<html", kPage, kWanted},
    {"<head", kPage, kWanted},
    {"<title", kPage, kWanted},
    {"<body", kPage, kWanted},
    {"<table", kPage, kWanted},
    {"<svg", kPage, kWanted},
    {"<?xml", "XML", kWanted},
    {"<rss", "XML", kWanted},
    {"<workbook", "XML", kWanted},
    {"insert into", "SQL", kExport},
    {"create table", "SQL", kExport},
});

/// Whether a cell is <index>:<number> or qid:<number>. `lenient`: the value may be another text, unless it is
/// cells of a table; the reader will refuse it with its place.
bool is_pair(std::string_view cell, bool lenient) {
    const std::size_t colon = cell.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view index = cell.substr(0, colon), text = cell.substr(colon + 1);
    float value = 0;
    if (index == "qid") return parse_whole<std::uint32_t>(text).has_value();
    if (!parse_whole<std::uint32_t>(index)) return false;
    return parse_number(text, value) || means_missing(text) ||
           (lenient && (text.find_first_of(",;") == text.npos || !foreign_number_fault(text).empty()));
}

/// Whether a cell may be a LIBSVM label: a number, a word, or numbers with commas between them. A date or the
/// cells of a table are none.
bool is_label(std::string_view cell) {
    const std::vector<std::string_view> members = split(cell, ',');
    if (members.size() > 1)
        return std::ranges::all_of(members,
                                   [](auto one) { return parse_whole<std::uint32_t>(one).has_value(); });
    float value = 0;
    return parse_number(cell, value) || means_missing(cell) || cell.find_first_of(";|/-") == cell.npos;
}

/// Whether the first lines are labels and pairs. `named`: the file's name says that it is LIBSVM; then lines
/// of numeric labels alone are LIBSVM, too, and so are pairs after which other text follows.
bool is_libsvm(std::string_view begin, bool named) {
    constexpr int kLines = 20;
    LineReader lines(begin, "#");
    CellCutter cutter(Delimiter::space, "");
    std::string_view line;
    bool pairs = false, labels = named;
    float value = 0;
    for (int i = 0; i < kLines && lines.next(line); ++i) {
        const bool cut_off =
            begin.size() >= kTellingBytes && line.data() + line.size() == begin.data() + begin.size();
        const std::vector<Cell>& cells = cutter.cut_at_blanks(line.substr(0, line.find('#')));
        const std::size_t whole = cells.size() - (cut_off && !cells.empty() ? 1 : 0);
        for (std::size_t c = 0; c < whole; ++c) {
            const std::string_view cell = cells[c].text;
            const bool pair = is_pair(cell, named);
            if (c > 0 && !pair && (c == 1 || !named)) return false;
            if (c == 0 && !pair && !named && !is_label(cell)) return false;
            pairs = pairs || (pair && c > 0);
            labels = labels && (c > 0 || pair || parse_number(cell, value) || means_missing(cell));
        }
    }
    return pairs || labels;
}

}  // namespace

FileFormat format_by_content(std::string_view begin) {
    if (begin.size() >= 4 && begin.starts_with("\0\0"sv) && begin[2] >= 0x08 && begin[2] <= 0x0e &&
        begin[3] >= 1 && begin[3] <= 4)
        return FileFormat::idx;
    LineReader lines(begin, "%");
    std::string_view line;
    while (lines.next(line))
        if (!trim(line).starts_with('%')) break;
    if (begins(trim(line), "@relation") || begins(trim(line), "@attribute")) return FileFormat::arff;
    return is_libsvm(begin, false) ? FileFormat::libsvm : FileFormat::auto_;
}

FileFormat format_of_beginning(const std::string& path, std::string_view begin) {
    if (const FileFormat told = format_by_content(begin); told != FileFormat::auto_) return told;
    const std::string_view first = trim(begin.substr(0, begin.find('\n')));
    std::string name = std::filesystem::path(path).filename().string();
    for (const std::string_view packed : {".gz", ".bz2", ".xz", ".zst"})
        if (name.ends_with(packed)) name.resize(name.size() - packed.size());
    if (name.ends_with(".arff") && (first.empty() || first[0] == '%' || first[0] == '@'))
        return FileFormat::arff;
    if (name.ends_with("-ubyte") && name.find("idx") != std::string::npos &&
        (begin.empty() || begin.find('\0') != begin.npos))
        return FileFormat::idx;
    for (const char* ending : {".libsvm", ".svm", ".svmlight"})
        if (name.ends_with(ending) && is_libsvm(begin, true)) return FileFormat::libsvm;
    return FileFormat::table;
}

FileFormat format_of_file(const std::string& path) {
    std::error_code unknown;
    std::string begin;
    try {
        if (std::filesystem::is_regular_file(path, unknown)) begin = read_beginning(path, kTellingBytes);
    } catch (const Error&) {  // reading the whole file will report the error
    }
    return format_of_beginning(path, begin);
}

void refuse_pairs(const std::string& path, std::string_view begin) {
    LineReader lines(begin, "");
    std::string_view line;
    std::string found;
    for (int i = 0; i < 2; ++i) {
        if (!lines.next(line)) return;
        std::string cut(line);
        std::ranges::replace_if(
            cut, [](char c) { return c == ',' || c == ';'; }, ' ');
        CellCutter cutter(Delimiter::space, path);
        const std::vector<Cell>& cells = cutter.cut_at_blanks(cut);
        for (std::size_t c = 1; c < cells.size(); ++c) {
            const std::string_view cell = cells[c].text;
            const std::size_t colon = cell.find(':');
            const bool pair = colon != cell.npos && colon > 0 && colon + 1 < cell.size();
            if (!pair && !(c == 1 && cell.starts_with('|'))) return;
            const bool time = pair && cell.size() > colon + 2 &&
                              parse_whole<unsigned>(cell.substr(0, colon)) &&
                              parse_whole<unsigned>(cell.substr(colon + 1, 2));
            if (time) return;
            if (pair) found = cell;
        }
    }
    if (!found.empty())
        throw file_error(
            path,
            "cells such as '{}' are pairs that are not LIBSVM's <index>:<value>: write them so, or "
            "export the file as CSV (format 'table' takes them as texts; train: --format table)",
            found);
}

void require_text(const std::string& path, std::string_view content) {
    const auto refuse = [&path](std::string_view name, std::string_view advice) {
        throw file_error(path, "is {}, expected lines of text: {}", name, advice);
    };
    for (const Kind& kind : kKinds)
        if (content.starts_with(kind.magic)) refuse(kind.name, kind.advice);
    constexpr std::size_t kTarMark = 257;
    if (content.size() > kTarMark && content.substr(kTarMark).starts_with("ustar"))
        refuse("a tar archive", "unpack it");
    std::string_view text = content;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    text = trim(text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())));
    for (const Kind& kind : kTexts)
        if (begins(text, kind.magic)) refuse(kind.name, kind.advice);
    const std::string_view json = text.starts_with('{') ? "\"'}" : text.starts_with('[') ? "\"'{[]" : "";
    const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
    if (next != std::string_view::npos && json.find(text[next]) != std::string_view::npos)
        refuse("JSON", kExport);
    std::string_view line = trim(text.substr(0, text.find('\n')));
    if (line.ends_with(',')) line.remove_suffix(1);
    if ((line.starts_with('[') && line.ends_with(']')) || (line.starts_with('(') && line.ends_with(')')))
        refuse("a list in brackets", kExport);
    const bool one_line = content.find('\n') >= content.size() - 1;
    if (one_line && content.substr(0, content.size() - 1).find('\r') != std::string_view::npos)
        throw DataError(path, 0, 0, "its lines end with a carriage return alone: expected line feeds");
}

}  // namespace reboost::data
