#include "data/readers/input_file.hpp"

#include "data/file_error.hpp"
#include "data/readers/text_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace reboost::data {

void SourceFile::check(const std::string& sum) const {
    if (found != nullptr) *found = sum;
    if (!sha256.empty() && sum != sha256)
        throw file_error(path, "its SHA-256 is {}, expected {}: damaged, or another version of the file", sum,
                         sha256);
}

StoredBytes::StoredBytes(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), block_(1U << 18U) {
    if (descriptor_.number() < 0) fail(errno);
    struct stat facts {};
    if (::fstat(descriptor_.number(), &facts) != 0) fail(errno);
    if (S_ISDIR(facts.st_mode)) fail(EISDIR);
    if (S_ISREG(facts.st_mode)) size_ = static_cast<std::uint64_t>(facts.st_size);
    if (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode))
        throw IoError("cannot read " + path + ": it is a device, expected a file");
    if (S_ISFIFO(facts.st_mode) && !has_writer())
        throw IoError("cannot read " + path + ": it is a pipe that nobody writes to");
    if (::fcntl(descriptor_.number(), F_SETFL, O_RDONLY) != 0) fail(errno);
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
    // Reads more only while the bytes match the magic number so far: a pipe may have no more bytes yet.
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

/// Waits up to a second. False: no process writes to the pipe; true: bytes, an end or a silent writer.
bool StoredBytes::has_writer() {
    ::pollfd pipe{descriptor_.number(), POLLIN, 0};
    constexpr int kPatience = 1000;  // milliseconds
    if (::poll(&pipe, 1, kPatience) != 0) return true;
    // No byte within the wait: read fails (EAGAIN) if a writer is silent, and returns 0 without a writer.
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

std::uint64_t InputFile::most_bytes() const {
    return packed() ? std::max(kLeastUnpackedLimit, kMostUnpackedFactor * bytes_.size()) : bytes_.size();
}

std::size_t InputFile::read(void* bytes, std::size_t count) {
    auto* to = static_cast<unsigned char*>(bytes);
    std::size_t done = 0;
    while (done < count) {
        std::size_t got = 0;
        if (packed()) {
            got = unpacker_->unpack(to + done, count - done);
        } else {
            bytes_.require(1);
            got = std::min(count - done, bytes_.count());
            std::memcpy(to + done, bytes_.data(), got);
            bytes_.take(got);
        }
        if (got == 0) break;
        done += got;
    }
    content_ += done;
    if (packed() && content_ > most_bytes())
        throw file_error(path(),
                         "unpacks to more than {} bytes, {} times its size is the most; unpacked "
                         "before, it may have any size",
                         most_bytes(), kMostUnpackedFactor);
    return done;
}

void InputFile::finish() {
    if (sum_.empty()) sum_ = bytes_.sum_of_all();
    source_.check(sum_);
}

std::string read_beginning(const std::string& path, std::size_t count) {
    InputFile file(path);
    std::string content(count, '\0');
    content.resize(file.read(content.data(), count));
    return content;
}

std::string read_whole_file(const SourceFile& source) {
    return read_checked(source, [](InputFile& file) {
        std::string content(file.packed() ? 1U << 20U : static_cast<std::size_t>(file.most_bytes()) + 1,
                            '\0');
        std::size_t filled = 0;
        for (;;) {
            filled += file.read(content.data() + filled, content.size() - filled);
            if (filled < content.size()) break;
            content.resize(content.size() * 2);
        }
        content.resize(filled);
        require_text(file.path(), content);
        return content;
    });
}

}  // namespace reboost::data
