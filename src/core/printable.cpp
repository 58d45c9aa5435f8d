#include "core/printable.hpp"

#include <algorithm>

namespace reboost {
namespace {

/// The bytes of the UTF-8 sequence that a text begins with; 0: it is none (RFC 3629).
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

std::string printable(std::string_view text, bool lines) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        const auto c = static_cast<unsigned char>(text[0]);
        const bool is_c1 = c == 0xC2 && length == 2 && static_cast<unsigned char>(text[1]) < 0xA0;
        const bool kept = length > 0 && c >= 0x20 && c != 0x7F && !is_c1;
        if (kept || (lines && c == '\n'))
            shown += text.substr(0, length);
        else
            shown += '?';
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown;
}

}  // namespace reboost
