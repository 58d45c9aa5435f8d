#include "data/trusted_checksums.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <fstream>
#include <map>

namespace reboost::data {
namespace {

constexpr const char* kFile = "trusted.sha256";

/// Lines "<sha256>  <path>", as sha256sum writes and checks them.
std::map<std::string, std::string> read_records(const DataRoot& root) {
    std::map<std::string, std::string> records;
    std::ifstream file(root.path_of(kFile));
    std::string sum, path;
    while (file >> sum && std::getline(file >> std::ws, path))
        records[path] = sum;
    return records;
}

}  // namespace

std::optional<std::string> trusted_checksum(const DataRoot& root, const std::string& relative) {
    const auto records = read_records(root);
    const auto found = records.find(relative);
    return found == records.end() ? std::nullopt : std::optional(found->second);
}

void record_trusted_checksum(const DataRoot& root, const std::string& relative, const std::string& sha256) {
    auto records = read_records(root);
    records[relative] = sha256;
    const std::string path = root.path_of(kFile), temporary = path + ".tmp";
    {
        std::ofstream file(temporary);
        for (const auto& [name, sum] : records)
            file << sum << "  " << name << '\n';
        if (!file.flush()) throw IoError::from_errno("cannot write " + temporary, errno);
    }
    std::filesystem::rename(temporary, path);
}

}  // namespace reboost::data
