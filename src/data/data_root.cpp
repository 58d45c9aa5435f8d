#include "data/data_root.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "files/atomic_file.hpp"

#include <cstdlib>
#include <fstream>
#include <map>

namespace reboost::data {
namespace {

constexpr const char* kFile = "trusted.sha256";

/// The file has lines "<sha256>  <path>", as the program sha256sum writes and checks them.
std::map<std::string, std::string> read_records(const std::filesystem::path& folder) {
    std::map<std::string, std::string> records;
    std::ifstream file(folder / kFile);
    std::string sum, path;
    while (file >> sum && std::getline(file >> std::ws, path))
        records[path] = sum;
    return records;
}

}  // namespace

namespace fs = std::filesystem;

std::vector<fs::path> DataRoot::folders() const {
    if (folder.empty()) throw UsageError("no data folder: neither REBOOST_DATA nor HOME is set");
    std::vector<fs::path> all{folder};
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

std::string DataRoot::path_of(const std::string& relative) const {
    std::error_code unreadable;
    for (const fs::path& place : folders())
        if (fs::exists(place / relative, unreadable)) return (place / relative).string();
    return (folder / relative).string();
}

std::string DataRoot::text() const {
    std::string text = folder.string();
    for (const fs::path& other : others)
        text += ":" + other.string();
    return text;
}

DataRoot parse_data_root(std::string_view text) {
    DataRoot root;
    for (const std::string_view part : split(text, ':'))
        if (!part.empty()) (root.folder.empty() ? root.folder : root.others.emplace_back()) = part;
    if (root.folder.empty()) throw UsageError("no data folder in '" + std::string(text) + "'");
    return root;
}

DataRoot default_data_root() {
    if (const char* stated = std::getenv("REBOOST_DATA"); stated != nullptr && *stated != '\0')
        return parse_data_root(stated);
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return {std::filesystem::path(home) / ".cache" / "reboost"};
    return {};  // a user's own files and generated data sets need no folder
}

std::string trusted_checksum(const DataRoot& root, const std::string& relative) {
    for (const std::filesystem::path& folder : root.folders()) {
        const auto records = read_records(folder);
        if (const auto found = records.find(relative); found != records.end()) return found->second;
    }
    return "";
}

void record_trusted_checksum(const DataRoot& root, const std::string& relative, const std::string& sha256) {
    auto records = read_records(root.folder);
    records[relative] = sha256;
    std::string text;
    for (const auto& [name, sum] : records)
        text += sum + "  " + name + "\n";
    files::write_file_atomically(root.folder / kFile, text);
}

}  // namespace reboost::data
