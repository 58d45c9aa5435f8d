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

struct Kind {
    std::string_view name, advice;
    std::array<std::string_view, 9> begins;  ///< the rest is empty
};

/// Formats that no reader here reads, by the first bytes or, in lower case, the first word, and what to do.
constexpr std::string_view kExport = "export it as CSV", kUnpack = "unpack it", kOnce = "unpack it once",
                           kWanted = "is it what was to be downloaded?";
constexpr auto kKinds = std::to_array<Kind>({
    {"UTF-16", "save it as UTF-8", {"\xFF\xFE"sv, "\xFE\xFF"sv}},
    {"a ZIP archive (a spreadsheet, perhaps)", "unpack it, or export it as CSV", {"PK\x03\x04"sv}},
    {"a 7z archive", kUnpack, {"7z\xBC\xAF\x27\x1C"sv}},
    {"a RAR archive", kUnpack, {"Rar!"sv}},
    {"packed by lz4", kUnpack, {"\x04\x22\x4D\x18"sv}},
    {"packed by lzip", kUnpack, {"LZIP\1"sv}},
    {"packed twice", kOnce, {"\x1F\x8B"sv, "BZh9\x31"sv, "\xFD\x37zXZ"sv, "\x28\xB5\x2F\xFD"sv}},
    {"Parquet", kExport, {"PAR1\x15"sv}},
    {"Feather", kExport, {"FEA1\0"sv, "ARROW1\0"sv}},
    {"Avro", kExport, {"Obj\1"sv}},
    {"a MATLAB file", kExport, {"MATLAB 5.0 MAT-file"sv}},
    {"R data", kExport, {"RDX2\n"sv, "RDX3\n"sv, "X\n\0\0"sv}},
    {"a Stata file", kExport, {"<stata_dta>"sv}},
    {"an SPSS file", kExport, {"$FL2@"sv}},
    {"HDF5", kExport, {"\x89HDF"sv}},
    {"a NumPy array", kExport, {"\x93NUMPY"sv}},
    {"a Python pickle", kExport, {"\x80\3"sv, "\x80\4"sv, "\x80\5"sv}},
    {"an Excel file", kExport, {"\xD0\xCF\x11\xE0"sv}},
    {"an SQLite data base", kExport, {"SQLite format 3"sv}},
    {"PDF", kExport, {"%PDF"sv}},
    {"an image", "a table of numbers is wanted", {"\x89PNG"sv, "\xFF\xD8\xFF"sv, "GIF8"sv}},
    {"SQL", kExport, {"insert into "sv, "create table "sv}},
    {"XML", kWanted, {"<?xml"sv, "<rss"sv, "<workbook"sv}},
    {"a page of the web (HTML)",
     kWanted,
     {"<!--"sv, "<!doctype"sv, "<html"sv, "<head"sv, "<title"sv, "<body"sv, "<table"sv, "<svg"sv}},
    {"a pointer of Git LFS, not the file itself", "`git lfs pull` fetches it", {"version https://git-lfs"sv}},
    {"a pointer of git-annex, not the file itself", "`git annex get` fetches it", {"/annex/objects/"sv}},
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

/// Whether a cell may be a LIBSVM label: a number, a word, or numbers with commas between them. A date and
/// the cells of a table are no label.
bool is_label(std::string_view cell) {
    const std::vector<std::string_view> members = split(cell, ',');
    if (members.size() > 1)
        return std::ranges::all_of(members,
                                   [](auto one) { return parse_whole<std::uint32_t>(one).has_value(); });
    float value = 0;
    if (parse_number(cell, value) || means_missing(cell)) return true;
    return cell.find_first_of(cell[0] >= '0' && cell[0] <= '9' ? ";|/-" : ";|") == cell.npos;
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
    const std::string first = lower(trim(line.substr(0, 64)));
    if (first.starts_with("@relation") || first.starts_with("@attribute")) return FileFormat::arff;
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
    const auto is_number = [](std::string_view text) { return parse_whole<unsigned>(text).has_value(); };
    LineReader lines(begin, "");
    CellCutter cutter(Delimiter::space, path);
    std::string_view line;
    std::string pair;
    for (int i = 0; i < 2 && lines.next(line); ++i) {
        std::string cut(line);
        std::ranges::replace(cut, ',', ' ');
        const std::vector<Cell>& cells = cutter.cut_at_blanks(cut);
        for (std::size_t c = 1; c < cells.size(); ++c) {
            const std::string_view cell = cells[c].text;
            const std::size_t colon = std::min(cell.find(':'), cell.size());
            const std::string_view index = cell.substr(0, colon), value = cell.substr(colon);
            const bool time = value.size() > 2 && is_number(index) && is_number(value.substr(1, 2));
            if (time || (value.size() < 2 && !index.starts_with('|'))) return;
            if (!value.empty()) pair = cell;
        }
    }
    if (pair.empty()) return;
    throw file_error(path,
                     "pairs such as '{}' are not LIBSVM's <index>:<value>: write them so, or export the file "
                     "as CSV (format 'table' takes them as texts; train: --format table)",
                     pair);
}

void require_text(const std::string& path, std::string_view content) {
    const auto refuse = [&path](std::string_view name, std::string_view advice) {
        throw file_error(path, "is {}, expected lines of text: {}", name, advice);
    };
    std::string_view text = content;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    text = trim(text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())));
    for (const Kind& kind : kKinds)
        for (const std::string_view begin : kind.begins)
            if (!begin.empty() &&
                (content.starts_with(begin) || lower(text.substr(0, begin.size())) == begin))
                refuse(kind.name, kind.advice);
    constexpr std::size_t kTarMark = 257;
    if (content.substr(std::min(kTarMark, content.size())).starts_with("ustar"))
        refuse("a tar archive", kUnpack);
    const std::string_view json = text.starts_with('{') ? "\"'}" : text.starts_with('[') ? "\"'{[]" : "";
    const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
    if (next != std::string_view::npos && json.find(text[next]) != std::string_view::npos)
        refuse("JSON", kExport);
    std::string_view line = trim(text.substr(0, text.find('\n')));
    if (line.ends_with(',')) line.remove_suffix(1);
    if ((line.starts_with('[') && line.ends_with(']')) || (line.starts_with('(') && line.ends_with(')')))
        refuse("a list in brackets", kExport);
    const std::string_view lines = content.substr(0, content.find_last_not_of("\r\n") + 1);
    if (!contains(lines, '\n') && contains(lines, '\r'))
        throw DataError(path, 0, 0, "its lines end with a carriage return alone: expected line feeds");
}

}  // namespace reboost::data
