#include "data/fetch/fetch.hpp"

#include "core/checksum.hpp"
#include "core/file_descriptor.hpp"
#include "core/mapped.hpp"
#include "data/file_error.hpp"
#include "files/atomic_file.hpp"
#include "files/folder_lock.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace reboost::data {
namespace {

namespace fs = std::filesystem;

/// Gives a synced file its final name, and syncs the folder, so that the name survives a crash.
void publish(const std::string& from, const std::string& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) throw IoError::from_errno("cannot write " + to, errno);
    const std::string folder = fs::path(to).parent_path().string();
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.number() >= 0) ::fsync(opened.number());
}

/// Largest download in bytes if the size is unknown.
constexpr std::uint64_t kMostDownload = std::uint64_t{4} << 30U;

/// Returns the file's checksum. If it is not the expected one, removes the file and throws DataError.
std::string checked(const std::string& path, const std::string& expected, const std::string& url) {
    const std::string found = sha256_of_file(path);
    if (!expected.empty() && expected != found) {
        fs::remove(path);
        throw error<DataError>("{}: SHA-256 is {}, expected {}; the download was discarded", url, found,
                               expected);
    }
    return found;
}

FetchedFile fetch_from(const CatalogueFile& file, const Download& source, const DataRoot& root,
                       const FetchOptions& options) {
    const bool known = !source.sha256.empty() || !file.sha256.empty();
    if (!known && !options.trust_first_download)
        throw error<UsageError>(
            "{}: nobody has published its SHA-256; --trust-first-download accepts and records "
            "what comes",
            source.url);
    // A gzip file of known checksum is kept as it is.
    const bool kept = source.packing == Packing::gzip && !source.sha256.empty() && file.packed &&
                      file.packed->sha256 == source.sha256;
    const bool unpacks = source.packing != Packing::none && !kept;
    const StoredForm& stored = kept ? *file.packed : file;
    const std::string target = root.path_of(stored.path);
    std::error_code failed;
    fs::create_directories(fs::path(target).parent_path(), failed);
    // The name contains a hash of the address, so that no download resumes another server's.
    const std::string partial = fmt::format("{}.{}.part", target, sha256_hex(source.url).substr(0, 8));
    download(source.url, partial, unpacks || stored.bytes == 0 ? kMostDownload : stored.bytes,
             options.download);
    checked(partial, source.sha256, source.url);
    const std::string complete = unpacks ? target + ".unpacked.part" : partial;
    const std::uint64_t most = file.bytes != 0
                                   ? file.bytes
                                   : std::max(InputFile::kLeastUnpackedLimit,
                                              InputFile::kMostUnpackedFactor * fs::file_size(partial));
    try {
        if (unpacks) unpack(partial, source.packing, source.member, complete, most);
    } catch (DataError& error) {  // resuming the download could not repair a damaged archive
        fs::remove(partial);
        fs::remove(complete);
        error.add_context(source.url);
        throw;
    }
    FetchedFile fetched{target, true, source.url, checked(complete, stored.sha256, source.url), !known};
    publish(complete, target);
    if (unpacks) fs::remove(partial);
    if (!known) record_trusted_checksum(root, stored.path, fetched.sha256);
    return fetched;
}

FileReport report_on(const CatalogueFile& file, const DataRoot& root) {
    const std::optional<StoredForm> form = present_form(file, root);
    FileReport report;
    report.path = root.path_of(form ? form->path : file.path);
    if (!form) return report;
    if (fs::is_directory(report.path))
        throw DataError(report.path, 0, 0, "a folder is in the place of the file");
    report.bytes = fs::file_size(report.path);
    const bool published = !form->sha256.empty();
    const std::string expected = published ? form->sha256 : trusted_checksum(root, form->path);
    report.expected_sha256 = expected;
    report.state = FileState::wrong_size;
    if (form->bytes != 0 && form->bytes != report.bytes) return report;
    report.sha256 = sha256_of_file(report.path);
    report.state = expected.empty()            ? FileState::unverified
                   : expected != report.sha256 ? FileState::wrong_checksum
                   : published                 ? FileState::good
                                               : FileState::trusted;
    return report;
}

std::optional<FetchedFile> already_there(const CatalogueFile& file, const DataRoot& root,
                                         const FetchOptions& options) {
    if (options.force) return std::nullopt;
    const FileReport there = report_on(file, root);
    if (!is_usable(there.state)) return std::nullopt;
    return FetchedFile{there.path, false, "", there.sha256, there.state != FileState::good};
}

}  // namespace

FetchedFile fetch_file(const CatalogueFile& file, const DataRoot& root, const FetchOptions& options) {
    if (const auto there = already_there(file, root, options)) return *there;
    if (file.downloads.empty())
        throw error<UsageError>("{}: there is no public address to download it from", file.path);
    files::require_writable_folder(root.folders().front());
    const files::FolderLock lock(root.folder);  // keeps two processes from writing one partial file
    if (const auto there = already_there(file, root, options)) return *there;  // another process fetched it
    std::string failures;
    bool of_content = false;  // whether the last failure is a DataError
    for (const Download& source : file.downloads) {
        try {
            return fetch_from(file, source, root, options);
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            failures += fmt::format("{}{}", failures.empty() ? "" : "\n", error.what());
            of_content = dynamic_cast<const DataError*>(&error) != nullptr;
        }
    }
    if (of_content) throw DataError(failures);
    throw IoError(failures);
}

std::vector<FetchedFile> fetch(const std::string& name, const DataRoot& root, const FetchOptions& options) {
    return mapped(find_dataset(name).files,
                  [&](const CatalogueFile& file) { return fetch_file(file, root, options); });
}

std::vector<FileReport> verify(const std::string& name, const DataRoot& root) {
    return mapped(find_dataset(name).files, [&](const CatalogueFile& file) { return report_on(file, root); });
}

std::string file_path(const CatalogueFile& file, const DataRoot& root) {
    return root.path_of(present_form(file, root).value_or(file).path);
}

std::string dataset_path(const std::string& name, const DataRoot& root) {
    const CatalogueEntry& entry = find_dataset(name);
    return entry.generated() ? "" : fs::path(file_path(entry.files.front(), root)).parent_path().string();
}

}  // namespace reboost::data
