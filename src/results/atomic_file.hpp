#pragma once
/// Files that exist are complete: written to a temporary name beside the target, synced, renamed, the folder
/// synced.
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace reboost::results {

/// Replaces `path` by `bytes`, atomically and durably. Throws IoError with the system's reason ("No space
/// left on device"); then `path` is what it was before and no temporary file is left.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// Creates the folder with its parents and proves that it takes files. Throws IoError: a file is in its
/// place, no permission, a read-only or full disk.
void require_writable_folder(const std::filesystem::path& folder);

/// Removes what processes of this host that are dead (kill -9) left half written in `folder`.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace reboost::results
