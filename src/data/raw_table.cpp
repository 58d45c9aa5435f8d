#include "data/raw_table.hpp"

#include "core/mapped.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <system_error>
#include <utility>

namespace reboost::data {

float Dictionary::index_of(std::string_view text) {
    if (const auto found = index_.find(text); found != index_.end()) return found->second;
    const auto index = static_cast<float>(names_.size());
    names_.emplace_back(text);
    index_.emplace(names_.back(), index);
    return index;
}

std::vector<std::string> sort_levels(const Dictionary& dictionary, std::vector<float>& values) {
    std::vector<std::string> levels = dictionary.names();
    std::ranges::sort(levels);
    const std::vector<float> code = codes_of(dictionary.names(), levels);
    for (float& value : values)
        if (!std::isnan(value)) value = code[static_cast<std::size_t>(value)];
    return levels;
}

std::vector<float> codes_of(const std::vector<std::string>& names, const std::vector<std::string>& levels) {
    std::map<std::string_view, float> code_of;
    for (const std::string& level : levels)
        code_of.emplace(level, static_cast<float>(code_of.size()));
    return mapped(names, [&](const std::string& name) {
        auto found = code_of.find(name);
        if (found == code_of.end())  // levels that were numbers are written in the shortest form
            if (const auto number = parse_whole<double>(name))
                found = code_of.find(fmt::format("{}", *number));
        return found == code_of.end() ? kMissing : found->second;
    });
}

std::vector<RawColumn> kinds_of(const RawTable& table) {
    return mapped(table.columns, [](const RawColumn& column) {
        return RawColumn{.name = column.name, .kind = column.kind, .decided = column.decided};
    });
}

void complete_exact(RawColumn& column) {
    const auto known = static_cast<std::ptrdiff_t>(column.exact.size());
    column.exact.insert(column.exact.end(), column.values.begin() + known, column.values.end());
}

double wide_number(std::string_view text, float value) {
    constexpr std::ptrdiff_t kFloatDigits = 7;  // numbers of up to 7 digits are left as floats
    std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
    while (mantissa.ends_with('0') && mantissa.find('.') != std::string_view::npos)
        mantissa.remove_suffix(1);
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) return static_cast<double>(value);
    const auto digits =
        std::ranges::count_if(mantissa.substr(first), [](char c) { return c >= '0' && c <= '9'; });
    if (digits <= kFloatDigits) return static_cast<double>(value);
    return parse_whole<double>(text.starts_with('+') ? text.substr(1) : text)
        .value_or(static_cast<double>(value));
}

bool add_number(RawColumn& column, std::string_view text) {
    float value = 0;
    if (!parse_number(text, value)) return false;
    column.values.push_back(value);
    const double wide = wide_number(text, value);
    if (wide == static_cast<double>(value) && column.exact.empty()) return true;
    complete_exact(column);
    column.exact.back() = wide;
    return true;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

bool means_missing(std::string_view text) {
    // pandas, R, databases, spreadsheets and Microsoft's C library write a missing value so.
    constexpr auto kMeanings = std::to_array<std::string_view>(
        {"",        "?",       "na",     "n/a",    "n.a.",    "<na>",    "nat",     "null",
         "<null>",  "(null)",  "[null]", "\\n",    "#n/a",    "#null!",  "#num!",   "#ref!",
         "#div/0!", "#value!", "#name?", "1.#ind", "-1.#ind", "1.#qnan", "-1.#qnan"});
    constexpr std::size_t kLongest = 8;
    return (text.size() <= kLongest && std::ranges::find(kMeanings, lower(text)) != kMeanings.end()) ||
           std::isnan(parse_whole<double>(text).value_or(0));
}

void drop_classes_without_rows(RawColumn& label) {
    Dictionary present;
    for (float& value : label.values)
        value = present.index_of(label.levels.names()[static_cast<std::size_t>(value)]);
    label.levels = std::move(present);
}

std::vector<std::size_t> order_like(RawTable& table, const std::vector<RawColumn>& like) {
    std::multimap<std::string_view, std::size_t> wanted;
    for (std::size_t j = 0; j < like.size(); ++j)
        wanted.emplace(like[j].name, j);
    std::vector<std::size_t> places;
    std::vector<std::string> others;
    std::vector<RawColumn> ordered(like.size());
    for (RawColumn& column : table.columns) {
        const auto known = wanted.extract(std::string_view(column.name));  // the first of that name
        places.push_back(known ? known.mapped() : like.size());
        if (known)
            ordered[places.back()] = std::move(column);
        else
            others.push_back(column.name);
    }
    if (!wanted.empty())
        throw file_error(table.file, "there is no column '{}', which the training file has{}",
                         wanted.begin()->first, others.empty() ? "" : "; others are " + first_names(others));
    if (!others.empty())
        table.notes.push_back("left out are columns that training had not: " + first_names(others));
    table.columns = std::move(ordered);
    return places;
}

void require_like(const RawTable& table, const std::vector<RawColumn>& like) {
    if (table.columns.size() != like.size())
        throw file_error(table.file, "{} feature columns, the training file has {}", table.columns.size(),
                         like.size());
    const auto name_of = [](ColumnKind kind) { return kind == ColumnKind::nominal ? "nominal" : "numeric"; };
    for (std::size_t j = 0; j < like.size(); ++j)
        if (like[j].decided && like[j].kind != table.columns[j].kind)
            throw file_error(table.file, "feature column '{}' is {}, in the training file {}", like[j].name,
                             name_of(table.columns[j].kind), name_of(like[j].kind));
}

bool parse_number(std::string_view text, float& value) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::result_out_of_range) {
        // from_chars does not tell overflow from underflow: strtod returns infinity or 0 beyond double.
        const double wide = std::strtod(std::string(text.data(), stop).c_str(), nullptr);
        if (std::abs(wide) > std::numeric_limits<float>::max()) return false;
        value = static_cast<float>(wide);
        error = {};
    }
    return error == std::errc{} && stop == end && !std::isnan(value);
}

std::string_view number_fault(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    double wide = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, wide);
    const bool number = error != std::errc::invalid_argument && stop == end && !std::isnan(wide);
    return number ? "is beyond what a float holds (±3.4e38)" : kNoNumber;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

void check_columns(const std::string& file, std::size_t line, std::size_t columns) {
    if (columns > kMostColumns)
        throw file_error(file, line, 0, "{} columns, at most {} are read", columns, kMostColumns);
}

void check_cells(const std::string& file, std::size_t rows, std::size_t columns, std::size_t bytes) {
    const std::size_t most = std::max(kAnyCells, kMostCellsOfByte * bytes);
    if (columns != 0 && rows > most / columns)
        throw file_error(file,
                         "{} rows of {} columns in {} bytes: at most {} cells are read, or {} for "
                         "each byte",
                         rows, columns, bytes, kAnyCells, kMostCellsOfByte);
}

std::size_t stored_size(const std::string& path, std::size_t otherwise) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(path, unknown);
    return unknown ? otherwise : static_cast<std::size_t>(size);
}

}  // namespace reboost::data
