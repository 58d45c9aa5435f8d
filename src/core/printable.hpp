#pragma once
/// Text of strangers for a terminal: names of files, data sets and columns, and messages that hold them.
#include <string>
#include <string_view>

namespace reboost {

/// Control characters, which a terminal would obey, as question marks: those below a blank, DEL, and in UTF-8
/// those from U+0080 to U+009F. So are bytes that are no UTF-8. Line breaks stay where `lines` says so.
std::string printable(std::string_view text, bool lines = false);

/// Whether a text is UTF-8 (RFC 3629).
bool is_utf8(std::string_view text);

}  // namespace reboost
