#pragma once
/// Reads a file, plain or compressed alike, in blocks, and adds up the SHA-256 of what is read.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>

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
    explicit InputFile(SourceFile source);
    ~InputFile();

    /// Up to `count` bytes; fewer only at the end. Throws IoError, and DataError where a compressed file
    /// is truncated, damaged, or unpacks to more than the limit.
    std::size_t read(void* bytes, std::size_t count);
    /// Reads what is left and compares the sum. Throws DataError.
    void finish();
    const std::string& path() const;
    bool packed() const;
    /// At most these bytes will come: the file's size, or the limit of what is unpacked.
    std::uint64_t most_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
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

}  // namespace reboost::data
