#pragma once
/// Loads the rows that a DatasetSpec describes.
#include "data/binning.hpp"
#include "data/data_root.hpp"
#include "data/dataset.hpp"
#include "data/dataset_spec.hpp"
#include "data/prepare/assemble.hpp"

#include <string>

namespace reboost::data {

struct CatalogueEntry;

/// Loads or generates the spec's data set column by column; a set whose catalogue entry has no `open` is
/// first loaded whole. Throws UsageError on an unknown name, on contradictory options, and on missing files
/// of a catalogue set (naming the command that fetches them) unless `stand_in` allows a generated set;
/// IoError and DataError from the readers.
ColumnStream open_stream(const DatasetSpec& spec, const DataRoot& root);
/// Loads and bins a data set, block by block: reads columns, prepares them (missing_as, nominal_as), bins
/// them, and keeps those that `selection` chooses. Throws as open_stream does.
BinnedSplit load_binned(const DatasetSpec& spec, const DataRoot& root, const BinningOptions& options);

/// Whether the rows depend on `seed`: generators, random splits, a user's own files without a test file.
bool depends_on_seed(const DatasetSpec& spec);

/// Reads a user's own file for prediction, in the format of `spec`, whose `path` is ignored. Without
/// `has_label` all columns are features, except the label's, if present. Named columns may be in any order,
/// among further ones. `copy`: a table's columns to copy, separated by ','. Throws UsageError, IoError,
/// DataError.
RowsToPredict load_for_prediction(const std::string& path, const DatasetSpec& spec, const Schema& schema,
                                  bool has_label, const std::string& copy = {});

/// Loads a user's own files: spec.path and, if set, spec.test_path; else splits off `test_fraction` of the
/// rows at random, by spec.seed. Throws UsageError, IoError, DataError.
Split load_own_files(const DatasetSpec& spec);

/// Returns the checksum that load_own_files would record for the files now; "" if one cannot be read.
std::string sum_of_own_files(const DatasetSpec& spec);

/// Returns spec.format, or if it is `auto_` the format told by the file's content or name.
FileFormat format_of(const std::string& path, const DatasetSpec& spec);

/// Reports `rows`, `test_rows` or `features` if the set has a fixed size.
OptionFault size_fault(const CatalogueEntry& entry, const DatasetSpec& spec);
/// Reports options of generators, options of another file format, and missing label files of IDX.
OptionFault own_file_fault(const DatasetSpec& spec);
/// Finds an option that has no effect on the data set. For a user's own files, own_file_fault decides. A set
/// of the catalogue takes no options of own files, and no size (size_fault) unless another set may stand in
/// for it. Throws UsageError on an unknown name.
OptionFault option_fault(const DatasetSpec& spec);

}  // namespace reboost::data
