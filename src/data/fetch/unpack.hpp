#pragma once
/// Unpacks downloads by libarchive.
#include "data/catalogue/catalogue.hpp"

#include <cstdint>
#include <string>

namespace reboost::data {

/// Writes the content of `packed` (for a zip that of its file `member`) to `to` and syncs it. Throws
/// DataError on a damaged or truncated archive, on an absent member, one that is no plain file or any whose
/// name leads out of a folder, and on more than `most_bytes`; IoError where writing fails.
void unpack(const std::string& packed, Packing packing, const std::string& member, const std::string& to,
            std::uint64_t most_bytes);

}  // namespace reboost::data
