#pragma once
/// One process and one thread at a time in a folder.
#include "core/file_descriptor.hpp"

#include <filesystem>

namespace reboost::results {

/// Excludes every other that holds one for the same folder, while it lives. Throws IoError.
class FolderLock {
  public:
    explicit FolderLock(const std::filesystem::path& folder);

  private:
    FileDescriptor file_;  ///< closing gives the lock back
};

}  // namespace reboost::results
