#pragma once
/// Atomic writing, so that a file that exists is complete. A file is written under a temporary name in the
/// target's folder, synced and renamed; then the folder is synced.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace reboost::files {

/// Whether a file must survive a power cut; a file that can be made again need not.
enum class Durability { synced, not_synced };

/// Replaces the content of `path` atomically and durably. If `path` is a link, the file that it points to is
/// replaced. The file's mode is kept. Pipes, terminals and devices are written to. Throws IoError with the
/// system's reason ("No space left on device"); the file is then unchanged and no temporary file is left. If
/// only the folder could not be synced, the file is replaced, but a power cut may undo that.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                           Durability durability = Durability::synced);
void write_file_atomically(const std::filesystem::path& path, std::string_view text,
                           Durability durability = Durability::synced);

/// Writes a file atomically without syncing; creates the folders above it.
void write_text(const std::filesystem::path& path, std::string_view text);

/// As write_file_atomically, for a file that belongs to this program: a link, pipe or device at `path` is
/// replaced itself, so that nothing is written elsewhere and no pipe's reader is waited for.
void replace_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                             Durability durability = Durability::synced);

/// Throws DataError if the file is at fault: it is a folder, a pipe or a dangling link, may not be read, or
/// the disk cannot read it. Throws IoError for every other reason: no such file, no descriptors or memory
/// left, a file server does not answer.
std::vector<std::byte> read_whole_file(const std::filesystem::path& path);
/// Returns nullopt if nothing has that name; otherwise throws as read_whole_file.
std::optional<std::vector<std::byte>> read_file_if_there(const std::filesystem::path& path);
/// Whether anything has that name, even a dangling link. Never throws.
bool is_there(const std::filesystem::path& path);
/// Whether something other than a file or a link to a file has that name; this program writes no such thing.
bool is_no_file(const std::filesystem::path& path);

/// Distinguishes a file from later files of the same name.
struct FileStamp {
    std::uint64_t inode = 0, bytes = 0;
    std::int64_t modified_ns = 0;
    bool operator==(const FileStamp&) const = default;
};
/// The stamp of the file at `path`, or that of a dangling link itself; nullopt if nothing has that name.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Moves a file into `folder` under its name; if that is taken, a number is added. Returns the new path, or
/// nullopt if the file is gone (another process may have moved it). Throws IoError.
std::optional<std::filesystem::path> move_into(const std::filesystem::path& file,
                                               const std::filesystem::path& folder);

/// Removes a file or a link; does nothing if there is none. Throws IoError.
void remove_file(const std::filesystem::path& path);

/// Creates the folder and its parents and writes a test file into it. Throws IoError: a file has the folder's
/// name, no permission, a read-only or full disk.
void require_writable_folder(const std::filesystem::path& folder);

/// Half-written files in `folder` that dead processes left (kill -9). If the system cannot tell whether the
/// writer is running, the file counts after a day without a change.
std::vector<std::filesystem::path> abandoned_files(const std::filesystem::path& folder);

/// All entries of a folder, sorted; none if there is no such folder. Throws IoError if the folder cannot be
/// read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

/// The file system's time in seconds since 1970. Throws IoError if no file can be written in `folder`.
double file_system_now(const std::filesystem::path& folder);

}  // namespace reboost::files
