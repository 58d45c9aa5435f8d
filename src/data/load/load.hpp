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

/// Loads or generates what the spec names. Throws UsageError on an unknown name, on a catalogue set that is
/// not at hand (naming the command that fetches it) unless `stand_in` allows the generated one, and on a spec
/// that contradicts itself; IoError and DataError from the readers.
Split load_split(const DatasetSpec& spec, const DataRoot& root);

/// The same, column by column; sets whose catalogue entry cannot be opened are loaded whole first.
std::unique_ptr<ColumnStream> open_stream(const DatasetSpec& spec, const DataRoot& root);
/// Whether a set's labels and provenance are had without reading its columns. Throws UsageError on an unknown
/// name.
bool streams(const DatasetSpec& spec);
/// From spec to bins: columns are read, prepared as the spec says (missing_as, nominal_as), binned and, by
/// `selection`, kept or dropped, block by block. Throws as load_split does.
BinnedSplit load_binned(const DatasetSpec& spec, const DataRoot& root, const BinningOptions& options);

/// Whether other rows come out under another `seed`: generators, seeded splits, resampled ones, own files
/// without a test file.
bool depends_on_seed(const DatasetSpec& spec);

/// Reads an own file for prediction: format, delimiter, header and so on as in `spec` (its `path` is not
/// looked at). With `has_label` false every column is a feature. `unseen` (may be null) receives the levels
/// that the schema lacks.
Dataset load_for_prediction(const std::string& path, const DatasetSpec& spec, const Schema& schema,
                            bool has_label, UnseenLevels* unseen = nullptr);

}  // namespace reboost::data
