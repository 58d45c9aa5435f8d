#include "core/printable.hpp"

namespace reboost {

std::string printable(std::string_view text, bool lines) {
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : ' ');
        const bool is_c1 = c == 0xC2 && next >= 0x80 && next < 0xA0;
        const bool kept = c >= 0x20 && c != 0x7F && !is_c1;
        shown += kept || (lines && c == '\n') ? text[i] : '?';
        if (is_c1) ++i;
    }
    return shown;
}

}  // namespace reboost
