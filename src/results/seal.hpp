#pragma once
/// The seal of a stored file: it shows that the file is unchanged, and which run the file belongs to.
///
/// The last line of a file is
///
///     reboost-seal <format> <kind> <id> <SHA-256>
///
/// The checksum covers kind, id and all bytes before the line, so that both a changed byte and two exchanged
/// files are found. HDF5 ignores bytes after its own end. The checksum finds damage; it does not stop someone
/// who forges a file and its checksum.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

inline constexpr std::size_t kLongestSeal = 256;  ///< bytes that a seal's line may have

struct Seal {
    std::string kind;  ///< "run", "collection", "checkpoint", "state", "model", "failure"
    std::string id;    ///< a run's id, a collection's name, a state's family; "-" for a model
};

void append_seal(std::vector<std::byte>& bytes, const Seal& seal);

/// The content of a sealed file and its seal. Throws DataError, which names `source`, if there is no seal or
/// the seal does not match the bytes.
struct SealedBytes {
    Seal seal;
    std::span<const std::byte> content;  ///< view of the bytes given
};
SealedBytes open_seal(std::span<const std::byte> bytes, const std::string& source);

/// The content of a file that must have this kind and id; otherwise throws DataError.
std::span<const std::byte> open_seal(std::span<const std::byte> bytes, const Seal& expected,
                                     const std::string& source);

}  // namespace reboost::results
