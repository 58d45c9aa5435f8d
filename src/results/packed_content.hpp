#pragma once
/// What reports read of a run (specification, attributes, /curves) in a binary form of our own, which a pack
/// keeps beside the run's file: HDF5 takes half a millisecond for as little. Internal to results/.
///
///     the bytes of the header (a count), the header: attributes, then the specification
///     the arrays of /curves: their count, then of each: bytes, name, type, shape, units, long name, elements
///
/// A count is written seven bits at a time, the lowest first; a text is its bytes' count and the bytes; a
/// number is its bytes, the lowest first.
#include "results/hdf5_archive.hpp"
#include "results/run_record.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

/// What is read of a run file for its packed content.
Hdf5Query packed_query();

/// Of a run file read with packed_query(). Empty where `content` is what no run file of ours holds, or large:
/// such a run is read from its file.
std::vector<std::byte> to_packed_content(const Hdf5Content& content);

/// The same of a record as it would be read from the file that write_record_file makes of it.
std::vector<std::byte> to_packed_content(const RunRecord& record);

/// Whether packed content has all that is asked for.
bool is_packed(const Hdf5Query& query);

/// What parse_hdf5 would give of the run's file, for a query that is_packed. Throws DataError naming `name`
/// where the bytes, asked for or not, are not what to_packed_content gives.
Hdf5Content parse_packed(std::span<const std::byte> bytes, const Hdf5Query& query, const std::string& name);

}  // namespace reboost::results
