#pragma once
/// Archive <-> HDF5, internal to results/: no other folder includes it. Files are built and read as images in
/// memory, so that every disk error is the operating system's own, with its reason, not "H5Fcreate failed".
///
/// An array "a/b" is the data set b in group a. Attributes `units` and `long_name` where they are not empty.
/// A 1-D array "round" is the dimension scale of its group's arrays of the same length; "train_round" that of
/// those named "train_...". Below kFilterFrom elements an array is contiguous, from there on chunked,
/// shuffled and deflated.
#include "core/archive.hpp"
#include "core/value.hpp"
#include "results/seal.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

inline constexpr std::size_t kFilterFrom = 10000;

/// What one HDF5 file holds: root attributes, JSON texts as scalar string data sets, and arrays.
struct Hdf5Content {
    Value attributes =
        Value::object();  ///< flat: numbers, booleans, strings; what is deeper is stored as JSON text
    std::vector<std::pair<std::string, Value>> documents;  ///< root data sets holding JSON ("spec")
    Archive arrays;
};

/// Arrays of at least `from` elements are shuffled and deflated.
struct Packing {
    std::size_t from = kFilterFrom;
    unsigned level = 4;
};

/// The bytes of an HDF5 file, the same for the same content. Throws IoError where HDF5 refuses (a name that
/// is an array and a group).
std::vector<std::byte> to_hdf5(const Hdf5Content& content, const Packing& packing = {});

/// Null where there is none of that name.
Value take_document(Hdf5Content& content, const std::string& name);

/// Which parts of a file are wanted.
struct Hdf5Query {
    bool attributes = true;
    std::vector<std::string> documents;  ///< by name; absent ones: DataError
    std::vector<std::string> groups;     ///< whole groups; absent ones are empty
    std::vector<std::string> arrays;     ///< full names; absent ones are left out
};

/// Reads an image. Throws DataError naming `name`: not an HDF5 file, or what this program never writes (links
/// and storage elsewhere, sizes that the file cannot hold, groups that contain themselves, attributes that
/// are arrays).
Hdf5Content parse_hdf5(std::span<const std::byte> image, const Hdf5Query& query, const std::string& name);

/// The bytes of an HDF5 file and its seal.
std::vector<std::byte> to_sealed(const Hdf5Content& content, const Seal& seal);
/// Nothing is read of a file before its seal is found to fit. An empty id is any. Throws IoError (cannot
/// open), UnsealedError, or DataError (damaged, of another kind or run).
Hdf5Content read_sealed(const std::filesystem::path& path, const Hdf5Query& query,
                        std::span<const std::string_view> kinds, const std::string& id);
/// The same of bytes that were read before; `name`: for messages.
Hdf5Content parse_sealed(std::span<const std::byte> bytes, const Hdf5Query& query,
                         std::span<const std::string_view> kinds, const std::string& id,
                         const std::string& name);
/// The same of bytes that were found to fit their seal before. Where HDF5 lacks memory this throws
/// std::bad_alloc, for nothing is wrong with the file.
Hdf5Content parse_proved(std::span<const std::byte> bytes, const Hdf5Query& query, const std::string& name);
/// The same without looking at a seal: of files that are to be sealed now, or may be damaged.
Hdf5Content read_unproven(const std::filesystem::path& path, const Hdf5Query& query);

}  // namespace reboost::results
