#pragma once
/// One HTTP(S) download into a partial file that a later call goes on with; and its unpacking by libarchive.
#include "data/catalogue/catalogue.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace reboost::data {

struct DownloadProgress {
    std::string url;
    std::uint64_t bytes = 0;  ///< of the whole file, those of earlier calls included
    std::uint64_t total = 0;  ///< 0: the server does not say
};

struct DownloadOptions {
    /// Called a few times per second; false stops the download. May be empty.
    std::function<bool(const DownloadProgress&)> progress{};
    int attempts = 3;  ///< attempts after a broken connection; each resumes where the last ended
    long connect_timeout_seconds = 30;
    long stall_timeout_seconds = 60;  ///< gives up where no byte came in this time
};

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
