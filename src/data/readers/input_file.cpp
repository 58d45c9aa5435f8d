#include "data/readers/input_file.hpp"

#include "core/checksum.hpp"
#include "core/file_descriptor.hpp"
#include "data/file_error.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>

#include <archive.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace reboost::data {

/// A file's stored bytes, in blocks, and the checksum of the bytes read so far.
class StoredBytes {
  public:
    /// Throws IoError if the file cannot be opened, or is a folder, a device or a pipe without a writer.
    explicit StoredBytes(const std::string& path)
        : path_(path),
          descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
          block_(1U << 18U) {
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

    const unsigned char* data() const { return block_.data() + begin_; }
    std::size_t count() const { return end_ - begin_; }
    void take(std::size_t bytes) { begin_ += bytes; }
    bool ended() const { return ended_ && count() == 0; }
    /// Size in bytes: of a file on disk, of a pipe the bytes received so far.
    std::uint64_t size() const { return std::max(size_, seen_); }

    /// Reads until data() holds at least `least` bytes, or the file ends. Throws IoError.
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

    bool begin_with(std::string_view magic) {
        // Reads more only while the bytes match the magic number so far: a pipe may have no more bytes yet.
        for (std::size_t i = 0; i < magic.size(); ++i) {
            require(i + 1);
            if (count() <= i || data()[i] != static_cast<unsigned char>(magic[i])) return false;
        }
        return true;
    }

    /// Reads to the end and returns the file's checksum; discards the bytes left in the block.
    std::string sum_of_all() {
        while (!ended_) {
            take(count());
            require(1);
        }
        return sum_.hex();
    }

  private:
    /// Waits up to a second. False: no process writes to the pipe; true: bytes, an end or a silent writer.
    bool has_writer() {
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

    [[noreturn]] void fail(int code) const { throw IoError::from_errno("cannot read " + path_, code); }

    std::string path_;
    FileDescriptor descriptor_;
    std::vector<unsigned char> block_;
    std::size_t begin_ = 0, end_ = 0;
    std::uint64_t size_ = 0, seen_ = 0;
    bool ended_ = false;
    Sha256 sum_;
};

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr auto kOthers =
    std::to_array<std::string_view>({"BZh", "\xFD\x37zXZ\0"sv, "\x28\xB5\x2F\xFD", "\x5D\0\0"sv, "\x1f\x9d"});

/// Unpacks consecutive gzip streams with zlib itself: libarchive 3.6 does not check a stream's checksum.
class Gunzip {
  public:
    Gunzip(StoredBytes& bytes, const std::string& path) : bytes_(bytes), path_(path) {
        constexpr int kGzipOnly = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
    }
    ~Gunzip() { inflateEnd(&stream_); }
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    std::size_t unpack(unsigned char* to, std::size_t count) {
        stream_.next_out = to;
        stream_.avail_out = static_cast<unsigned>(std::min<std::size_t>(count, 1U << 30U));
        const unsigned wanted = stream_.avail_out;
        while (stream_.avail_out == wanted && !ended_) {
            bytes_.require(1);
            if (bytes_.ended()) throw DataError(path_, 0, 0, "truncated: the gzip stream ends in the middle");
            stream_.next_in = const_cast<unsigned char*>(bytes_.data());  // zlib's C API lacks const
            stream_.avail_in = static_cast<unsigned>(bytes_.count());
            const int code = inflate(&stream_, Z_NO_FLUSH);
            bytes_.take(bytes_.count() - stream_.avail_in);
            if (code == Z_MEM_ERROR) throw std::bad_alloc();
            if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
                throw file_error(path_, "damaged gzip stream: {}",
                                 stream_.msg != nullptr ? stream_.msg : "not as zlib expects it");
            // Bytes after the last stream are ignored, as gzip itself does.
            if (code == Z_STREAM_END) {
                ended_ = !bytes_.begin_with(kGzip);
                inflateReset(&stream_);
            }
        }
        return wanted - stream_.avail_out;
    }

  private:
    StoredBytes& bytes_;
    std::string path_;
    z_stream stream_{};
    bool ended_ = false;
};

/// Reads the other formats with libarchive, whose libraries check their checksums.
class Archived {
  public:
    Archived(StoredBytes& bytes, const std::string& path)
        : bytes_(bytes), path_(path), archive_(archive_read_new()) {
        archive* const a = archive_.get();
        if (a == nullptr) throw std::bad_alloc();
        archive_read_support_format_raw(a);
        archive_read_support_filter_bzip2(a);
        archive_read_support_filter_xz(a);
        archive_read_support_filter_lzma(a);
        archive_read_support_filter_zstd(a);
        archive_read_support_filter_compress(a);
        archive_entry* entry = nullptr;
        if (archive_read_open(a, this, nullptr, give, nullptr) != ARCHIVE_OK) fail();
        const int code = archive_read_next_header(a, &entry);
        if (code != ARCHIVE_OK && code != ARCHIVE_EOF) fail();
        if (archive_filter_count(a) < 2) fail();
        empty_ = code == ARCHIVE_EOF;
    }

    std::size_t unpack(unsigned char* to, std::size_t count) {
        if (empty_) return 0;
        const la_ssize_t got = archive_read_data(archive_.get(), to, count);
        if (got < 0) fail();
        return static_cast<std::size_t>(got);
    }

  private:
    struct Free {
        void operator()(archive* a) const { archive_read_free(a); }
    };

    static la_ssize_t give(archive*, void* self, const void** block) {
        auto& unpacker = *static_cast<Archived*>(self);
        unpacker.bytes_.take(std::exchange(unpacker.given_, 0));
        try {
            unpacker.bytes_.require(1);
        } catch (const Error&) {  // no exception may pass through libarchive
            return ARCHIVE_FATAL;
        }
        *block = unpacker.bytes_.data();
        unpacker.given_ = unpacker.bytes_.count();
        return static_cast<la_ssize_t>(unpacker.given_);
    }
    [[noreturn]] void fail() const {
        const char* const reason = archive_error_string(archive_.get());
        throw file_error(path_, "damaged or truncated compressed stream: {}",
                         reason != nullptr ? reason : "not as its first bytes promise");
    }

    StoredBytes& bytes_;
    std::string path_;
    std::unique_ptr<archive, Free> archive_;
    std::size_t given_ = 0;
    bool empty_ = false;
};

}  // namespace

void SourceFile::check(const std::string& sum) const {
    if (found != nullptr) *found = sum;
    if (!sha256.empty() && sum != sha256)
        throw file_error(path, "its SHA-256 is {}, expected {}: damaged, or another version of the file", sum,
                         sha256);
}

InputFile::InputFile(SourceFile source)
    : source_(std::move(source)), bytes_(std::make_shared<StoredBytes>(path())) {
    const auto begins = [this](std::string_view magic) { return bytes_->begin_with(magic); };
    if (begins(kGzip))
        unpack_ = std::bind_front(&Gunzip::unpack, std::make_shared<Gunzip>(*bytes_, path()));
    else if (std::ranges::any_of(kOthers, begins))
        unpack_ = std::bind_front(&Archived::unpack, std::make_shared<Archived>(*bytes_, path()));
}

std::uint64_t InputFile::most_bytes() const {
    return packed() ? std::max(kLeastUnpackedLimit, kMostUnpackedFactor * bytes_->size()) : bytes_->size();
}

std::size_t InputFile::read(void* bytes, std::size_t count) {
    auto* to = static_cast<unsigned char*>(bytes);
    std::size_t done = 0;
    while (done < count) {
        std::size_t got = 0;
        if (packed()) {
            got = unpack_(to + done, count - done);
        } else {
            bytes_->require(1);
            got = std::min(count - done, bytes_->count());
            std::memcpy(to + done, bytes_->data(), got);
            bytes_->take(got);
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
    if (sum_.empty()) sum_ = bytes_->sum_of_all();
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
