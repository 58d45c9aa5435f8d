#include "config/possible_values.hpp"

#include "config/number_range.hpp"
#include "config/paths.hpp"
#include "core/names.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace reboost::config {
namespace {

using Types = std::set<std::string>;

constexpr std::string_view kOrNull = " or null";

/// `type` as FieldDoc::type has it.
bool is_of_type(const Value& value, std::string_view type) {
    if (type.ends_with(kOrNull)) {
        if (value.is_null()) return true;
        type.remove_suffix(kOrNull.size());
    }
    if (type == "boolean") return value.is_bool();
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_number() && value.as_number() == std::floor(value.as_number());
    return type != "object" && value.is_string();
}

std::string in_words(std::string_view type) {
    std::string_view rest;
    if (type.ends_with(kOrNull)) {
        rest = kOrNull;
        type.remove_suffix(kOrNull.size());
    }
    std::string words = "an object";
    if (type == "boolean") words = "true or false";
    if (type == "number") words = "a number";
    if (type == "integer") words = "a whole number";
    if (type == "string") words = "a string";
    if (type == "one of") words = "a name";
    return words + std::string(rest);
}

/// What `path` takes; empty where that is checked elsewhere (names of parts and data sets) or not at all.
Types types_at(const std::string& path) {
    const auto found = known_paths().types.find(path);
    if (path == "dataset" || found == known_paths().types.end()) return {};
    for (const std::string& type : found->second)
        if (type == "choice" || type.starts_with("list of")) return {};
    return found->second;
}

void require_possible_scalar(const Node& wanted, const std::string& path) {
    const Types types = types_at(path);
    if (types.empty()) return;
    const Value& value = *wanted.scalar();
    if (std::ranges::none_of(types, [&](const std::string& type) { return is_of_type(value, type); })) {
        std::vector<std::string> words;
        for (const std::string& type : types)
            words.push_back(in_words(type));
        throw wanted.expected(fmt::format("{}", fmt::join(words, " or ")));
    }
    if (types != Types{"one of"}) return;
    const Types& names = known_paths().names.find(path)->second;
    if (names.contains(value.as_string())) return;
    throw wanted.error(unknown_name_message(path.substr(path.rfind('.') + 1), value.as_string(),
                                            std::vector<std::string>(names.begin(), names.end())));
}

bool takes_numbers(const std::string& path) {
    return known_paths().integers.contains(path) || known_paths().reals.contains(path);
}

}  // namespace

void require_possible(const Node& wanted, const std::string& path) {
    if (wanted.list() != nullptr) {
        for (const Node& one : *wanted.list())
            require_possible(one, path);
        return;
    }
    if (wanted.scalar() != nullptr) return require_possible_scalar(wanted, path);
    if (takes_numbers(path)) {
        if (const Node* bounds = only_member(wanted, "range")) {
            read_number_range(*bounds);
            return;
        }
    }
    for (const auto& [key, member] : *wanted.members()) {
        const std::string below = path + "." + key;
        require_known_path(below, member);
        require_possible(member, below);
    }
}

}  // namespace reboost::config
