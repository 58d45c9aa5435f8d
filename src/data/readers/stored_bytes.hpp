#pragma once
/// A file's stored bytes, in blocks, and the checksum of those read so far.
#include "core/checksum.hpp"
#include "core/file_descriptor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

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

}  // namespace reboost::data
