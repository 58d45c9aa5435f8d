#include "core/text.hpp"

#include <algorithm>

namespace reboost {
namespace {

/// The length in bytes of the UTF-8 sequence at the text's beginning; 0 if there is no valid one (RFC 3629).
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool beyond = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
    return overlong || beyond ? 0 : length;
}

}  // namespace

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::u32string code_points(std::string_view text) {
    std::u32string points;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(sequence_length(text), 1);
        const auto first = static_cast<unsigned char>(text[0]);
        char32_t point = length > 1 ? first & (0x7FU >> length) : first < 0x80 ? first : U'\uFFFD';
        for (const char next : text.substr(1, length - 1))
            point = (point << 6U) | (static_cast<unsigned char>(next) & 0x3FU);
        points += point;
        text.remove_prefix(length);
    }
    return points;
}

std::string printable(std::string_view text, bool lines) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        const auto c = static_cast<unsigned char>(text[0]);
        const bool is_c1 = c == 0xC2 && length == 2 && static_cast<unsigned char>(text[1]) < 0xA0;
        const bool kept = length > 0 && c >= 0x20 && c != 0x7F && !is_c1;
        shown += kept || (lines && c == '\n') ? text.substr(0, length) : "?";
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown;
}

std::size_t text_width(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(width - std::min(width, text_width(text)), ' ');
}

std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string first_names(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 5;
    const std::size_t shown = names.size() > kMost + 1 ? kMost : names.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return shown < names.size() ? text + " and " + std::to_string(names.size() - shown) + " more" : text;
}

std::vector<std::string_view> split(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find(mark);
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

}  // namespace reboost
