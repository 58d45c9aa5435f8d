#pragma once
/// Fetches, checks and finds the catalogue's files. Nothing here prints: the command line does.
#include "data/catalogue/catalogue.hpp"
#include "data/data_root.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace reboost::data {

struct DownloadProgress {
    std::string url;
    std::uint64_t bytes = 0;  ///< bytes of the file so far, including those of earlier calls
    std::uint64_t total = 0;  ///< size of the whole file in bytes; 0: unknown
};

struct DownloadOptions {
    std::function<void(const DownloadProgress&)> progress{};  ///< called a few times per second; may be empty
    int attempts = 3;  ///< attempts if the connection breaks; each resumes where the last one ended
    long connect_timeout_seconds = 30;
    long stall_timeout_seconds = 60;  ///< an attempt fails if no byte arrives for so long
};

struct FetchOptions {
    DownloadOptions download{};
    /// Accept a file without a published checksum; its checksum is recorded for later checks.
    bool trust_first_download = false;
    bool force = false;  ///< download also files that exist
};

struct FetchedFile {
    std::string path;         ///< path of the stored file
    bool downloaded = false;  ///< false: the file existed
    std::string url;          ///< address of the download; empty: the file existed
    std::string sha256;       ///< checksum of the stored file
    bool trusted = false;     ///< no published checksum: recorded, not compared
};

/// Fetches one file: tries its downloads in order, into a partial file in the same folder; resumes an earlier
/// attempt, compares the checksum, unpacks, syncs, and only then gives the file its name. Throws UsageError
/// if there is no address, or an unknown checksum is not trusted; DataError on a wrong checksum; IoError.
FetchedFile fetch_file(const CatalogueFile& file, const DataRoot& root, const FetchOptions& options);
/// Fetches all files of a set. Throws as fetch_file does, and UsageError on an unknown name.
std::vector<FetchedFile> fetch(const std::string& name, const DataRoot& root, const FetchOptions& options);

enum class FileState {
    good,        ///< size and checksum are the published ones
    trusted,     ///< the checksum is the one recorded at the first download
    unverified,  ///< the file exists, but its checksum is unknown
    missing,
    wrong_size,
    wrong_checksum,
};

/// Whether a data set can be read from a file in this state.
constexpr bool is_usable(FileState state) {
    return state == FileState::good || state == FileState::trusted || state == FileState::unverified;
}

struct FileReport {
    std::string path;  ///< path of the existing form, or of the unpacked form if the file is missing
    FileState state = FileState::missing;
    std::uint64_t bytes = 0;
    std::string sha256;           ///< of the existing file; empty: not computed, since the size is wrong
    std::string expected_sha256;  ///< empty: unknown
};

/// Reads each file of a set whole and reports its size and checksum.
std::vector<FileReport> verify(const std::string& name, const DataRoot& root);

/// Returns the path of the file's existing form, or of the unpacked form if none exists.
std::string file_path(const CatalogueFile& file, const DataRoot& root);
/// Returns the folder of a set's files; "" for generated sets. Throws UsageError on an unknown name.
std::string dataset_path(const std::string& name, const DataRoot& root);

// HTTP(S) downloads into a partial file, which a later call continues; unpacking (download.cpp)

/// Downloads `url` into `partial`, from its end on if the server can, and syncs it. On IoError, `partial`
/// keeps the bytes so far. If more than `most_bytes` arrive, removes `partial` and throws DataError.
void download(const std::string& url, const std::string& partial, std::uint64_t most_bytes,
              const DownloadOptions& options);

/// Returns the protocols that curl may follow in a redirect: from https only to https.
const char* redirect_protocols(const std::string& url);

/// Writes the content of `packed`, for a zip that of its member `member`, to `to` and syncs it. Throws
/// DataError on a damaged or truncated archive, a missing member, a member that is no plain file, a member
/// name that points outside a folder, and on more than `most_bytes` of content; IoError if writing fails.
void unpack(const std::string& packed, Packing packing, const std::string& member, const std::string& to,
            std::uint64_t most_bytes);

}  // namespace reboost::data
