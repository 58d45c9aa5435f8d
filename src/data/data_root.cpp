#include "data/data_root.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <cstdlib>

namespace reboost::data {

namespace fs = std::filesystem;

std::vector<fs::path> DataRoot::folders() const {
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
    for (const std::string_view part : split(text, ':')) {
        if (part.empty()) continue;
        if (root.folder.empty())
            root.folder = part;
        else
            root.others.emplace_back(part);
    }
    if (root.folder.empty()) throw UsageError("no data folder in '" + std::string(text) + "'");
    return root;
}

DataRoot default_data_root() {
    if (const char* stated = std::getenv("REBOOST_DATA"); stated != nullptr && *stated != '\0')
        return parse_data_root(stated);
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return {std::filesystem::path(home) / ".cache" / "reboost"};
    throw UsageError("no data folder: neither REBOOST_DATA nor HOME is set");
}

}  // namespace reboost::data
