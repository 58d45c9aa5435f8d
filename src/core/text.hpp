#pragma once
/// Numbers and parts of a text.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace reboost {

/// The number that a text is from its first to its last character; nullopt where it is none, or too large.
template <class T>
std::optional<T> parse_whole(std::string_view text) {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

/// Columns of a terminal that a text takes: its code points.
inline std::size_t text_width(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// With blanks after it, `width` columns wide; longer texts stay as they are.
inline std::string padded(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(width - std::min(width, text_width(text)), ' ');
}

/// "1 run", "2 runs".
inline std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

/// "A, B, C", "A, B, C, D, E and 3 more".
inline std::string first_names(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 5;
    const std::size_t shown = names.size() > kMost + 1 ? kMost : names.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return shown < names.size() ? text + " and " + std::to_string(names.size() - shown) + " more" : text;
}

/// What stands between the marks. A mark at the end closes the last part; an empty text has none.
inline std::vector<std::string_view> split(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find(mark);
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

}  // namespace reboost
