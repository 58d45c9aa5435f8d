#include "data/fetch/fetch.hpp"
#include "data/file_error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <curl/curl.h>
#include <unistd.h>

namespace reboost::data {
namespace {

template <auto kFree>
struct FreedBy {
    void operator()(auto* resource) const { kFree(resource); }
};
using File = std::unique_ptr<std::FILE, FreedBy<std::fclose>>;
using Curl = std::unique_ptr<CURL, FreedBy<curl_easy_cleanup>>;
using Archive = std::unique_ptr<archive, FreedBy<archive_read_free>>;

/// The state that curl's C callbacks share.
struct Transfer {
    const std::string& url;
    const DownloadOptions& options;
    std::FILE* file;
    std::uint64_t resumed_at, most_bytes;
    std::uint64_t come = 0;
    int write_error = 0;
    bool too_long = false;
};

std::size_t write_bytes(char* bytes, std::size_t size, std::size_t count, void* user) {
    auto& transfer = *static_cast<Transfer*>(user);
    transfer.come += size * count;
    transfer.too_long = transfer.resumed_at + transfer.come > transfer.most_bytes;
    if (transfer.too_long) return 0;
    const std::size_t written = std::fwrite(bytes, size, count, transfer.file);
    if (written != count) transfer.write_error = errno;
    return written * size;
}

int report(void* user, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t) {
    auto& transfer = *static_cast<Transfer*>(user);
    if (!transfer.options.progress) return 0;
    const auto sum = [&](curl_off_t part) { return transfer.resumed_at + static_cast<std::uint64_t>(part); };
    transfer.options.progress({transfer.url, sum(now), total > 0 ? sum(total) : 0});
    return 0;
}

Curl configured(const Transfer& transfer) {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (started != CURLE_OK) throw IoError("cannot start libcurl");
    Curl curl(curl_easy_init());
    if (!curl) throw IoError("cannot start a download");
    CURL* const c = curl.get();
    curl_easy_setopt(c, CURLOPT_URL, transfer.url.c_str());
    // Only the catalogue has file: addresses (of Debian packages); no server can redirect to one.
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, transfer.url.starts_with("file:") ? "file" : "http,https");
    curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, redirect_protocols(transfer.url));
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c, CURLOPT_MAXREDIRS, 10L);
    curl_easy_setopt(c, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "reboost");
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, transfer.options.connect_timeout_seconds);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, transfer.options.stall_timeout_seconds);
    curl_easy_setopt(c, CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(transfer.resumed_at));
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, write_bytes);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, report);
    curl_easy_setopt(c, CURLOPT_XFERINFODATA, &transfer);
    return curl;
}

void sync(std::FILE* file, const std::string& path) {
    if (std::fflush(file) != 0 || ::fsync(::fileno(file)) != 0)
        throw IoError::from_errno("cannot write " + path, errno);
}

/// Failures that another attempt may not meet.
constexpr CURLcode kPassing[]{CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING,
                              CURLE_OPERATION_TIMEDOUT, CURLE_SEND_ERROR};

/// Makes one request. Returns false if another attempt is worth it; attempt number `options.attempts` throws
/// an error in place of that, unless the server may send the whole file where it refuses a range.
bool request_once(const std::string& url, const std::string& partial, std::uint64_t most_bytes,
                  const DownloadOptions& options, int attempt) {
    File file(std::fopen(partial.c_str(), "ab"));
    if (!file) throw IoError::from_errno("cannot write " + partial, errno);
    Transfer transfer{url, options, file.get(), std::filesystem::file_size(partial), most_bytes};
    const Curl curl = configured(transfer);
    const CURLcode code = curl_easy_perform(curl.get());
    sync(file.get(), partial);
    long status = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OK) return true;
    // Status 416: nothing lies beyond the end of the partial file, so it is complete.
    if (code == CURLE_HTTP_RETURNED_ERROR && status == 416 && transfer.resumed_at > 0) return true;
    if (code == CURLE_RANGE_ERROR || transfer.too_long || std::filesystem::file_size(partial) == 0)
        std::filesystem::remove(partial);
    if (code == CURLE_RANGE_ERROR && attempt <= options.attempts) return false;
    if (code == CURLE_RANGE_ERROR) throw error<IoError>("{}: the server refuses every range", url);
    if (transfer.too_long)
        throw error<DataError>("{}: sends more than the {} bytes it may have; the download was discarded",
                               url, most_bytes);
    if (transfer.write_error != 0) throw IoError::from_errno("cannot write " + partial, transfer.write_error);
    if (std::ranges::count(kPassing, code) > 0 && attempt < options.attempts) return false;
    if (code == CURLE_HTTP_RETURNED_ERROR) throw error<IoError>("{}: HTTP status {}", url, status);
    throw error<IoError>("{}: {}", url, curl_easy_strerror(code));
}

[[noreturn]] void refuse(archive* a, const std::string& packed) {
    const char* reason = archive_error_string(a);
    throw file_error(packed, "cannot unpack: {}", reason ? reason : "damaged");
}

Archive open_archive(const std::string& packed, Packing packing) {
    Archive reader(archive_read_new());
    if (!reader) throw IoError("cannot start libarchive");
    archive* const a = reader.get();
    if (packing == Packing::zip) {
        archive_read_support_format_zip(a);
    } else {
        archive_read_support_format_raw(a);
        if (packing == Packing::gzip) archive_read_support_filter_gzip(a);
        if (packing == Packing::compress) archive_read_support_filter_compress(a);
    }
    if (archive_read_open_filename(a, packed.c_str(), 1U << 16U) != ARCHIVE_OK) refuse(a, packed);
    return reader;
}

/// Moves to the wanted member; an empty `member` means the first (a raw stream has only one).
void find_member(archive* a, const std::string& packed, const std::string& member) {
    std::string seen;
    archive_entry* entry = nullptr;
    int code = ARCHIVE_OK;
    while ((code = archive_read_next_header(a, &entry)) == ARCHIVE_OK || code == ARCHIVE_WARN) {
        const char* const stored = archive_entry_pathname(entry);
        const std::string name = stored != nullptr ? stored : "?";
        const std::filesystem::path path(name);  // if it points outside a folder, the archive is hostile
        if (path.is_absolute() || std::ranges::find(path, "..") != path.end())
            throw file_error(packed, "holds a member called '{}'", name);
        if (member.empty() || member == name) {
            if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
                throw file_error(packed, "its member '{}' is a link or a folder", name);
            return;
        }
        seen += (seen.empty() ? "" : ", ") + name;
    }
    if (code != ARCHIVE_EOF) refuse(a, packed);
    throw file_error(packed, "holds no '{}', only: {}", member, seen);
}

}  // namespace

const char* redirect_protocols(const std::string& url) {
    return url.starts_with("https:") ? "https" : "http,https";
}

void download(const std::string& url, const std::string& partial, std::uint64_t most_bytes,
              const DownloadOptions& options) {
    std::error_code none;
    if (const auto size = std::filesystem::file_size(partial, none); !none && size > most_bytes)
        std::filesystem::remove(partial);
    for (int attempt = 1; !request_once(url, partial, most_bytes, options, attempt);)
        ++attempt;
}

void unpack(const std::string& packed, Packing packing, const std::string& member, const std::string& to,
            std::uint64_t most_bytes) {
    const Archive reader = open_archive(packed, packing);
    find_member(reader.get(), packed, member);
    // libarchive reads a plain file as a raw stream without a filter; the file is then not compressed.
    if (packing != Packing::zip && archive_filter_count(reader.get()) < 2)
        throw DataError(packed, 0, 0, "cannot unpack: not a compressed file");
    const File file(std::fopen(to.c_str(), "wb"));
    if (!file) throw IoError::from_errno("cannot write " + to, errno);
    std::vector<char> block(1U << 18U);
    std::uint64_t written = 0;
    while (const la_ssize_t got = archive_read_data(reader.get(), block.data(), block.size())) {
        if (got < 0) refuse(reader.get(), packed);
        const auto bytes = static_cast<std::uint64_t>(got);
        if (bytes > most_bytes - written)
            throw file_error(packed, "unpacks to more than {} bytes", most_bytes);
        written += bytes;
        if (std::fwrite(block.data(), 1, static_cast<std::size_t>(got), file.get()) != bytes)
            throw IoError::from_errno("cannot write " + to, errno);
    }
    sync(file.get(), to);
}

}  // namespace reboost::data
