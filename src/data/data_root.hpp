#pragma once
/// The folders that hold the catalogue's files, each data set in a subfolder of its own. A folder's file
/// "trusted.sha256" holds the checksums recorded at the first download of files without a known checksum.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

struct DataRoot {
    std::filesystem::path folder;                 ///< downloads are written here
    std::vector<std::filesystem::path> others{};  ///< also searched for files, in this order

    /// Returns all folders, `folder` first. Throws UsageError if `folder` is empty.
    std::vector<std::filesystem::path> folders() const;
    /// The path of a file such as "usps/zip.train.gz": in the first folder that has it, else in `folder`.
    std::string path_of(const std::string& relative) const;
    /// The folders separated by ':', as parse_data_root reads them.
    std::string text() const;
};

/// Reads folders separated by ':', as in PATH; skips empty parts. Throws UsageError if no folder remains.
DataRoot parse_data_root(std::string_view text);

/// $REBOOST_DATA, else $HOME/.cache/reboost; without either a root whose folders() throws UsageError.
DataRoot default_data_root();

/// Returns the file's checksum recorded in the first folder that has a record of it; "" if none has.
std::string trusted_checksum(const DataRoot& root, const std::string& relative);
/// Records the file's checksum in `root.folder`, replacing an earlier record. Throws IoError.
void record_trusted_checksum(const DataRoot& root, const std::string& relative, const std::string& sha256);

}  // namespace reboost::data
