#pragma once
/// A file of given bytes without a disk.
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace reboost::fuzz {

class MemoryFile {
  public:
    explicit MemoryFile(std::span<const std::uint8_t> bytes)
        : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        std::size_t done = 0;
        while (descriptor_ >= 0 && done < bytes.size()) {
            const ::ssize_t written = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
            if (written < 0) break;
            done += static_cast<std::size_t>(written);
        }
        if (descriptor_ < 0 || done < bytes.size()) throw std::runtime_error("no memory file");
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

}  // namespace reboost::fuzz
