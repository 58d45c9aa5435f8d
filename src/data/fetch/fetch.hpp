#pragma once
/// Getting, checking and finding the catalogue's files. Nothing here prints: the command line does.
#include "data/catalogue/catalogue.hpp"
#include "data/data_root.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace reboost::data {

struct DownloadProgress {
    std::string url;
    std::uint64_t bytes = 0;  ///< of the whole file, those of earlier calls included
    std::uint64_t total = 0;  ///< 0: the server does not say
};

struct DownloadOptions {
    std::function<void(const DownloadProgress&)> progress{};  ///< called a few times per second; may be empty
    int attempts = 3;  ///< attempts after a broken connection; each resumes where the last ended
    long connect_timeout_seconds = 30;
    long stall_timeout_seconds = 60;  ///< gives up where no byte came in this time
};

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

/// Whether a set can be read from such a file.
constexpr bool is_usable(FileState state) {
    return state == FileState::good || state == FileState::trusted || state == FileState::unverified;
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

// One HTTP(S) download into a partial file that a later call goes on with; its unpacking by libarchive
// (download.cpp).

/// Downloads `url` into `partial`, from its present end where the server allows it, and syncs it to disk.
/// When it throws IoError, what has come so far stays in `partial`. Throws DataError, and removes `partial`,
/// where more than `most_bytes` come.
void download(const std::string& url, const std::string& partial, std::uint64_t most_bytes,
              const DownloadOptions& options);

/// The protocols to which a server may redirect, as curl takes them: what began with https stays with it.
const char* redirect_protocols(const std::string& url);

/// Writes the content of `packed` (for a zip that of its file `member`) to `to` and syncs it. Throws
/// DataError on a damaged or truncated archive, on an absent member, one that is no plain file or any
/// whose name leads out of a folder, and on more than `most_bytes`; IoError where writing fails.
void unpack(const std::string& packed, Packing packing, const std::string& member, const std::string& to,
            std::uint64_t most_bytes);

}  // namespace reboost::data
