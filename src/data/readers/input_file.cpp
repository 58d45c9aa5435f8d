#include "data/readers/input_file.hpp"

#include "core/checksum.hpp"
#include "core/error.hpp"
#include "core/file_descriptor.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace reboost::data {
namespace {

/// A file's stored bytes, and the checksum of those read so far.
class StoredBytes {
  public:
    explicit StoredBytes(const std::string& path)
        : path_(path),
          descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
          block_(1U << 18U) {
        if (descriptor_.number() < 0) fail(errno);
        struct stat facts {};
        int refused = ::fstat(descriptor_.number(), &facts) != 0 ? errno : 0;
        if (S_ISDIR(facts.st_mode)) refused = EISDIR;
        if (S_ISREG(facts.st_mode)) size_ = static_cast<std::uint64_t>(facts.st_size);
        std::string why;
        if (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode)) why = "it is a device, expected a file";
        if (S_ISFIFO(facts.st_mode) && !has_writer()) why = "it is a pipe that nobody writes to";
        if (refused == 0 && why.empty() && ::fcntl(descriptor_.number(), F_SETFL, O_RDONLY) != 0)
            refused = errno;
        if (refused != 0) fail(refused);
        if (!why.empty()) throw IoError("cannot read " + path + ": " + why);
    }

    const unsigned char* data() const { return block_.data() + begin_; }
    std::size_t count() const { return end_ - begin_; }
    void take(std::size_t bytes) { begin_ += bytes; }
    bool ended() const { return ended_ && count() == 0; }
    /// The size on disk, of a pipe what has come so far.
    std::uint64_t size() const { return std::max(size_, seen_); }

    /// At least `least` bytes in data(), fewer only at the end.
    void require(std::size_t least) {
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
    /// Reads to the end; bytes left in the block are discarded.
    std::string sum_of_all() {
        while (!ended_) {
            take(count());
            require(1);
        }
        return sum_.hex();
    }

  private:
    /// Of a pipe: whether bytes, an end or a silent writer are there, or come within a second.
    bool has_writer() {
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
    [[noreturn]] void fail(int code) const { throw IoError::from_errno("cannot read " + path_, code); }

    std::string path_;
    FileDescriptor descriptor_;
    std::vector<unsigned char> block_;
    std::size_t begin_ = 0, end_ = 0;
    std::uint64_t size_ = 0, seen_ = 0;
    bool ended_ = false;
    Sha256 sum_;
};

/// zlib's state, for gzip streams one after the other.
class Inflater {
  public:
    Inflater() {
        constexpr int kGzipOnly = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    z_stream& stream() { return stream_; }

  private:
    z_stream stream_{};
};

bool begins_gzip(StoredBytes& bytes) {
    bytes.require(2);
    return bytes.count() >= 2 && bytes.data()[0] == 0x1f && bytes.data()[1] == 0x8b;
}

/// Files that a reader of lines would take for one odd line.
void require_text(const std::string& path, std::string_view content) {
    if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))
        throw DataError(path, 0, 0, "is UTF-16: expected UTF-8; save it so");
    if (content.starts_with("PK\x03\x04"))
        throw DataError(path, 0, 0, "is a ZIP archive: expected plain text or gzip; unpack it");
    const bool one_line = content.find('\n') == std::string_view::npos;
    if (one_line && content.substr(0, content.size() - 1).find('\r') != std::string_view::npos)
        throw DataError(path, 0, 0, "its lines end with a carriage return alone: expected line feeds");
}

}  // namespace

struct InputFile::State {
    explicit State(SourceFile file) : source(std::move(file)), bytes(source.path) {
        if (begins_gzip(bytes)) inflater.emplace();
    }

    std::size_t copy(unsigned char* to, std::size_t count) {
        bytes.require(1);
        const std::size_t taken = std::min(count, bytes.count());
        std::memcpy(to, bytes.data(), taken);
        bytes.take(taken);
        return taken;
    }

    /// 0 only at the end.
    std::size_t unpack(unsigned char* to, std::size_t count) {
        z_stream& stream = inflater->stream();
        stream.next_out = to;
        stream.avail_out = static_cast<unsigned>(std::min<std::size_t>(count, 1U << 30U));
        const unsigned wanted = stream.avail_out;
        while (stream.avail_out == wanted && !unpacked) {
            bytes.require(1);
            if (bytes.ended())
                throw DataError(source.path, 0, 0, "truncated: the gzip stream ends in the middle");
            stream.next_in = const_cast<unsigned char*>(bytes.data());  // zlib's C interface; it only reads
            stream.avail_in = static_cast<unsigned>(bytes.count());
            const int code = inflate(&stream, Z_NO_FLUSH);
            bytes.take(bytes.count() - stream.avail_in);
            if (code == Z_MEM_ERROR) throw std::bad_alloc();
            if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
                throw DataError(source.path, 0, 0,
                                fmt::format("damaged gzip stream: {}",
                                            stream.msg != nullptr ? stream.msg : "not as zlib expects it"));
            // Bytes after the last stream are ignored, as by gzip itself.
            if (code == Z_STREAM_END) {
                unpacked = !begins_gzip(bytes);
                inflateReset(&stream);
            }
        }
        return wanted - stream.avail_out;
    }

    std::uint64_t most_unpacked() const {
        return std::max(kLeastUnpackedLimit, kMostUnpackedFactor * bytes.size());
    }

    SourceFile source;
    StoredBytes bytes;
    std::optional<Inflater> inflater;
    bool unpacked = false;  ///< the last gzip stream has ended
    std::uint64_t content = 0;
    std::string sum;
};

void SourceFile::check(const std::string& sum) const {
    if (found != nullptr) *found = sum;
    if (!sha256.empty() && sum != sha256)
        throw DataError(path, 0, 0,
                        fmt::format("its SHA-256 is {}, expected {}: damaged, or another version of the file",
                                    sum, sha256));
}

InputFile::InputFile(SourceFile source) : state_(std::make_unique<State>(std::move(source))) {}
InputFile::~InputFile() = default;

const std::string& InputFile::path() const {
    return state_->source.path;
}

bool InputFile::packed() const {
    return state_->inflater.has_value();
}

std::uint64_t InputFile::most_bytes() const {
    return state_->inflater ? state_->most_unpacked() : state_->bytes.size();
}

std::size_t InputFile::read(void* bytes, std::size_t count) {
    auto* to = static_cast<unsigned char*>(bytes);
    std::size_t done = 0;
    while (done < count) {
        const std::size_t got = state_->inflater ? state_->unpack(to + done, count - done)
                                                 : state_->copy(to + done, count - done);
        if (got == 0) break;
        done += got;
    }
    state_->content += done;
    if (state_->inflater && state_->content > state_->most_unpacked())
        throw DataError(path(), 0, 0,
                        fmt::format("unpacks to more than {} bytes, {} times its size is the most; unpacked "
                                    "before, it may have any size",
                                    state_->most_unpacked(), kMostUnpackedFactor));
    return done;
}

void InputFile::finish() {
    if (state_->sum.empty()) state_->sum = state_->bytes.sum_of_all();
    state_->source.check(state_->sum);
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
