#include "data/readers/stored_bytes.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace reboost::data {

StoredBytes::StoredBytes(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), block_(1U << 18U) {
    if (descriptor_.number() < 0) fail(errno);
    struct stat facts {};
    int refused = ::fstat(descriptor_.number(), &facts) != 0 ? errno : 0;
    if (S_ISDIR(facts.st_mode)) refused = EISDIR;
    if (S_ISREG(facts.st_mode)) size_ = static_cast<std::uint64_t>(facts.st_size);
    std::string why;
    if (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode)) why = "it is a device, expected a file";
    if (S_ISFIFO(facts.st_mode) && !has_writer()) why = "it is a pipe that nobody writes to";
    if (refused == 0 && why.empty() && ::fcntl(descriptor_.number(), F_SETFL, O_RDONLY) != 0) refused = errno;
    if (refused != 0) fail(refused);
    if (!why.empty()) throw IoError("cannot read " + path + ": " + why);
}

void StoredBytes::require(std::size_t least) {
    while (count() < least && !ended_) {
        std::memmove(block_.data(), data(), count());
        end_ -= std::exchange(begin_, 0);
        const ::ssize_t got = ::read(descriptor_.number(), block_.data() + end_, block_.size() - end_);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(errno);
        sum_.update(block_.data() + end_, static_cast<std::size_t>(got));
        end_ += static_cast<std::size_t>(got);
        seen_ += static_cast<std::uint64_t>(got);
        ended_ = got == 0;
    }
}

bool StoredBytes::begin_with(std::string_view magic) {
    // No byte is waited for that cannot matter: a pipe may have no more yet.
    for (std::size_t i = 0; i < magic.size(); ++i) {
        require(i + 1);
        if (count() <= i || data()[i] != static_cast<unsigned char>(magic[i])) return false;
    }
    return true;
}

std::string StoredBytes::sum_of_all() {
    while (!ended_) {
        take(count());
        require(1);
    }
    return sum_.hex();
}

/// Whether a pipe has bytes, an end or a silent writer, at once or within a second.
bool StoredBytes::has_writer() {
    ::pollfd pipe{descriptor_.number(), POLLIN, 0};
    constexpr int kPatience = 1000;  // milliseconds
    if (::poll(&pipe, 1, kPatience) != 0) return true;
    // Nothing to read after the wait: EAGAIN where a writer is silent, the end where there is none.
    const ::ssize_t got = ::read(descriptor_.number(), block_.data(), block_.size());
    if (got > 0) {
        sum_.update(block_.data(), static_cast<std::size_t>(got));
        end_ = static_cast<std::size_t>(got);
        seen_ = static_cast<std::uint64_t>(got);
    }
    return got != 0;
}

void StoredBytes::fail(int code) const {
    throw IoError::from_errno("cannot read " + path_, code);
}

}  // namespace reboost::data
