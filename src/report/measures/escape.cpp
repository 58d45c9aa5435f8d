#include "report/measures/escape.hpp"

#include "core/checksum.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>
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

/// Whether a name ends like the slugs that file_slug makes: it could be the slug of another name.
bool ends_in_hash(const std::string& name) {
    if (name.size() <= kHashDigits || name[name.size() - kHashDigits - 1] != '-') return false;
    return name.find_last_not_of("0123456789abcdef") < name.size() - kHashDigits;
}

using Replacements = std::vector<std::pair<char, std::string_view>>;

std::string escape(const std::string& text, const Replacements& replacements) {
    std::string result;
    for (const char c : one_line(text)) {
        const auto found = std::ranges::find(replacements, c, &Replacements::value_type::first);
        result += found == replacements.end() ? std::string_view(&c, 1) : found->second;
    }
    return result;
}

constexpr std::size_t kLongestWord = 24, kBreakEvery = 12, kMostExponent = 4;

/// LaTeX commands of characters that LaTeX would not print as they are.
using Signs = std::map<char32_t, std::string>;

/// Reads a table of characters, each followed by its LaTeX command.
Signs signs(const char* table) {
    Signs read;
    std::istringstream in(table);
    for (std::string sign, latex; in >> sign >> latex;)
        read[code_points(sign).front()] = latex;
    return read;
}

/// '[' and '*' are in braces: after the \\ of a row they would be its options; "-{}" avoids long dashes.
constexpr const char* kSpecial = R"(
" ''  # \#  $ \$  % \%  & \&  ' \textquotesingle{}  * {*}  - -{}  < \textless{}  > \textgreater{}
[ {[}  \ \textbackslash{}  ] {]}  ^ \^{}  _ \_  ` \textasciigrave{}  { \{  | \textbar{}  } \}  ~ \~{}
§ \S{}  ° $^\circ$  ± $\pm$  ² $^2$  ³ $^3$  µ $\mu$  · $\cdot$  ¹ $^1$  × $\times$  ß \ss{}  ÷ $\div$
¼ $\frac14$  ½ $\frac12$  ¾ $\frac34$
Γ $\Gamma$  Δ $\Delta$  Θ $\Theta$  Λ $\Lambda$  Ξ $\Xi$  Π $\Pi$  Σ $\Sigma$  Φ $\Phi$  Ψ $\Psi$  Ω $\Omega$
α $\alpha$  β $\beta$  γ $\gamma$  δ $\delta$  ε $\epsilon$  ζ $\zeta$  η $\eta$  θ $\theta$  ι $\iota$
κ $\kappa$  λ $\lambda$  μ $\mu$  ν $\nu$  ξ $\xi$  π $\pi$  ρ $\rho$  σ $\sigma$  τ $\tau$  φ $\varphi$
χ $\chi$  ψ $\psi$  ω $\omega$
– --  — ---  ‘ `{}  ’ '{}  “ ``  ” ''  … \ldots{}
⁰ $^0$  ⁴ $^4$  ⁵ $^5$  ⁶ $^6$  ⁷ $^7$  ⁸ $^8$  ⁹ $^9$  ⁻ $^-$
← $\leftarrow$  → $\rightarrow$  ∆ $\Delta$  ∈ $\in$  ∏ $\prod$  ∑ $\sum$  − $-$  √ $\surd$  ∞ $\infty$
≈ $\approx$  ≠ $\neq$  ≤ $\leq$  ≥ $\geq$  ★ $\star$)";

/// Accents that follow their letter in Unicode and precede it in LaTeX, and their commands.
constexpr std::u32string_view kMarks =
    U"\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030A\u030B\u030C\u0327";
constexpr std::string_view kMarkCommands = "`'^~=u.\"rHvc";

/// Whether pdfLaTeX knows this accented letter as it is, in every font encoding.
bool is_known_letter(char32_t point) {
    constexpr std::u32string_view kLacking =
        U"\u00D0\u00DE\u00F0\u00FE\u0104\u0105\u0110\u0111\u0118\u0119\u0126\u0127\u012E\u012F\u0132"
        U"\u0133\u0138\u013F\u0140\u0149\u014A\u014B\u0166\u0167\u0172\u0173";
    return point >= 0xC0 && point <= 0x17E && kLacking.find(point) == std::u32string_view::npos;
}

std::string utf8_of_two(char32_t point) {
    return {static_cast<char>(0xC0U | (point >> 6U)), static_cast<char>(0x80U | (point & 0x3FU))};
}

std::string set_point(char32_t point) {
    static const Signs kSigns = signs(kSpecial);
    if (const auto sign = kSigns.find(point); sign != kSigns.end()) return sign->second;
    if (point == U'\u00A0') return "~";
    if (point < 0x80) return {static_cast<char>(point)};
    if (is_known_letter(point)) return utf8_of_two(point);
    return fmt::format("{{[}}U+{:04X}{{]}}", static_cast<std::uint32_t>(point));
}

/// Returns the exponent of a power such as "^5" or "^−3" that begins at `i`; "" if there is none. More than
/// kMostExponent digits are no exponent, since LaTeX could not break them.
std::string exponent_at(const std::u32string& points, std::size_t i) {
    if (points[i] != U'^') return "";
    std::string exponent;
    if (++i < points.size() && (points[i] == U'-' || points[i] == U'\u2212')) exponent = "-", ++i;
    const std::size_t sign = exponent.size();
    for (; i < points.size() && points[i] >= U'0' && points[i] <= U'9'; ++i)
        exponent += static_cast<char>(points[i]);
    return exponent.size() > sign && exponent.size() - sign <= kMostExponent ? exponent : "";
}

/// Whether the text from `i` to the next blank is longer than kLongestWord characters.
bool begins_long_word(const std::u32string& points, std::size_t i) {
    return std::min(points.find(U' ', i), points.size()) - i > kLongestWord;
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

std::string escape_latex(const std::string& text) {
    const std::u32string points = code_points(one_line(text));
    std::string result;
    std::size_t in_word = 0;
    bool long_word = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i] == U' ')
            in_word = 0;
        else if (in_word == 0)
            long_word = begins_long_word(points, i);
        if (long_word && in_word > 0 && in_word % kBreakEvery == 0) result += "\\allowbreak{}";
        if (points[i] != U' ') ++in_word;
        const std::size_t mark =
            i + 1 < points.size() ? kMarks.find(points[i + 1]) : std::u32string_view::npos;
        const bool letter =
            (points[i] >= U'a' && points[i] <= U'z') || (points[i] >= U'A' && points[i] <= U'Z');
        if (const std::string exponent = exponent_at(points, i); !exponent.empty()) {
            result += "$^{" + exponent + "}$";
            i += exponent.size();
        } else if (letter && mark != std::u32string_view::npos) {
            result += std::string{'\\', kMarkCommands[mark], '{'} + set_point(points[i]) + "}";
            ++i;
        } else {
            result += set_point(points[i]);
        }
    }
    return result;
}

std::string csv_field(const std::string& text) {
    std::string field = one_line(text);
    if (!field.empty() && std::string_view("=+-@").find(field.front()) != std::string_view::npos)
        field.insert(0, "'");
    if (field.find_first_of(",\"") == std::string::npos) return field;
    return '"' + escape(field, {{'"', "\"\""}}) + '"';
}

std::string csv_value(const Value& value) {
    if (value.is_null()) return "";
    return value.is_string() ? csv_field(value.as_string()) : to_json(value);
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
    // Gnuplot 5.4 misreads two quotes at the beginning of a string, so quotes become apostrophes.
    static const Replacements kQuote{{'\'', "\u2019"}};
    return "'" + escape(text, kQuote) + "'";
}

}  // namespace reboost::report
