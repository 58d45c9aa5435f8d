#pragma once
/// A file in memory-backed storage where there is some, removed at the end: for what is written by renaming.
#include <filesystem>
#include <string>

#include <unistd.h>

namespace reboost::fuzz {

class ScratchFile {
  public:
    explicit ScratchFile(const std::string& name) {
        const std::filesystem::path shared = "/dev/shm";
        folder_ = (std::filesystem::exists(shared) ? shared : std::filesystem::temp_directory_path()) /
                  ("reboost-fuzz-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
        path_ = folder_ / name;
    }
    ~ScratchFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path folder_, path_;
};

}  // namespace reboost::fuzz
