#pragma once
/// Ids of runs and of families of runs become names of files.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::results {

/// Whether `text` may name a file: lower-case letters, digits, '_' and '-' only, so that nothing leads
/// elsewhere. Ids are 64 hexadecimal digits.
inline bool is_run_id(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
    });
}
/// Throws UsageError where `text` cannot be one.
void require_run_id(const std::string& text);

/// The id that the file is named after; "": it is none of ours.
std::string id_of(const std::filesystem::path& file, const std::string& extension);
/// The ids that files in `folder` are named after, sorted.
std::vector<std::string> ids_in(const std::filesystem::path& folder, const std::string& extension);

}  // namespace reboost::results
