#pragma once
/// What proves that a stored file is the one that was written, and whose it is.
///
/// A file's bytes are followed by one line,
///
///     reboost-seal <format> <kind> <id> <SHA-256>
///
/// The checksum is over kind, id and all bytes before the line, so that neither a changed byte nor two
/// exchanged files pass. HDF5 ignores what follows its own end. The checksum finds damage; it does not keep
/// out someone who forges a file and its checksum.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

inline constexpr std::size_t kLongestSeal = 256;  ///< bytes of a seal's line

struct Seal {
    std::string kind;  ///< "run", "collection", "checkpoint", "state", "model", "failure"
    std::string id;    ///< of the run; of a collection its name; "-" for a model
};

void append_seal(std::vector<std::byte>& bytes, const Seal& seal);

/// The content of a sealed file, and what its seal says. Throws DataError naming `source` where there is no
/// seal, or where it does not fit the bytes.
struct SealedBytes {
    Seal seal;
    std::span<const std::byte> content;  ///< a part of the bytes given
};
SealedBytes open_seal(std::span<const std::byte> bytes, const std::string& source);

/// The same of a file that must be of this kind and id.
std::span<const std::byte> open_seal(std::span<const std::byte> bytes, const Seal& expected,
                                     const std::string& source);

}  // namespace reboost::results
