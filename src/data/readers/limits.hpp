#pragma once
/// How much memory a small file may claim. Columns are dense, and each costs some hundred bytes by itself.
#include <cstddef>
#include <string>

namespace reboost::data {

inline constexpr std::size_t kMostColumns = 500'000;
/// Cells that any file may expand to, and cells per byte of a larger file: formats that leave zeros out hold
/// one cell in some hundred.
inline constexpr std::size_t kAnyCells = std::size_t{1} << 26U, kMostCellsOfByte = 128;

/// Throws DataError where `columns` are too many; line 0: not known.
void check_columns(const std::string& file, std::size_t line, std::size_t columns);
/// Throws DataError where rows x columns are too many for a file of `bytes`, as it is stored.
void check_cells(const std::string& file, std::size_t rows, std::size_t columns, std::size_t bytes);

/// The size of a file as it is stored; `otherwise` where it has none.
std::size_t stored_size(const std::string& path, std::size_t otherwise);

}  // namespace reboost::data
