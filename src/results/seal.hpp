#pragma once
/// What proves that a stored file is the one that was written, and whose it is.
///
/// A file's bytes are followed by one line,
///
///     reboost-seal <format> <kind> <id> <SHA-256>
///
/// The checksum is over kind, id and all bytes before the line, so that neither a changed byte nor two
/// exchanged files pass. HDF5 ignores what follows its own end. JSON files carry the same as members. The
/// checksum finds damage; it does not keep out someone who forges a file and its checksum.
#include "core/error.hpp"
#include "core/value.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::results {

struct Seal {
    std::string kind;  ///< "run", "checkpoint", "model", "failure", "claim", "pack", "reference"
    std::string id;    ///< of the run; of reference results their paper; "-" for a model and a pack
};

/// A file of the format before seals: nothing is known to be wrong with it, and nothing proves it.
class UnsealedError : public DataError {
  public:
    using DataError::DataError;
};

void append_seal(std::vector<std::byte>& bytes, const Seal& seal);
/// The line that append_seal added; "" where there is none. It tells a file from others wherever it lies.
std::string seal_line(std::span<const std::byte> bytes);

struct SealedBytes {
    Seal seal;
    std::span<const std::byte> content;  ///< a part of the bytes given
};
/// Throws UnsealedError where there is no seal, DataError where it does not fit the bytes; both name
/// `source`.
SealedBytes open_seal(std::span<const std::byte> bytes, const std::string& source);
/// Throws DataError where the seal is of another kind or run. An empty id is any.
void require_seal(const Seal& found, std::span<const std::string_view> kinds, std::string_view id,
                  const std::string& source);

/// Sets `seal_format`, `seal_kind`, `seal_id` and `seal_sha256` of an object.
void seal_value(Value& object, const Seal& seal);
/// Throws as open_seal and require_seal do.
void check_value(const Value& object, const Seal& expected, const std::string& source);

}  // namespace reboost::results
