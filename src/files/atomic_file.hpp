#pragma once
/// Files that exist are complete: written to a temporary name beside the target, synced, renamed, the folder
/// synced.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace reboost::files {

/// Whether the file must survive a power cut; what can be made again need not.
enum class Durability { synced, not_synced };

/// Replaces the content of `path`, atomically and durably. A link stays and the file that it points to is
/// replaced; the file's mode stays. Pipes, terminals and devices are written to. Throws IoError with the
/// system's reason ("No space left on device"); then a file is what it was before and no temporary file is
/// left, or, where the folder alone could not be synced, it is replaced, and a power cut may undo that.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                           Durability durability = Durability::synced);
void write_file_atomically(const std::filesystem::path& path, std::string_view text,
                           Durability durability = Durability::synced);

/// The same, not synced; makes the folders above it.
void write_text(const std::filesystem::path& path, std::string_view text);

/// As write_file_atomically for a file that is this program's own: a link, a pipe or a device of that name
/// makes room, so that nothing is written elsewhere and no reader is waited for.
void replace_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                             Durability durability = Durability::synced);

/// Throws DataError where the file is at fault: it is none (a folder, a pipe, a link to nothing), may not be
/// read, or the disk cannot give it back. IoError for every other reason: there is nothing of that name, the
/// system lacks descriptors or memory, a file server does not answer.
std::vector<std::byte> read_whole_file(const std::filesystem::path& path);
/// nullopt where there is nothing of that name; throws as read_whole_file otherwise.
std::optional<std::vector<std::byte>> read_file_if_there(const std::filesystem::path& path);
/// Whether anything has that name, a link to nothing included. Never throws.
bool is_there(const std::filesystem::path& path);
/// Whether something has that name that is neither a file nor a link to one: it cannot be ours.
bool is_no_file(const std::filesystem::path& path);

/// Tells a file from what takes its place later.
struct FileStamp {
    std::uint64_t inode = 0, bytes = 0;
    std::int64_t modified_ns = 0;
    bool operator==(const FileStamp&) const = default;
};
/// The stamp of the file that the path leads to. A link that leads to nothing has the link's own stamp;
/// nullopt where nothing has that name.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Moves a file into `folder` under its name, with a number behind it where that is taken. Returns where it
/// is now; nullopt where it is gone, as when another process moves the same file. Throws IoError.
std::optional<std::filesystem::path> move_into(const std::filesystem::path& file,
                                               const std::filesystem::path& folder);

/// Removes a file, or a link itself; nothing happens where there is none. Throws IoError.
void remove_file(const std::filesystem::path& path);

/// Creates the folder with its parents and proves that it takes files. Throws IoError: a file is in its
/// place, no permission, a read-only or full disk.
void require_writable_folder(const std::filesystem::path& folder);

/// Half-written files in `folder` that dead processes left (kill -9). Those of processes that cannot be asked
/// are taken for abandoned after a day without a change.
std::vector<std::filesystem::path> abandoned_files(const std::filesystem::path& folder);

/// What is in a folder, sorted; nothing where there is no such folder. Throws IoError where it cannot be
/// read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

/// Seconds since 1970 by the clock of the folder's file system. Throws IoError where it takes no file.
double file_system_now(const std::filesystem::path& folder);

}  // namespace reboost::files
