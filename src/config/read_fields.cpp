#include "config/read_fields.hpp"

#include "config/paths.hpp"
#include "core/text.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

/// "; write \"booster\": {\"rounds\": ...}" of the path "booster.rounds", which stands elsewhere; else "".
std::string hint_at_path(const std::string& key) {
    if (key.find('.') == std::string::npos || !known_paths().all.contains(key)) return {};
    std::string text, closing;
    for (const std::string_view part : split(key, '.')) {
        text += (text.empty() ? "" : "{") + std::string("\"") + std::string(part) + "\": ";
        closing += "}";
    }
    return "; paths stand in profiles, zip, exclude, only and --set: write " + text + "..." +
           closing.substr(1);
}

}  // namespace

std::string allowed_range(const FieldInfo& info) {
    if (std::isinf(info.min) && std::isinf(info.max)) return "any number";
    if (std::isinf(info.min)) return "at most " + number_text(info.max);
    if (std::isinf(info.max)) return "at least " + number_text(info.min);
    return number_text(info.min) + " to " + number_text(info.max);
}

double read_number(const Node& node, const FieldInfo& info, bool whole) {
    const Value* value = node.scalar();
    if (value == nullptr || !value->is_number()) throw node.expected(whole ? "a whole number" : "a number");
    const double number = value->as_number();
    if (whole && (number != std::floor(number) || std::fabs(number) > kLargestWhole))
        throw node.expected("a whole number");
    if (!(number >= info.min && number <= info.max))
        throw node.error(to_json(*value) + " is out of range; allowed: " + allowed_range(info));
    return number;
}

void refuse_unknown_members(const Node& node, const std::vector<std::string>& known,
                            const std::string& owner) {
    ErrorList errors;
    for (const auto& [key, member] : *node.members())
        if (std::ranges::find(known, key) == known.end())
            errors.add(
                member.error(unknown_name_message("option", key, known, owner) + hint_at_path(key)).what());
    errors.throw_if_any();
}

}  // namespace reboost::config
