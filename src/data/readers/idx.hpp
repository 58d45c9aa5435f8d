#pragma once
/// IDX, the format of MNIST: big-endian magic (two zero bytes, element type, number of dimensions), the
/// dimensions, then the elements row by row.
#include "data/dataset.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::data {

/// One byte column for each of the product of all dimensions but the first. Only unsigned bytes (type 0x08).
/// Throws IoError; DataError on a wrong magic, a truncated file, or bytes after the end.
std::vector<Column> read_idx_columns(const std::string& path);

/// A one-dimensional IDX file of class indices 0 … 255.
std::vector<std::int32_t> read_idx_labels(const std::string& path);

}  // namespace reboost::data
