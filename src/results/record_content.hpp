#pragma once
/// A record as the content of an HDF5 file, internal to results/.
#include "results/hdf5_archive.hpp"
#include "results/record_file.hpp"

#include <string_view>

namespace reboost::results {

/// What a run file's seal says it is (results/seal.hpp).
inline constexpr std::string_view kRunKind[] = {"run"};

/// The bytes of the record's file, sealed: as a run where it has an id, else as a model.
std::vector<std::byte> to_record_file(const RunRecord& record, const Archive& state = {});
RecordFile record_of(Hdf5Content content);

}  // namespace reboost::results
