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
/// Throws DataError where a group or array is reached in several ways: a few groups, each several times in
/// the next, are millions of paths.
void require_one_path(const H5::H5Location& object, const std::string& name, const std::string& source);

/// What all that is read from one file takes together: a small file must not ask for any memory.
class SizeLimit {
  public:
    explicit SizeLimit(std::size_t file_bytes);
    /// Throws DataError where the array lies outside the file, or where with those before it claims more than
    /// the file can hold.
    void take(const H5::DataSet& set, const std::string& name, const std::string& source);
    /// The same for a text that was read: any number of them may name one that the file holds once.
    void take_text(std::size_t bytes, const std::string& name, const std::string& source);

  private:
    double left_;  ///< bytes
};

/// The attribute holds one value; throws DataError otherwise.
void require_scalar(const H5::Attribute& attribute, const std::string& source);

}  // namespace reboost::results
