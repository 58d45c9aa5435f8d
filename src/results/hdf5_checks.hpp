#pragma once
/// What a file of others must not do, internal to results/: HDF5 follows links into other files, reads
/// storage outside the file and believes any size.
#include <cstddef>
#include <string>

#include <H5Cpp.h>

namespace reboost::results {

/// Groups deeper than this are not ours: a group may contain itself.
inline constexpr int kDeepestGroup = 16;
inline constexpr std::size_t kMostArrays = 100'000;

/// Whether every step of a path exists. Throws DataError where a step is a soft or external link.
bool exists_plainly(const H5::H5File& file, const std::string& path, const std::string& source);
/// Throws DataError where the member of a group is reached by a soft or external link.
void require_hard_link(const H5::Group& group, const std::string& member, const std::string& source);
/// Throws DataError where the values lie outside the file, or are more than `file_bytes` can hold.
void require_own_storage(const H5::DataSet& set, const std::string& name, std::size_t file_bytes,
                         const std::string& source);
/// The attribute holds one value; throws DataError otherwise.
void require_scalar(const H5::Attribute& attribute, const std::string& source);

}  // namespace reboost::results
