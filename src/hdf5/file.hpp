#pragma once
/// Archives as HDF5 files. HDF5 works in memory only; disk errors come from the system, with its reason.
///
/// An array "a/b" is the data set b in group a, with the attributes `units` and `long_name` unless they are
/// empty. Texts have a fixed length. Arrays of at least kFilterFrom bytes are shuffled and deflated.
#include "core/archive.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::hdf5 {

inline constexpr std::string_view kSignature = "\x89HDF";  ///< an HDF5 file's first bytes
inline constexpr std::size_t kFilterFrom = 400;
inline constexpr std::size_t kRoom = 256;  ///< bytes that can be appended to an image without a copy

/// The bytes of an HDF5 file, with kRoom bytes reserved behind them. Equal arrays give equal bytes. Frees
/// each array once it is written. Throws std::bad_alloc, or IoError (a name is both an array and a group).
std::vector<std::byte> to_image(Archive arrays, unsigned level = 4);

/// Reads an HDF5 image. Throws DataError, which names `name`, if the image is not an HDF5 file or has things
/// that this program never writes (links, storage in other files, sizes that the file cannot hold, groups
/// that contain themselves). Throws std::bad_alloc if HDF5 lacks memory. May be called from any thread.
class File {
  public:
    /// Copies the image.
    File(std::span<const std::byte> image, std::string name);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    /// The full names of all arrays.
    std::vector<std::string> names() const;
    /// The arrays with these names or in groups with these names; absent names are left out.
    Archive read(std::span<const std::string> wanted) const;

  private:
    struct Open;
    std::unique_ptr<Open> open_;
};

}  // namespace reboost::hdf5
