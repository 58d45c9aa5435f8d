#include "files/file_stamp.hpp"

#include <sys/stat.h>

namespace reboost::files {

FileStamp stamp_from(const struct ::stat& facts) {
    return {facts.st_ino, static_cast<std::uint64_t>(facts.st_size),
            facts.st_mtim.tv_sec * std::int64_t{1'000'000'000} + facts.st_mtim.tv_nsec};
}

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
    struct ::stat facts = {};
    if (::stat(path.c_str(), &facts) != 0 && ::lstat(path.c_str(), &facts) != 0) return std::nullopt;
    return stamp_from(facts);
}

}  // namespace reboost::files
