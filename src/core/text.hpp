#pragma once
/// Parsing, splitting and padding of texts; safe display of foreign texts on a terminal.
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace reboost {

/// The whole text as a number; nullopt if it is not one or the number is too large.
template <class T>
std::optional<T> parse_whole(std::string_view text) {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

/// The number of terminal columns of a text: its number of code points.
std::size_t text_width(std::string_view text);

/// The text padded with blanks to `width` columns; longer texts are unchanged.
std::string padded(std::string_view text, std::size_t width);

/// A number with its noun: "1 run", "2 runs".
std::string counted(std::size_t count, std::string_view noun);

/// The names, or the first of many: "A, B, C", "A, B, C, D, E and 3 more".
std::string first_names(const std::vector<std::string>& names);

/// The parts between the marks. A mark at the end closes the last part; an empty text has no parts.
std::vector<std::string_view> split(std::string_view text, char mark);

/// Replaces control characters, which a terminal would obey, by question marks: those below a blank, DEL and,
/// in UTF-8, U+0080 to U+009F; also bytes that are not UTF-8. Keeps line breaks if `lines`.
std::string printable(std::string_view text, bool lines = false);
/// Whether a text is UTF-8 (RFC 3629).
bool is_utf8(std::string_view text);
/// The text's code points; U+FFFD for each byte that is not UTF-8.
std::u32string code_points(std::string_view text);

}  // namespace reboost
