#include "data/readers/choose_columns.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// The levels are the numbers as texts; equal numbers are one level.
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

}  // namespace

std::size_t find_column(const std::string& file, const std::vector<std::string>& names,
                        const std::string& wanted, const std::string& what) {
    if (std::ranges::count(names, wanted) > 1)
        throw UsageError(
            fmt::format("{}: two columns are called '{}': give the {}'s index", file, wanted, what));
    const auto found = std::ranges::find(names, wanted);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const std::size_t index = parse_whole<std::size_t>(wanted).value_or(names.size());
    if (index >= names.size()) throw UsageError(file + ": " + unknown_name_message(what, wanted, names));
    return index;
}

void choose_columns(RawTable& table, const TableFormat& format) {
    std::vector<std::string> names;
    for (const RawColumn& column : table.columns)
        names.push_back(column.name);
    const auto is_there = [&](const std::string& column) {
        return std::ranges::find(names, column) != names.end() ||
               parse_whole<std::size_t>(column).value_or(names.size()) < names.size();
    };
    const auto chosen = [&](const std::vector<std::string>& wanted, const char* what) {
        std::vector<bool> flags(names.size(), false);
        for (const std::string& column : wanted)
            if (format.like.empty() || is_there(column))
                flags[find_column(table.file, names, column, what)] = true;
        return flags;
    };
    const std::vector<bool> nominal = chosen(format.nominal, "nominal column"),
                            skipped = chosen(format.skip, "skipped column");
    std::vector<RawColumn> kept;
    for (std::size_t j = 0; j < names.size(); ++j) {
        if (skipped[j]) continue;
        if (nominal[j]) make_nominal(table.columns[j]);
        kept.push_back(std::move(table.columns[j]));
    }
    table.columns = std::move(kept);
    if (table.columns.empty()) throw DataError(table.file, 0, 0, "no feature column");
}

}  // namespace reboost::data
