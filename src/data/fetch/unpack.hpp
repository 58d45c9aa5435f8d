#pragma once
/// Unpacks downloads by libarchive.
#include "data/catalogue/catalogue.hpp"

#include <string>

namespace reboost::data {

/// Writes the content of `packed` (for a zip that of its file `member`) to `to` and syncs it. Throws
/// DataError on a damaged or truncated archive and on an absent member, IoError where writing fails.
void unpack(const std::string& packed, Packing packing, const std::string& member, const std::string& to);

}  // namespace reboost::data
