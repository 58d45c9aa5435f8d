#pragma once
/// Compressed streams unpacked while they are read: gzip, bzip2, xz, zstd, lzma and compress (.Z).
#include "data/readers/stored_bytes.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace reboost::data {

class Unpacker {
  public:
    virtual ~Unpacker() = default;
    /// Up to `count` bytes, 0 only at the end. Throws IoError; DataError on a damaged or truncated stream.
    virtual std::size_t unpack(unsigned char* to, std::size_t count) = 0;
};

/// By the first bytes; null where they begin no compressed stream. `bytes` must outlive it, `path` is for
/// messages.
std::unique_ptr<Unpacker> unpacker_of(StoredBytes& bytes, const std::string& path);

}  // namespace reboost::data
