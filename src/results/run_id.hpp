#pragma once
/// Ids of runs and of families of runs become names of files.
#include <algorithm>
#include <string_view>

namespace reboost::results {

/// Whether `text` may be an id (64 hexadecimal digits): no slash and no dot that would lead elsewhere.
inline bool is_run_id(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
    });
}

}  // namespace reboost::results
