#pragma once
/// Numbers and parts of a text; text of strangers for a terminal.
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
std::size_t text_width(std::string_view text);

/// With blanks after it, `width` columns wide; longer texts stay as they are.
std::string padded(std::string_view text, std::size_t width);

/// "1 run", "2 runs".
std::string counted(std::size_t count, std::string_view noun);

/// "A, B, C", "A, B, C, D, E and 3 more".
std::string first_names(const std::vector<std::string>& names);

/// What stands between the marks. A mark at the end closes the last part; an empty text has none.
std::vector<std::string_view> split(std::string_view text, char mark);

/// Control characters, which a terminal would obey, as question marks: those below a blank, DEL, and in UTF-8
/// those from U+0080 to U+009F. So are bytes that are no UTF-8. Line breaks stay where `lines` says so.
std::string printable(std::string_view text, bool lines = false);
/// Whether a text is UTF-8 (RFC 3629).
bool is_utf8(std::string_view text);
/// Its code points; U+FFFD for each byte that is no UTF-8.
std::u32string code_points(std::string_view text);

}  // namespace reboost
