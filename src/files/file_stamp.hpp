#pragma once
/// Tells a file from what takes its place later.
#include <cstdint>
#include <filesystem>
#include <optional>

struct stat;

namespace reboost::files {

struct FileStamp {
    std::uint64_t inode = 0, bytes = 0;
    std::int64_t modified_ns = 0;
    bool operator==(const FileStamp&) const = default;
};

FileStamp stamp_from(const struct ::stat& facts);
/// Looks at the file that the path leads to, or at the link itself where it leads to nothing. Returns nullopt
/// where there is nothing of that name.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

}  // namespace reboost::files
