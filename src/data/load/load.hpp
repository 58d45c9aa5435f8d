#pragma once
/// From a DatasetSpec to rows.
#include "data/binning.hpp"
#include "data/column_stream.hpp"
#include "data/data_root.hpp"
#include "data/dataset.hpp"
#include "data/dataset_spec.hpp"
#include "data/prepare/assemble.hpp"

#include <memory>
#include <string>

namespace reboost::data {

struct CatalogueEntry;

/// Loads or generates what the spec names, column by column; sets whose catalogue entry cannot be opened are
/// loaded whole first. Throws UsageError on an unknown name, on a catalogue set that is not at hand (naming
/// the command that fetches it) unless `stand_in` allows the generated one, and on a spec that contradicts
/// itself; IoError and DataError from the readers.
std::unique_ptr<ColumnStream> open_stream(const DatasetSpec& spec, const DataRoot& root);
/// From spec to bins: columns are read, prepared as the spec says (missing_as, nominal_as), binned and, by
/// `selection`, kept or dropped, block by block. Throws as open_stream does.
BinnedSplit load_binned(const DatasetSpec& spec, const DataRoot& root, const BinningOptions& options);

/// Whether another `seed` gives other rows: generators, seeded splits, own files without a test file.
bool depends_on_seed(const DatasetSpec& spec);

/// Reads an own file for prediction, in the format of `spec` (whose `path` is not looked at). With
/// `has_label` false every column is a feature, but for the label's, which may be there. Columns with names
/// may stand in any order, others beside them. `copy`: of a table, TableFormat's with ',' between. Throws
/// UsageError, IoError, DataError.
RowsToPredict load_for_prediction(const std::string& path, const DatasetSpec& spec, const Schema& schema,
                                  bool has_label, const std::string& copy = {});

/// A user's own files: loads spec.path and, where stated, spec.test_path; else holds `test_fraction` of the
/// rows out, drawn by spec.seed. Throws UsageError, IoError, DataError.
Split load_own_files(const DatasetSpec& spec);

/// What load_own_files notes as the checksum of the files as they are now; "" where one cannot be read.
std::string sum_of_own_files(const DatasetSpec& spec);

/// spec.format, or what the file holds, or its name says.
FileFormat format_of(const std::string& path, const DatasetSpec& spec);

/// `rows`, `test_rows` and `features` of a set of fixed size.
OptionFault size_fault(const CatalogueEntry& entry, const DatasetSpec& spec);
/// Options of generators, or of files in another format; IDX files without labels.
OptionFault own_file_fault(const DatasetSpec& spec);
/// Finds what is wrong with the options of a data set. Own files are judged as above. A set of the catalogue
/// may have no option of own files, and no size unless another set may stand in for it. Throws UsageError on
/// an unknown name.
OptionFault option_fault(const DatasetSpec& spec);

}  // namespace reboost::data
