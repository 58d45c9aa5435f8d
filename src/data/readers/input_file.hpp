#pragma once
/// Reads a file, plain or compressed alike, in blocks, and adds up the SHA-256 of what is read.
#include "core/checksum.hpp"
#include "core/file_descriptor.hpp"
#include "data/dataset.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost::data {

/// A file to read, and what its bytes must add up to.
struct SourceFile {
    std::string path;
    std::string sha256{};          ///< of the bytes as they are stored; empty: nobody knows it
    std::string* found = nullptr;  ///< takes the sum of the bytes that were read; may be null

    SourceFile(std::string file) : path(std::move(file)) {}
    SourceFile(std::string file, std::string expected, std::string* sum = nullptr)
        : path(std::move(file)), sha256(std::move(expected)), found(sum) {}

    /// Stores the sum in `found`. Throws DataError that names both sums where another one was expected.
    void check(const std::string& sum) const;
};

/// A file's stored bytes, in blocks, and the checksum of those read so far.
class StoredBytes {
  public:
    /// Throws IoError where the file cannot be opened, or is a folder, a device or a pipe without a writer.
    explicit StoredBytes(const std::string& path);

    const unsigned char* data() const { return block_.data() + begin_; }
    std::size_t count() const { return end_ - begin_; }
    void take(std::size_t bytes) { begin_ += bytes; }
    bool ended() const { return ended_ && count() == 0; }
    /// The size on disk, of a pipe what has come so far.
    std::uint64_t size() const { return std::max(size_, seen_); }

    /// At least `least` bytes in data(), fewer only at the end. Throws IoError.
    void require(std::size_t least);
    /// Whether `magic` comes next.
    bool begin_with(std::string_view magic);
    /// Reads to the end; bytes left in the block are discarded.
    std::string sum_of_all();

  private:
    bool has_writer();
    [[noreturn]] void fail(int code) const;

    std::string path_;
    FileDescriptor descriptor_;
    std::vector<unsigned char> block_;
    std::size_t begin_ = 0, end_ = 0;
    std::uint64_t size_ = 0, seen_ = 0;
    bool ended_ = false;
    Sha256 sum_;
};

/// Unpacks a compressed stream while it is read: gzip, bzip2, xz, zstd, lzma or compress (.Z).
class Unpacker {
  public:
    virtual ~Unpacker() = default;
    /// Up to `count` bytes, 0 only at the end. Throws IoError; DataError on a damaged or truncated stream.
    virtual std::size_t unpack(unsigned char* to, std::size_t count) = 0;
};

/// By the first bytes; null where they begin no compressed stream. `bytes` must outlive it, `path` is for
/// messages.
std::unique_ptr<Unpacker> unpacker_of(StoredBytes& bytes, const std::string& path);

/// A file, plain or compressed alike.
///
/// Lifecycle
///  1. `read` until what is wanted has come.
///  2. `finish`, before anything that was read is used: it proves that this is what was expected.
class InputFile {
  public:
    /// A compressed file may unpack to this many times its size; below kLeastUnpackedLimit any factor will
    /// do. Text shrinks to a tenth, one-hot columns to a fiftieth; beyond that a small file is a trap for
    /// memory.
    static constexpr std::uint64_t kMostUnpackedFactor = 100;
    static constexpr std::uint64_t kLeastUnpackedLimit = std::uint64_t{32} << 20U;

    /// Throws IoError where the file cannot be opened, or is a folder or a device.
    explicit InputFile(SourceFile source)
        : source_(std::move(source)), bytes_(source_.path), unpacker_(unpacker_of(bytes_, source_.path)) {}
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    /// Up to `count` bytes; fewer only at the end. Throws IoError, and DataError where a compressed file
    /// is truncated, damaged, or unpacks to more than the limit.
    std::size_t read(void* bytes, std::size_t count);
    /// Reads what is left and compares the sum. Throws DataError.
    void finish();
    const std::string& path() const { return source_.path; }
    bool packed() const { return unpacker_ != nullptr; }
    /// At most these bytes will come: the file's size, or the limit of what is unpacked.
    std::uint64_t most_bytes() const;

  private:
    std::size_t copy(unsigned char* to, std::size_t count);

    SourceFile source_;
    StoredBytes bytes_;
    std::unique_ptr<Unpacker> unpacker_;  ///< null: the file is plain
    std::uint64_t content_ = 0;
    std::string sum_;
};

/// Hands an open file to `use` and checks the sum behind it. Where `use` finds the content damaged and the
/// sum is wrong too, the sum is what is said.
template <class Use>
auto read_checked(const SourceFile& source, Use&& use) {
    InputFile file(source);
    try {
        auto result = use(file);
        file.finish();
        return result;
    } catch (const std::exception&) {
        file.finish();
        throw;
    }
}

/// The first `count` bytes, unpacked; fewer where the file has fewer. Nothing is checked. Throws IoError,
/// DataError.
std::string read_beginning(const std::string& path, std::size_t count);

/// The whole content, unpacked and checked; lines of text. Throws IoError, DataError.
std::string read_whole_file(const SourceFile& source);

// IDX, the format of MNIST: big-endian magic (two zero bytes, element type, number of dimensions), the
// dimensions, then the elements row by row (idx.cpp)

/// One byte column for each of the product of all dimensions but the first. Only unsigned bytes (type 0x08).
/// Throws IoError; DataError on a wrong sum or magic, more than kMostColumns columns, a header that promises
/// more than the file can hold, and bytes after the end.
std::vector<Column> read_idx_columns(const SourceFile& source);

/// A one-dimensional IDX file of class indices 0 … 255.
std::vector<std::int32_t> read_idx_labels(const SourceFile& source);

}  // namespace reboost::data
