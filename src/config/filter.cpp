#include "config/filter.hpp"

#include "config/label.hpp"
#include "config/paths.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

/// The label of a learner, selector or booster, or of a choice inside a booster.
std::string label_at(const std::string& path, const Value& object) {
    return path.starts_with("booster.") ? choice_label(object, path.substr(path.rfind('.') + 1))
                                        : part_label(object);
}

/// "ucb" is the policy of "ucb(10)": what stands before the parenthesis. "goss(0.1)" names "goss(0.1,0.2)" by
/// the first of its numbers.
bool has_label(const Value& object, const std::string& text, const std::string& path) {
    if (path == "selector" && object.find("policy") != nullptr &&
        object.at("policy").at("name").as_string() == text)
        return true;  // of a bandit that is called otherwise: "external" is the policy of "my_policy(10)"
    const std::string label = label_at(path, without_names(object));
    if (text.ends_with(')') && label.starts_with(text.substr(0, text.size() - 1) + ",")) return true;
    return label == text || label.substr(0, label.find_first_of("([")) == text ||
           label.substr(0, label.find('[')) == text;
}

bool is_called(const Value& object, const std::string& text, const std::string& path) {
    const Value* name = object.find("name");
    if (name == nullptr) return false;
    if (name->as_string() == text) return true;
    if (path == "dataset") return dataset_label(object) == text;
    return label_at(path, object) == text || has_label(object, text, path);
}

/// The name of a learner, selector, ...: a bandit is also named by its policy.
bool has_name(const Value& part, const Node& wanted, const std::string& path) {
    if (const Node::List* choices = wanted.list())
        return std::ranges::any_of(*choices, [&](const Node& one) { return has_name(part, one, path); });
    const std::string* text = wanted.string();
    return text != nullptr && (part.at("name").as_string() == *text || has_label(part, *text, path));
}

bool matches_value(const Value& value, const Node& wanted, const std::string& path);

/// `key` may be a path below the object, which itself stands at `path`.
bool matches_member(const Value& object, const std::string& key, const Node& wanted,
                    const std::string& path) {
    if (const std::size_t dot = key.rfind('.'); dot != std::string::npos) {
        const std::string above = key.substr(0, dot);
        const Value* inner = find_path(object, above);
        return inner != nullptr &&
               matches_member(*inner, key.substr(dot + 1), wanted, path.empty() ? above : path + "." + above);
    }
    const Value* value = object.find(key);
    if (value == nullptr) return false;
    if (key == "name" && path_doc(path).is_choice()) return has_name(object, wanted, path);
    return matches_value(*value, wanted, path.empty() ? key : path + "." + key);
}

bool matches_value(const Value& value, const Node& wanted, const std::string& path) {
    if (const Node::List* choices = wanted.list())
        return std::ranges::any_of(*choices,
                                   [&](const Node& one) { return matches_value(value, one, path); });
    if (const Node* bounds = wanted.find("range")) return read_number_range(*bounds).contains(value);
    if (const Node::Members* members = wanted.members())
        return std::ranges::all_of(*members, [&](const auto& member) {
            return matches_member(value, member.first, member.second, path);
        });
    if (value.is_object() && wanted.string()) return is_called(value, *wanted.string(), path);
    return same_value(value, *wanted.scalar());
}

bool matches(const Value& spec, const Node& pattern) {
    return std::ranges::all_of(*pattern.members(), [&](const auto& member) {
        return matches_member(spec, member.first, member.second, "");
    });
}

bool some_matches(const Value& spec, const std::vector<Node>& patterns) {
    return std::ranges::any_of(patterns, [&](const Node& pattern) { return matches(spec, pattern); });
}

void require_pattern(const Node& pattern) {
    if (pattern.members() == nullptr || pattern.members()->empty())
        throw pattern.expected("an object of paths with values");
    ErrorList errors;
    for (const auto& member : *pattern.members())
        errors.collect([&] {
            require_known_path(member.first, member.second);
            require_possible(member.second, member.first);
        });
    errors.throw_if_any();
}

}  // namespace

void Filter::add(const Node& patterns, std::vector<std::vector<Node>>& into) {
    const std::vector<Node> list = patterns.list() != nullptr ? *patterns.list() : std::vector{patterns};
    ErrorList errors;
    for (const Node& pattern : list)
        errors.collect([&] { require_pattern(pattern); });
    errors.throw_if_any();
    into.push_back(list);
}

bool Filter::keeps(const Value& complete_spec) const {
    for (const auto& patterns : exclude_)
        if (some_matches(complete_spec, patterns)) return false;
    return std::ranges::all_of(only_,
                               [&](const auto& patterns) { return some_matches(complete_spec, patterns); });
}

}  // namespace reboost::config
