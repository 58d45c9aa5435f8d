#pragma once
/// From a stream of raw columns to bins.
#include "data/binning.hpp"
#include "data/column_stream.hpp"
#include "data/dataset_spec.hpp"

namespace reboost::data {

/// Reads a block of columns, prepares each as spec.missing_as and spec.nominal_as say, bins it, and keeps it
/// unless spec.selection finds no gain in it; everything is fitted on training rows. Memory: the bins, and
/// one block of raw values (256 MB, or one column). Throws what the stream throws, UsageError where no column
/// is left.
BinnedSplit bin_stream(ColumnStream& stream, const DatasetSpec& spec, const BinningOptions& options);

}  // namespace reboost::data
