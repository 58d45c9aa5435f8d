#pragma once
/// Archives as HDF5. Files are built and read as images in memory: every disk error is the operating system's
/// own, with its reason.
///
/// An array "a/b" is the data set b in group a, with the attributes `units` and `long_name` where they are
/// not empty. Texts have a fixed length. Arrays of kFilterFrom bytes and more are shuffled and deflated.
#include "core/archive.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace reboost::hdf5 {

inline constexpr std::size_t kFilterFrom = 400;
inline constexpr std::size_t kRoom = 256;  ///< bytes that may be put behind an image without a copy

/// The bytes of an HDF5 file, the same for the same arrays, with kRoom bytes reserved behind them. An array
/// is freed once it is written. Throws IoError where HDF5 refuses (a name that is an array and a group),
/// std::bad_alloc.
std::vector<std::byte> to_image(Archive arrays, unsigned level = 4);

/// Throws DataError naming `name`: not an HDF5 file, or what this program never writes (links, storage
/// elsewhere, sizes that the file cannot hold, groups that contain themselves). Throws std::bad_alloc where
/// HDF5 lacks memory. May be called from any thread.
class File {
  public:
    /// Copies the image.
    File(std::span<const std::byte> image, std::string name);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    /// The full names of all arrays.
    std::vector<std::string> names() const;
    /// Arrays and whole groups by their names; absent ones are left out.
    Archive read(std::span<const std::string> wanted) const;

  private:
    struct Open;
    std::unique_ptr<Open> open_;
};

}  // namespace reboost::hdf5
