#include "parallel/bell.hpp"

#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace reboost::parallel {

Bell::Bell() : descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

Bell::~Bell() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Bell::ring() noexcept {
    constexpr std::uint64_t kOne = 1;
    if (descriptor_ >= 0 && ::write(descriptor_, &kOne, sizeof kOne) < 0) {
        // it rings already
    }
}

void Bell::wait(std::chrono::milliseconds time) noexcept {
    ::pollfd waited{descriptor_, POLLIN, 0};
    if (::poll(&waited, 1, static_cast<int>(time.count())) != 1) return;
    std::uint64_t rung = 0;
    if (::read(descriptor_, &rung, sizeof rung) < 0) {
        // somebody else heard it
    }
}

}  // namespace reboost::parallel
