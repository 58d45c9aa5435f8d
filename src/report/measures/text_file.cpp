#include "report/measures/text_file.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <fstream>
#include <sstream>

namespace reboost::report {

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw IoError::from_errno("cannot read " + path.string(), errno);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void write_text(const std::filesystem::path& path, const std::string& text) {
    std::error_code failed;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), failed);
    if (failed)
        throw IoError("cannot make the folder " + path.parent_path().string() + ": " + failed.message());
    std::filesystem::path unfinished = path;
    unfinished += ".tmp";
    {
        std::ofstream file(unfinished, std::ios::binary);
        file << text;
        file.flush();
        if (!file) throw IoError::from_errno("cannot write " + unfinished.string(), errno);
    }
    std::filesystem::rename(unfinished, path, failed);
    if (failed) throw IoError("cannot write " + path.string() + ": " + failed.message());
}

}  // namespace reboost::report
