#include "data/readers/arff_words.hpp"

#include "data/raw_table.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace reboost::data {
namespace {

/// The character that stands behind a backslash in quoted text.
char escaped(char c) {
    if (c == 't') return '\t';
    if (c == 'n') return '\n';
    return c == 'r' ? '\r' : c;
}

constexpr auto kNumberKinds = std::to_array<std::string_view>({"numeric", "real", "integer"});
constexpr auto kTextKinds = std::to_array<std::string_view>({"string", "date"});

bool is_one_of(std::string_view kind, std::span<const std::string_view> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_kind(std::string_view word) {
    return word == "relational" || is_one_of(word, kNumberKinds) || is_one_of(word, kTextKinds);
}

}  // namespace

bool is_number_kind(std::string_view kind) {
    return is_one_of(kind, kNumberKinds);
}

bool is_text_kind(std::string_view kind) {
    return is_one_of(kind, kTextKinds);
}

std::optional<std::string> take_word(std::string_view& rest, std::string_view stops) {
    rest = trim(rest);
    std::string word;
    if (!rest.empty() && (rest.front() == '\'' || rest.front() == '"')) {
        const char quote = rest.front();
        std::size_t i = 1;
        for (; i < rest.size() && rest[i] != quote; ++i) {
            const bool escapes = rest[i] == '\\' && i + 1 < rest.size();
            word += escapes ? escaped(rest[++i]) : rest[i];
        }
        if (i >= rest.size()) return std::nullopt;
        rest.remove_prefix(i + 1);
        return word;
    }
    const std::size_t end = std::min(rest.find_first_of(stops), rest.size());
    word = trim(rest.substr(0, end));
    rest.remove_prefix(end);
    return word;
}

std::string_view without_comment(std::string_view line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            if (c == '\\') ++i;
            if (c == quote) quote = 0;
            continue;
        }
        const bool begins_word =
            i == 0 || std::string_view(" \t,{").find(line[i - 1]) != std::string_view::npos;
        if (begins_word && c == '%') return trim(line.substr(0, i));
        if (begins_word && (c == '\'' || c == '"')) quote = c;
    }
    return trim(line);
}

std::optional<ArffAttribute> split_attribute(std::string_view text) {
    ArffAttribute attribute;
    text = trim(text);
    const bool quoted = text.starts_with('\'') || text.starts_with('"');
    if (quoted) {
        std::optional<std::string> name = take_word(text, "");
        if (!name) return std::nullopt;
        attribute.name = std::move(*name);
        text = trim(text);
    }
    const std::size_t brace = text.find('{');
    std::size_t end = brace;
    for (std::size_t at = 0; at < std::min(brace, text.size());) {
        const std::size_t stop = std::min(text.find_first_of(" \t[{", at), text.size());
        const bool may_be_kind = quoted ? at == 0 : at > 0;
        if (may_be_kind && is_kind(lower(text.substr(at, stop - at)))) end = at;
        if (end == at && brace != std::string_view::npos) break;  // "name string {…" is said to be wrong
        at = std::min(text.find_first_not_of(" \t", std::max(stop, at + 1)), text.size());
    }
    if (end == std::string_view::npos) end = quoted ? 0 : std::min(text.find_first_of(" \t"), text.size());
    if (!quoted) attribute.name = trim(text.substr(0, end));
    text = trim(text.substr(end));
    const std::size_t stop = text.starts_with('{') ? 1 : std::min(text.find_first_of(" \t[{"), text.size());
    attribute.kind = lower(text.substr(0, stop));
    attribute.rest = trim(text.substr(stop));
    return attribute;
}

}  // namespace reboost::data
