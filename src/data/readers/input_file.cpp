#include "data/readers/input_file.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>

#include <zlib.h>

namespace reboost::data {

struct InputFile::Handle {
    gzFile file;
    explicit Handle(gzFile opened) : file(opened) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { gzclose_r(file); }
};

InputFile::InputFile(const std::string& path) : path_(path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw IoError::from_errno("cannot read " + path, EISDIR);
    errno = 0;
    gzFile file = gzopen(path.c_str(), "rb");  // passes plain files through
    if (file == nullptr) throw IoError::from_errno("cannot read " + path, errno != 0 ? errno : ENOMEM);
    handle_ = std::make_unique<Handle>(file);
    gzbuffer(file, 1U << 18U);
}

InputFile::~InputFile() = default;
InputFile::InputFile(InputFile&&) noexcept = default;
InputFile& InputFile::operator=(InputFile&&) noexcept = default;

std::size_t InputFile::read(void* bytes, std::size_t count) {
    auto* to = static_cast<char*>(bytes);
    std::size_t done = 0;
    while (done < count) {
        const auto step = static_cast<unsigned>(std::min<std::size_t>(count - done, 1U << 30U));
        const int got = gzread(handle_->file, to + done, step);
        int code = Z_OK;
        const char* message = gzerror(handle_->file, &code);
        if (code == Z_ERRNO) throw IoError::from_errno("cannot read " + path_, errno);
        if (code == Z_BUF_ERROR)
            throw DataError(path_, 0, 0, "truncated: the gzip stream ends in the middle");
        if (got < 0 || code < 0) throw DataError(path_, 0, 0, std::string("damaged gzip stream: ") + message);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::string read_whole_file(const std::string& path) {
    InputFile file(path);
    std::error_code unknown_size;
    const auto on_disk = std::filesystem::file_size(path, unknown_size);
    std::string content(unknown_size ? 1U << 16U : static_cast<std::size_t>(on_disk) + 1, '\0');
    std::size_t filled = 0;
    for (;;) {
        filled += file.read(content.data() + filled, content.size() - filled);
        if (filled < content.size()) break;
        content.resize(content.size() * 3);
    }
    content.resize(filled);
    return content;
}

}  // namespace reboost::data
