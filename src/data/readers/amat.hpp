#pragma once
/// The text format of the MNIST variations (Larochelle et al., ICML 2007): one row per line, numbers between
/// blanks, the label last.
#include "data/dataset.hpp"
#include "data/readers/input_file.hpp"

#include <cstddef>

namespace reboost::data {

/// Reads `features` numeric columns, named x0 …, and class labels 0 … classes − 1, line by line; plain or
/// gzip. Blank lines are skipped. Throws IoError; DataError with file, line and column on a cell that is no
/// finite number, a row of another length, a label outside the classes, and on a file without rows.
Dataset read_amat(const SourceFile& source, std::size_t features, std::size_t classes);

}  // namespace reboost::data
