#pragma once
/// Words of ARFF's lines: quoted text, comments, names and kinds of attributes.
#include <optional>
#include <string>
#include <string_view>

namespace reboost::data {

/// Takes the next word, which `stops` end, or quoted text off `rest`. Nothing: a quote is not closed.
std::optional<std::string> take_word(std::string_view& rest, std::string_view stops);

/// The line up to a comment: "%" at its beginning or behind a blank or a comma, outside quotes.
std::string_view without_comment(std::string_view line);

struct ArffAttribute {
    std::string name, kind;  ///< kind in lower case; "{": a set, which `rest` holds
    std::string_view rest;   ///< behind the kind, or behind the brace
};

/// numeric, real, integer.
bool is_number_kind(std::string_view kind);
/// string, date.
bool is_text_kind(std::string_view kind);

/// What stands behind "@attribute". A name without quotes may hold blanks: it ends before a brace or the last
/// word that is a kind. Nothing: a quote is not closed.
std::optional<ArffAttribute> split_attribute(std::string_view text);

}  // namespace reboost::data
