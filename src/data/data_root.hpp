#pragma once
/// The folders below which the catalogue's files lie, each set in a folder of its own; and the checksums that
/// were recorded when a file of unknown checksum was first downloaded, in each folder's "trusted.sha256".
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

struct DataRoot {
    std::filesystem::path folder;                 ///< what is fetched goes here
    std::vector<std::filesystem::path> others{};  ///< where files are looked for, too, in this order

    /// Throws UsageError where there is none.
    std::vector<std::filesystem::path> folders() const;
    /// Where "mnist/train-images-idx3-ubyte.gz", say, lies: in the first folder that has it, else in
    /// `folder`.
    std::string path_of(const std::string& relative) const;
    /// The folders with ':' between, as parse_data_root reads them.
    std::string text() const;
};

/// Folders with ':' between, as in PATH; empty parts are passed over. Throws UsageError where none is left.
DataRoot parse_data_root(std::string_view text);

/// $REBOOST_DATA, else ~/.cache/reboost; no folder where neither it nor $HOME is set: to look for a file
/// there is then an error.
DataRoot default_data_root();

/// The recorded checksum of the first folder that has one; "" where none has.
std::string trusted_checksum(const DataRoot& root, const std::string& relative);
/// Records it in the folder that is fetched into, in place of an earlier one. Throws IoError.
void record_trusted_checksum(const DataRoot& root, const std::string& relative, const std::string& sha256);

}  // namespace reboost::data
