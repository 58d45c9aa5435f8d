#pragma once
/// One process and one thread at a time in a folder.
#include <filesystem>

namespace reboost::results {

/// Excludes every other that holds one for the same folder, while it lives. Throws IoError.
class FolderLock {
  public:
    explicit FolderLock(const std::filesystem::path& folder);
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    ~FolderLock();

  private:
    int fd_;
};

}  // namespace reboost::results
