#pragma once
/// Files that exist are complete: written to a temporary name beside the target, synced, renamed, the folder
/// synced.
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace reboost::results {

/// Whether the file must survive a power cut; what can be made again need not.
enum class Durability { synced, not_synced };

/// Replaces the content of `path`, atomically and durably. A link stays and the file that it points to is
/// replaced; the file's mode stays. Pipes, terminals and devices are written to. Throws IoError with the
/// system's reason ("No space left on device"); then a file is what it was before and no temporary file is
/// left.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                           Durability durability = Durability::synced);
void write_file_atomically(const std::filesystem::path& path, std::string_view text,
                           Durability durability = Durability::synced);

/// Creates the folder with its parents and proves that it takes files. Throws IoError: a file is in its
/// place, no permission, a read-only or full disk.
void require_writable_folder(const std::filesystem::path& folder);

/// Removes what processes of this host that are dead (kill -9) left half written in `folder`.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace reboost::results
