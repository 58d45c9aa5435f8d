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
    {"%PDF"sv, "PDF", kExport},
    {"version https://git-lfs"sv, "a pointer of Git LFS, not the file itself", "`git lfs pull` fetches it"},
});

/// First words of texts that are no table.
constexpr auto kPages =
    std::to_array<std::string_view>({"<!--", "<!doctype", "<html", "<head", "<?xml", "<svg"});

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

void require_text(const std::string& path, std::string_view content) {
    const auto refuse = [&path](std::string_view name, std::string_view advice) {
        throw file_error(path, "is {}, expected lines of text: {}", name, advice);
    };
    for (const Kind& kind : kKinds)
        if (content.starts_with(kind.magic)) refuse(kind.name, kind.advice);
    constexpr std::size_t kTarMark = 257;
    if (content.size() > kTarMark && content.substr(kTarMark).starts_with("ustar"))
        refuse("a tar archive", "unpack it");
    const std::string_view text =
        content.substr(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
    for (const std::string_view page : kPages)
        if (begins(text, page))
            refuse(page == "<?xml" ? "XML" : "a page of the web (HTML)", "is it what was to be downloaded?");
    const std::string_view json = text.starts_with('{') ? "\"}" : text.starts_with('[') ? "\"{[]" : "";
    const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
    if (next != std::string_view::npos && json.find(text[next]) != std::string_view::npos)
        refuse("JSON", kExport);
    const bool one_line = content.find('\n') == std::string_view::npos;
    if (one_line && content.substr(0, content.size() - 1).find('\r') != std::string_view::npos)
        throw DataError(path, 0, 0, "its lines end with a carriage return alone: expected line feeds");
}

}  // namespace reboost::data
