#pragma once
/// A record as the content of an HDF5 file, internal to results/.
#include "results/hdf5_archive.hpp"
#include "results/record_file.hpp"

namespace reboost::results {

RecordFile record_of(Hdf5Content content);

}  // namespace reboost::results
