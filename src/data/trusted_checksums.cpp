#include "data/trusted_checksums.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <fstream>
#include <map>

namespace reboost::data {
namespace {

constexpr const char* kFile = "trusted.sha256";

/// Lines "<sha256>  <path>", as sha256sum writes and checks them.
std::map<std::string, std::string> read_records(const std::filesystem::path& folder) {
    std::map<std::string, std::string> records;
    std::ifstream file(folder / kFile);
    std::string sum, path;
    while (file >> sum && std::getline(file >> std::ws, path))
        records[path] = sum;
    return records;
}

}  // namespace

std::optional<std::string> trusted_checksum(const DataRoot& root, const std::string& relative) {
    for (const std::filesystem::path& folder : root.folders()) {
        const auto records = read_records(folder);
        if (const auto found = records.find(relative); found != records.end()) return found->second;
    }
    return std::nullopt;
}

void record_trusted_checksum(const DataRoot& root, const std::string& relative, const std::string& sha256) {
    auto records = read_records(root.folder);
    records[relative] = sha256;
    const std::string path = (root.folder / kFile).string(), temporary = path + ".tmp";
    {
        std::ofstream file(temporary);
        for (const auto& [name, sum] : records)
            file << sum << "  " << name << '\n';
        if (!file.flush()) throw IoError::from_errno("cannot write " + temporary, errno);
    }
    std::filesystem::rename(temporary, path);
}

}  // namespace reboost::data
