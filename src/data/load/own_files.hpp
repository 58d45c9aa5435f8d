#pragma once
/// A user's own files: the spec's fields turned into readers' options.
#include "data/dataset_spec.hpp"
#include "data/prepare/assemble.hpp"

#include <string>

namespace reboost::data {

/// Loads spec.path and, where stated, spec.test_path; else holds `test_fraction` of the rows out, drawn by
/// spec.seed. Throws UsageError, IoError, DataError.
Split load_own_files(const DatasetSpec& spec);

/// What load_own_files notes as the checksum of the files as they are now; "" where one cannot be read.
std::string sum_of_own_files(const DatasetSpec& spec);

/// Reads one own file. `schema` fixes the kinds of columns and the number of features; may be null.
RawTable read_own_file(const std::string& path, const DatasetSpec& spec, bool has_label,
                       const Schema* schema);

}  // namespace reboost::data
