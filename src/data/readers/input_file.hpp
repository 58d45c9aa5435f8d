#pragma once
/// Reads a file, plain or gzip alike, in blocks.
#include <cstddef>
#include <memory>
#include <string>

namespace reboost::data {

class InputFile {
  public:
    /// Throws IoError where the file cannot be opened.
    explicit InputFile(const std::string& path);
    ~InputFile();
    InputFile(InputFile&&) noexcept;
    InputFile& operator=(InputFile&&) noexcept;

    /// Up to `count` bytes; fewer only at the end. Throws DataError where a gzip file is truncated or
    /// damaged.
    std::size_t read(void* bytes, std::size_t count);
    const std::string& path() const { return path_; }

  private:
    struct Handle;
    std::string path_;
    std::unique_ptr<Handle> handle_;
};

/// The whole content, unpacked. Throws IoError, DataError.
std::string read_whole_file(const std::string& path);

}  // namespace reboost::data
