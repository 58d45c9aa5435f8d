#include "data/readers/limits.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace reboost::data {

void check_columns(const std::string& file, std::size_t line, std::size_t columns) {
    if (columns > kMostColumns)
        throw DataError(file, line, 0, fmt::format("{} columns, at most {} are read", columns, kMostColumns));
}

void check_cells(const std::string& file, std::size_t rows, std::size_t columns, std::size_t bytes) {
    const std::size_t most = std::max(kAnyCells, kMostCellsOfByte * bytes);
    if (columns != 0 && rows > most / columns)
        throw DataError(file, 0, 0,
                        fmt::format("{} rows of {} columns in {} bytes: at most {} cells are read, or {} for "
                                    "each byte",
                                    rows, columns, bytes, kAnyCells, kMostCellsOfByte));
}

std::size_t stored_size(const std::string& path, std::size_t otherwise) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(path, unknown);
    return unknown ? otherwise : static_cast<std::size_t>(size);
}

}  // namespace reboost::data
