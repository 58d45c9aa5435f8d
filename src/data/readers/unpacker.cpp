#include "data/file_error.hpp"
#include "data/readers/input_file.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <string_view>
#include <utility>

#include <archive.h>
#include <zlib.h>

namespace reboost::data {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGzip = "\x1f\x8b";
constexpr auto kOthers = std::to_array<std::string_view>({"BZh",
                                                          "\xFD"
                                                          "7zXZ\0"sv,
                                                          "\x28\xB5\x2F\xFD", "\x5D\0\0"sv, "\x1f\x9d"});

/// Unpacks consecutive gzip streams with zlib itself: libarchive 3.6 does not check a stream's checksum.
class Gunzip final : public Unpacker {
  public:
    Gunzip(StoredBytes& bytes, const std::string& path) : bytes_(bytes), path_(path) {
        constexpr int kGzipOnly = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
    }
    ~Gunzip() override { inflateEnd(&stream_); }
    Gunzip(const Gunzip&) = delete;
    Gunzip& operator=(const Gunzip&) = delete;

    std::size_t unpack(unsigned char* to, std::size_t count) override {
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
class Archived final : public Unpacker {
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

    std::size_t unpack(unsigned char* to, std::size_t count) override {
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

std::unique_ptr<Unpacker> unpacker_of(StoredBytes& bytes, const std::string& path) {
    if (bytes.begin_with(kGzip)) return std::make_unique<Gunzip>(bytes, path);
    for (const std::string_view magic : kOthers)
        if (bytes.begin_with(magic)) return std::make_unique<Archived>(bytes, path);
    return nullptr;
}

}  // namespace reboost::data
