#pragma once
/// A strict reader of HTML and XML: what it accepts, every browser reads in the same way.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report::test {

/// Moves `at` from the end of a tag's name behind its '>'; `empty`: the tag ends in "/>". Returns a mistake,
/// or
/// "".
inline std::string read_attributes(std::string_view text, std::size_t& at, bool& empty) {
    const std::string near(text.substr(at, 60));
    for (empty = false; text[at] != '>'; ++at) {
        if (at + 1 >= text.size()) return "tag without end at " + near;
        empty = text[at] == '/';
        if (text[at] != '=') continue;
        const char quote = text[at + 1];
        if (quote != '"' && quote != '\'') return "attribute without quotes at " + near;
        const std::size_t close = text.find(quote, at + 2);
        if (close == std::string_view::npos) return "quote without end at " + near;
        if (text.substr(at + 2, close - at - 2).find('<') != std::string_view::npos)
            return "< in an attribute at " + near;
        at = close;
    }
    ++at;
    return "";
}

/// The first mistake: a tag that is not closed, an attribute without quotes, a stray '<' or '&'. "" where
/// there is none.
inline std::string markup_mistake(std::string_view text) {
    constexpr std::array<std::string_view, 6> kVoid{"meta", "link", "br", "img", "hr", "input"};
    std::vector<std::string> open;
    const auto name_end = [&](std::size_t at) { return text.find_first_of(" \t\n/>", at); };
    for (std::size_t at = 0; at < text.size();) {
        const std::string near(text.substr(at, 60));
        if (text[at] == '&') {
            const std::size_t end = text.find(';', at);
            if (end == std::string_view::npos || end - at > 8) return "stray & at " + near;
            at = end + 1;
            continue;
        }
        if (text[at] != '<') {
            ++at;
            continue;
        }
        if (text.substr(at, 4) == "<!--") {
            at = text.find("-->", at);
            if (at == std::string_view::npos) return "comment without end at " + near;
            continue;
        }
        if (text.substr(at, 2) == "<!" || text.substr(at, 2) == "<?") {
            at = text.find('>', at) + 1;
            continue;
        }
        const bool closes = text.substr(at, 2) == "</";
        const std::size_t begin = at + (closes ? 2 : 1), end = name_end(begin);
        if (end == std::string_view::npos || end == begin) return "stray < at " + near;
        const std::string name(text.substr(begin, end - begin));
        if (closes) {
            if (open.empty() || open.back() != name) return "</" + name + "> closes nothing at " + near;
            open.pop_back();
            at = text.find('>', end) + 1;
            continue;
        }
        at = end;
        bool empty = false;
        if (const std::string mistake = read_attributes(text, at, empty); !mistake.empty()) return mistake;
        if (empty || std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end()) continue;
        if (name == "script" || name == "style") {
            at = text.find("</" + name, at);
            if (at == std::string_view::npos) return "<" + name + "> without end";
        }
        open.push_back(name);
    }
    return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

}  // namespace reboost::report::test
