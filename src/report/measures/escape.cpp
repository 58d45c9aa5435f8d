#include "report/measures/escape.hpp"

#include "core/checksum.hpp"
#include "core/value.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kLongestSlug = 80, kHashDigits = 12;

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

/// Ends like a slug that was replaced: such a name could be another's slug.
bool ends_in_hash(const std::string& name) {
    if (name.size() <= kHashDigits || name[name.size() - kHashDigits - 1] != '-') return false;
    return name.find_last_not_of("0123456789abcdef") < name.size() - kHashDigits;
}

using Replacements = std::vector<std::pair<char, std::string_view>>;

std::string escape(const std::string& text, const Replacements& replacements) {
    std::string result;
    for (const char c : one_line(text)) {
        const auto found = std::ranges::find_if(replacements, [c](const auto& r) { return r.first == c; });
        if (found == replacements.end())
            result += c;
        else
            result += found->second;
    }
    return result;
}

}  // namespace

std::string file_slug(const std::string& name) {
    std::string slug;
    for (const char c : name)
        slug += is_plain(c) ? c : '-';
    if (slug.empty() || slug.front() == '.' || slug.front() == '-') slug.insert(0, "_");
    if (slug == name && slug.size() <= kLongestSlug && !ends_in_hash(name)) return slug;
    return slug.substr(0, kLongestSlug) + "-" + sha256_hex(name).substr(0, kHashDigits);
}

std::string one_line(const std::string& text) {
    std::string line = text;
    std::replace_if(line.begin(), line.end(), is_control, ' ');
    return line;
}

std::string escape_html(const std::string& text) {
    static const Replacements kHtml{
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    return escape(text, kHtml);
}

std::string escape_markdown(const std::string& text) {
    static const Replacements kMarkdown{{'\\', "\\\\"}, {'|', "\\|"}, {'`', "\\`"},  {'*', "\\*"},
                                        {'[', "\\["},   {']', "\\]"}, {'<', "&lt;"}, {'&', "&amp;"}};
    return escape(text, kMarkdown);
}

std::string csv_field(const std::string& text) {
    std::string field = one_line(text);
    if (!field.empty() && std::string_view("=+-@").find(field.front()) != std::string_view::npos)
        field.insert(0, "'");
    if (field.find_first_of(",\"") == std::string::npos) return field;
    std::string quoted = "\"";
    for (const char c : field)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

std::string script_json(const std::string& text) {
    return script_safe(to_json(Value(one_line(text))));
}

std::string script_safe(const std::string& plain) {
    std::string json;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const std::string_view three = std::string_view(plain).substr(i, 3);
        if (three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
            json += three.back() == '\xA8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else if (plain[i] == '<' || plain[i] == '>' || plain[i] == '&') {
            json += fmt::format("\\u{:04x}", static_cast<unsigned>(plain[i]));
        } else {
            json += plain[i];
        }
    }
    return json;
}

std::string gnuplot_string(const std::string& text) {
    // Gnuplot 5.4 does not read two quotes at the beginning of a string as one.
    static const Replacements kQuote{{'\'', "\u2019"}};
    return "'" + escape(text, kQuote) + "'";
}

}  // namespace reboost::report
