#pragma once
/// Reads a plain or compressed file in blocks and computes the SHA-256 of its stored bytes.
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace reboost::data {

/// A file to read, and the checksum that it should have.
struct SourceFile {
    std::string path;
    std::string sha256{};          ///< expected checksum of the stored bytes; empty: unknown
    std::string* found = nullptr;  ///< receives the checksum of the bytes read; may be null

    SourceFile(std::string file, std::string expected = {}, std::string* sum = nullptr)
        : path(std::move(file)), sha256(std::move(expected)), found(sum) {}

    /// Stores `sum` in `found`. Throws DataError naming both checksums if `sha256` is known and differs.
    void check(const std::string& sum) const;
};

class StoredBytes;

/// A plain or compressed file (gzip, bzip2, xz, zstd, lzma or compress (.Z), told by the first bytes), read
/// as its unpacked content.
///
/// Lifecycle
///  1. Call `read` until you have what you need.
///  2. Call `finish` before using any of it: it verifies the file's checksum.
class InputFile {
  public:
    /// A compressed file may unpack to so many times its size, or to kLeastUnpackedLimit bytes. Text shrinks
    /// to a tenth, one-hot columns to a fiftieth; what unpacks to more may be meant to exhaust memory.
    static constexpr std::uint64_t kMostUnpackedFactor = 100;
    static constexpr std::uint64_t kLeastUnpackedLimit = std::uint64_t{32} << 20U;

    /// Writes up to `count` unpacked bytes; returns 0 only at the end. Throws IoError; DataError on a damaged
    /// stream.
    using Unpack = std::function<std::size_t(unsigned char* to, std::size_t count)>;

    /// Throws IoError if the file cannot be opened, or is a folder or a device.
    explicit InputFile(SourceFile source);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    /// Reads up to `count` bytes; returns fewer only at the end. Throws IoError, and DataError if a
    /// compressed file is truncated, damaged, or unpacks to more than the limit.
    std::size_t read(void* bytes, std::size_t count);
    /// Reads the rest of the file and checks its checksum. Throws DataError if another checksum was expected.
    void finish();
    const std::string& path() const { return source_.path; }
    bool packed() const { return unpack_ != nullptr; }
    /// The most bytes that `read` can return in all: the file's size, or the limit of a compressed file.
    std::uint64_t most_bytes() const;

  private:
    SourceFile source_;
    std::shared_ptr<StoredBytes> bytes_;
    Unpack unpack_;  ///< null if the file is plain
    std::uint64_t content_ = 0;
    std::string sum_;
};

/// Calls `use` with the open file, then checks the checksum. A wrong checksum outweighs an error of `use`.
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

/// At most the first `count` bytes of the unpacked content. Checks no checksum. Throws IoError, DataError.
std::string read_beginning(const std::string& path, std::size_t count);

/// Returns the whole unpacked content, checked by require_text. Throws IoError, DataError.
std::string read_whole_file(const SourceFile& source);

// IDX, the format of MNIST: a big-endian magic number (two zero bytes, element type, number of dimensions),
// the dimensions, then the elements row by row (idx.cpp)

/// Returns byte columns, as many as the product of all dimensions but the first. Reads unsigned bytes only
/// (type 0x08). Throws IoError; DataError on a wrong checksum or magic number, more than kMostColumns
/// columns, a header that promises more than the file can hold, and bytes after the last element.
std::vector<Column> read_idx_columns(const SourceFile& source);

/// Reads a one-dimensional IDX file of class indices 0 … 255.
std::vector<std::int32_t> read_idx_labels(const SourceFile& source);

}  // namespace reboost::data
