#include "files/atomic_file.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/file_descriptor.hpp"
#include "core/text.hpp"
#include "files/process_identity.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace reboost::files {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kTemporaryPrefix = ".writing-";
constexpr double kAbandonedSeconds = 86400;

[[noreturn]] void fail(const char* action, const fs::path& path, int reason = errno) {
    throw IoError::from_errno(std::string("cannot ") + action + " '" + path.string() + "'", reason);
}

/// Throws DataError only if the reason lies in the file or its name, and IoError if the system lacks a
/// resource, a network does not answer or another program has a lease on the file.
[[noreturn]] void fail_to_open(const fs::path& path, int reason) {
    constexpr int kOfTheFile[] = {EACCES, EPERM, ELOOP, ENOTDIR, ENXIO, ENAMETOOLONG};
    if (reason == ENOENT) throw DataError("'" + path.string() + "' is a link to nothing");
    const IoError error = IoError::from_errno("cannot open '" + path.string() + "'", reason);
    if (std::ranges::find(kOfTheFile, reason) == std::end(kOfTheFile)) throw error;
    throw DataError(error.what());
}

/// Throws DataError for EIO, a failure of the disk, and IoError for all else (a network server's ESTALE).
[[noreturn]] void fail_to_read(const fs::path& path, int reason) {
    const IoError error = IoError::from_errno("'" + path.string() + "' cannot be read", reason);
    if (reason == EIO) throw DataError(error.what());
    throw error;
}

/// ".writing-<place>-<pid>-<start>-<count>". The name identifies the writing process, so that the next start
/// of the program can remove the files of dead processes.
std::string temporary_name() {
    static std::atomic<unsigned> count{0};
    const ProcessId self = this_process();
    return std::string(kTemporaryPrefix) + place_of(self) + "-" + std::to_string(self.pid) + "-" +
           std::to_string(self.start_ticks) + "-" + std::to_string(count++);
}

void write_all(int fd, std::span<const std::byte> bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write", path);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

/// Writes and closes a new file. `mode`: the mode of the file that will be replaced, if there is one.
void write_new(const fs::path& temporary, std::span<const std::byte> bytes, const fs::path& path,
               Durability durability, std::optional<mode_t> mode = {}) {
    FileDescriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.number() < 0) fail("write", path);
    if (mode && ::fchmod(file.number(), *mode & 07777U) != 0) fail("set the mode of", path);
    write_all(file.number(), bytes, path);
    if (durability == Durability::synced && ::fsync(file.number()) != 0) fail("write", path);
    if (file.close() != 0) fail("write", path);
}

/// Appends to an existing pipe, terminal or device; /dev/stdout may be a file that others append to.
void write_into(const fs::path& path, std::span<const std::byte> bytes) {
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (file.number() < 0) fail("write", path);
    write_all(file.number(), bytes, path);
    if (file.close() != 0) fail("write", path);
}

/// The file at the end of a chain of links, whether or not the file exists.
fs::path end_of_links(fs::path path) {
    constexpr int kMostLinks = 40;  // Linux's limit
    std::error_code error;
    for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(path, error)); ++i) {
        const fs::path target = fs::read_symlink(path, error);
        if (error) break;
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return path;
}

/// Whether the path names an open descriptor, as /dev/stdout does. The file of a descriptor must not be
/// replaced while its owner writes to it.
bool is_open_descriptor(const fs::path& path) {
    const std::string text = path.string();
    return text == "/dev/stdout" || text == "/dev/stderr" || text.starts_with("/dev/fd/") ||
           text.starts_with("/proc/");
}

/// Makes a rename survive a power cut. EINVAL is not an error: some file systems cannot sync folders.
void sync_folder(const fs::path& folder) {
    const FileDescriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.number() < 0) fail("open", folder);
    if (::fsync(directory.number()) != 0 && errno != EINVAL) fail("sync", folder);
}

/// Whether the process that a temporary file's name identifies is running.
Life life_of_writer(const std::string& name) {
    const auto parts = split(std::string_view(name).substr(kTemporaryPrefix.size()), '-');
    ProcessId writer = this_process();
    if (parts.size() != 4 || parts[0] != place_of(writer)) return Life::unknown;
    writer.pid = parse_whole<std::int64_t>(parts[1]).value_or(0);
    writer.start_ticks = parse_whole<std::uint64_t>(parts[2]).value_or(0);
    return life_of(writer);
}

double seconds_of(const FileStamp& stamp) {
    return 1e-9 * static_cast<double>(stamp.modified_ns);
}

/// Renames a file unless the name `to` is taken. Returns 0 or errno; EEXIST if the name is taken.
int rename_to_new(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    if (is_there(to)) return EEXIST;  // for network file systems without RENAME_NOREPLACE
    return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

}  // namespace

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes, Durability durability) {
    struct stat there {};
    const bool exists = ::stat(path.c_str(), &there) == 0;
    if (exists && !S_ISDIR(there.st_mode) && (!S_ISREG(there.st_mode) || is_open_descriptor(path)))
        write_into(path, bytes);
    else
        replace_file_atomically(end_of_links(path), bytes, durability);
}

void replace_file_atomically(const fs::path& path, std::span<const std::byte> bytes, Durability durability) {
    struct stat there {};
    const bool replaces = ::lstat(path.c_str(), &there) == 0 && S_ISREG(there.st_mode);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const fs::path temporary = folder / temporary_name();
    try {
        write_new(temporary, bytes, path, durability,
                  replaces ? std::optional<mode_t>(there.st_mode) : std::nullopt);
        if (::rename(temporary.c_str(), path.c_str()) != 0) fail("write", path);
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
    if (durability == Durability::synced) sync_folder(folder);
}

void write_file_atomically(const fs::path& path, std::string_view text, Durability durability) {
    write_file_atomically(path, std::as_bytes(std::span(text.data(), text.size())), durability);
}

void write_text(const fs::path& path, std::string_view text) {
    std::error_code failed;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), failed);
    if (failed)
        throw IoError("cannot make the folder " + path.parent_path().string() + ": " + failed.message());
    write_file_atomically(path, text, Durability::not_synced);
}

bool is_there(const fs::path& path) {
    struct ::stat facts = {};
    return ::lstat(path.c_str(), &facts) == 0;
}

bool is_no_file(const fs::path& path) {
    struct ::stat facts = {};
    // One lstat decides unless the path is a link: a file removed between two would count as no file.
    if (::lstat(path.c_str(), &facts) != 0 || S_ISREG(facts.st_mode)) return false;
    return !S_ISLNK(facts.st_mode) || ::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode);
}

std::optional<FileStamp> stamp_of(const fs::path& path) {
    struct ::stat facts = {};
    if (::stat(path.c_str(), &facts) != 0 && ::lstat(path.c_str(), &facts) != 0) return std::nullopt;
    return FileStamp{facts.st_ino, static_cast<std::uint64_t>(facts.st_size),
                     facts.st_mtim.tv_sec * std::int64_t{1'000'000'000} + facts.st_mtim.tv_nsec};
}

std::vector<std::byte> read_whole_file(const fs::path& path) {
    if (auto bytes = read_file_if_there(path)) return std::move(*bytes);
    errno = ENOENT;
    fail("open", path);
}

std::optional<std::vector<std::byte>> read_file_if_there(const fs::path& path) {
    // O_NONBLOCK, because opening a pipe without a writer would wait for one.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0) {
        const int reason = errno;
        if (reason == ENOENT && !is_there(path)) return std::nullopt;
        fail_to_open(path, reason);
    }
    struct ::stat facts = {};
    if (::fstat(file.number(), &facts) != 0) fail("open", path);
    if (!S_ISREG(facts.st_mode)) {
        const char* const kind = S_ISDIR(facts.st_mode)    ? "folder"
                                 : S_ISFIFO(facts.st_mode) ? "pipe"
                                                           : "device";
        throw DataError("'" + path.string() + "' is a " + kind + ", expected a file");
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(facts.st_size));
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t got = ::read(file.number(), bytes.data() + have, bytes.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail_to_read(path, errno);
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    bytes.resize(have);
    return bytes;
}

std::optional<fs::path> move_into(const fs::path& file, const fs::path& folder) {
    for (int number = 0;; ++number) {
        const fs::path target =
            folder / (file.filename().string() + (number == 0 ? "" : "." + std::to_string(number)));
        const int reason = rename_to_new(file, target);
        if (reason == 0) {
            sync_folder(folder);
            return target;
        }
        if (reason == ENOENT && !is_there(file)) return std::nullopt;  // another process moved it first
        if (reason != EEXIST) fail("set aside", file, reason);
    }
}

void remove_file(const fs::path& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail("remove", path);
}

void require_writable_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (fs::exists(folder) && !fs::is_directory(folder))
        throw IoError("cannot use '" + folder.string() +
                      "' as a folder: a file of that name is in its place");
    if (error) {
        for (fs::path above = folder.parent_path(); !above.empty() && above != above.root_path();
             above = above.parent_path())
            if (fs::is_regular_file(above))
                throw IoError("cannot create folder '" + folder.string() + "': '" + above.string() +
                              "' is a file");
        throw IoError("cannot create folder '" + folder.string() + "': " + error.message());
    }
    const fs::path probe = folder / temporary_name();
    try {
        write_new(probe, std::as_bytes(std::span("probe", 5)), folder, Durability::synced);
    } catch (IoError& failure) {
        ::unlink(probe.c_str());
        failure.add_context("the folder does not take files");
        throw;
    }
    ::unlink(probe.c_str());
}

std::vector<fs::path> abandoned_files(const fs::path& folder) {
    std::vector<fs::path> abandoned;
    const double oldest = system_clock().utc_seconds() - kAbandonedSeconds;
    for (const fs::path& file : files_in(folder)) {
        if (!file.filename().string().starts_with(kTemporaryPrefix)) continue;
        const Life life = life_of_writer(file.filename().string());
        const auto stamp = stamp_of(file);
        const bool old = stamp && seconds_of(*stamp) < oldest;
        if (life == Life::dead || (life == Life::unknown && old)) abandoned.push_back(file);
    }
    return abandoned;
}

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    if (error == std::errc::no_such_file_or_directory) return files;
    while (!error && entries != fs::directory_iterator()) {
        files.push_back(entries->path());
        entries.increment(error);
    }
    if (error) throw IoError("cannot read the folder '" + folder.string() + "': " + error.message());
    std::ranges::sort(files);
    return files;
}

double file_system_now(const fs::path& folder) {
    const fs::path probe = folder / temporary_name();
    write_new(probe, {}, probe, Durability::not_synced);
    const auto stamp = stamp_of(probe);
    ::unlink(probe.c_str());
    if (!stamp) fail("write", probe, ENOENT);
    return seconds_of(*stamp);
}

}  // namespace reboost::files
