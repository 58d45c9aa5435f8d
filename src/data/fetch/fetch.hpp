#pragma once
/// Getting, checking and finding the catalogue's files. Nothing here prints: the command line does.
#include "data/catalogue/catalogue.hpp"
#include "data/data_root.hpp"
#include "data/fetch/download.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace reboost::data {

struct FetchOptions {
    DownloadOptions download{};
    /// Accept a file of unpublished checksum; it is recorded, and later checks hold the file to it.
    bool trust_first_download = false;
    bool force = false;  ///< download also what is there already
};

struct FetchedFile {
    std::string path;         ///< where it lies
    bool downloaded = false;  ///< false: it was there already
    std::string url;          ///< where it came from; empty: it was there already
    std::string sha256;       ///< of the file as it lies there
    bool trusted = false;     ///< its checksum was recorded, not compared
};

/// Fetches one file: tries its downloads in order into a partial file beside it, resumes an earlier attempt,
/// compares the checksum, unpacks, syncs, and only then gives it its name. Throws UsageError without an
/// address or where an unknown checksum is not trusted; DataError on a wrong checksum; IoError.
FetchedFile fetch_file(const CatalogueFile& file, const DataRoot& root, const FetchOptions& options);
/// All files of a set. Throws as fetch_file does, and UsageError on an unknown name.
std::vector<FetchedFile> fetch(const std::string& name, const DataRoot& root, const FetchOptions& options);

enum class FileState {
    good,        ///< size and checksum are those of the catalogue
    trusted,     ///< the checksum is the one recorded at the first download
    unverified,  ///< there, but nobody knows its checksum
    missing,
    wrong_size,
    wrong_checksum,
};
constexpr EnumNames<FileState, 6> enum_names(FileState) {
    return {{{FileState::good, "good"},
             {FileState::trusted, "trusted"},
             {FileState::unverified, "unverified"},
             {FileState::missing, "missing"},
             {FileState::wrong_size, "wrong size"},
             {FileState::wrong_checksum, "wrong checksum"}}};
}

struct FileReport {
    std::string path;  ///< of the file that is there, else of the unpacked form
    FileState state = FileState::missing;
    std::uint64_t bytes = 0;
    std::string sha256;           ///< found; empty: not computed, since the size is wrong already
    std::string expected_sha256;  ///< empty: not known
};

/// Sizes and checksums of a set's files, each read whole.
std::vector<FileReport> verify(const std::string& name, const DataRoot& root);

/// The path of the file's form that is there, else of the unpacked form.
std::string file_path(const CatalogueFile& file, const DataRoot& root);
/// The folder that holds a set's files; for generated sets "". Throws UsageError.
std::string dataset_path(const std::string& name, const DataRoot& root);

}  // namespace reboost::data
