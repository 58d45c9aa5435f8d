#pragma once
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <string>

namespace reboost::fuzz {

/// A file in memory-backed storage where there is some, removed at the end: for what is written by renaming.
class ScratchFile {
  public:
    explicit ScratchFile(const std::string& name) : name_(name) {}
    std::string path() const { return (folder_ / name_).string(); }

  private:
    static std::filesystem::path memory() {
        const std::filesystem::path shared = "/dev/shm";
        return std::filesystem::exists(shared) ? shared : std::filesystem::temp_directory_path();
    }
    test::TemporaryFolder folder_{memory()};
    std::string name_;
};

}  // namespace reboost::fuzz
