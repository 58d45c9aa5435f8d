#pragma once
#include <utility>

#include <unistd.h>

namespace reboost {

/// Owns a file descriptor and closes it at destruction; number() < 0: no file is open.
class FileDescriptor {
  public:
    explicit FileDescriptor(int number = -1) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        close();
        number_ = std::exchange(other.number_, -1);
        return *this;
    }
    ~FileDescriptor() { close(); }

    int number() const { return number_; }
    /// Closes the file. Returns 0, or −1 and errno for a late write error; no file is open afterwards.
    int close() { return number_ < 0 ? 0 : ::close(std::exchange(number_, -1)); }

  private:
    int number_;
};

}  // namespace reboost
