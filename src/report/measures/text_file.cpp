#include "report/measures/text_file.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"

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
    results::write_file_atomically(path, text, results::Durability::not_synced);
}

}  // namespace reboost::report
