#pragma once
/// IDX, the format of MNIST: big-endian magic (two zero bytes, element type, number of dimensions), the
/// dimensions, then the elements row by row.
#include "data/dataset.hpp"
#include "data/readers/input_file.hpp"

#include <cstdint>
#include <vector>

namespace reboost::data {

/// One byte column for each of the product of all dimensions but the first. Only unsigned bytes (type 0x08).
/// Throws IoError; DataError on a wrong sum or magic, more than kMostColumns columns, a header that promises
/// more than the file can hold, and bytes after the end.
std::vector<Column> read_idx_columns(const SourceFile& source);

/// A one-dimensional IDX file of class indices 0 … 255.
std::vector<std::int32_t> read_idx_labels(const SourceFile& source);

}  // namespace reboost::data
