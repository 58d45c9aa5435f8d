#pragma once
/// The formats of text behind one call: tables, ARFF, LIBSVM.
#include "data/dataset_spec.hpp"
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"
#include "data/readers/table.hpp"

#include <string>

namespace reboost::data {

/// What `FileFormat::automatic` says of a name; never `automatic`.
FileFormat format_by_name(const std::string& path);

/// Reads a file that is not IDX. Of `options` ARFF takes label, has_label and like, LIBSVM the last two.
/// Throws as the format's reader does, and DataError where the file has not the columns of `like`.
RawTable read_text_file(const SourceFile& source, FileFormat format, const TableFormat& options);

}  // namespace reboost::data
