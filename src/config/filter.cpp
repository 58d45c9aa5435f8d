#include "config/filter.hpp"

#include "config/label.hpp"
#include "config/paths.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

/// "ucb" is the policy of "ucb(10)": what stands before the parenthesis.
bool is_called(const Value& object, const std::string& text, const std::string& path) {
    const Value* name = object.find("name");
    if (name == nullptr) return false;
    if (name->as_string() == text) return true;
    if (path == "dataset") return dataset_label(object) == text;
    if (part_label(object) == text) return true;
    const std::string label = part_label(without_names(object));
    return label == text || label.substr(0, label.find_first_of("([")) == text ||
           label.substr(0, label.find('[')) == text;
}

bool matches_value(const Value& value, const Node& wanted, const std::string& path) {
    if (const Node::List* choices = wanted.list())
        return std::any_of(choices->begin(), choices->end(),
                           [&](const Node& one) { return matches_value(value, one, path); });
    if (const Node::Members* members = wanted.members())
        return std::all_of(members->begin(), members->end(), [&](const auto& member) {
            const Value* inner = value.find(member.first);
            return inner != nullptr && matches_value(*inner, member.second, path + "." + member.first);
        });
    if (value.is_object() && wanted.string()) return is_called(value, *wanted.string(), path);
    return same_value(value, *wanted.scalar());
}

bool matches(const Value& spec, const Node& pattern) {
    return std::all_of(pattern.members()->begin(), pattern.members()->end(), [&](const auto& member) {
        const Value* value = find_path(spec, member.first);
        return value != nullptr && matches_value(*value, member.second, member.first);
    });
}

bool some_matches(const Value& spec, const std::vector<Node>& patterns) {
    return std::ranges::any_of(patterns, [&](const Node& pattern) { return matches(spec, pattern); });
}

}  // namespace

void Filter::add(const Node& patterns, std::vector<std::vector<Node>>& into) {
    std::vector<Node> list;
    if (patterns.list())
        list.assign(patterns.list()->begin(), patterns.list()->end());
    else
        list.push_back(patterns);
    for (const Node& pattern : list) {
        if (pattern.members() == nullptr || pattern.members()->empty())
            throw pattern.expected("an object of paths with values");
        for (const auto& [path, value] : *pattern.members())
            require_known_path(path, value);
    }
    into.push_back(std::move(list));
}

bool Filter::keeps(const Value& complete_spec) const {
    for (const auto& patterns : exclude_)
        if (some_matches(complete_spec, patterns)) return false;
    return std::ranges::all_of(only_,
                               [&](const auto& patterns) { return some_matches(complete_spec, patterns); });
}

}  // namespace reboost::config
