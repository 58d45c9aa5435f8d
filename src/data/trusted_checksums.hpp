#pragma once
/// Checksums recorded when a file of unknown checksum was first downloaded: "trusted.sha256" in each folder
/// of the data root.
#include "data/data_root.hpp"

#include <optional>
#include <string>

namespace reboost::data {

/// The first folder's that has one.
std::optional<std::string> trusted_checksum(const DataRoot& root, const std::string& relative);
/// In the folder that is fetched into; replaces an earlier record. Throws IoError.
void record_trusted_checksum(const DataRoot& root, const std::string& relative, const std::string& sha256);

}  // namespace reboost::data
