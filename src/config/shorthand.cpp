#include "config/shorthand.hpp"

#include "config/json.hpp"
#include "core/names.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

struct Call {
    std::string name;
    std::string argument;  ///< "" where there are no parentheses
};

Call split_call(const Node& node, const std::string& text) {
    const std::size_t open = text.find('(');
    if (open == std::string::npos) return {text, {}};
    if (text.back() != ')' || open + 2 > text.size() - 1)
        throw node.error("'" + text + "' is neither a name nor of the form name(number)");
    return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

/// All that a choice may be called.
std::vector<std::string> names_of(const std::vector<AlternativeDoc>& alternatives) {
    std::vector<std::string> names;
    for (const AlternativeDoc& alternative : alternatives)
        names.push_back(alternative.name);
    for (const AlternativeDoc& alternative : alternatives)
        for (std::string& name : names_standing_for(alternative))
            names.push_back(std::move(name));
    return names;
}

/// The alternative that is meant by the name of another choice: the bandit by its policy's.
const AlternativeDoc* find_named_by(const std::vector<AlternativeDoc>& alternatives, std::string_view name) {
    for (const AlternativeDoc& alternative : alternatives) {
        const std::vector<std::string> names = names_standing_for(alternative);
        if (std::ranges::find(names, name) != names.end()) return &alternative;
    }
    return nullptr;
}

Node text_node(std::string_view text, const Node& at) {
    return {Value(text), at.origin()};
}

/// The argument as a number, or else as the string it is.
Node argument_node(const std::string& argument, const Node& at) {
    try {
        return Node::from_value(parse_json(argument), at.origin());
    } catch (const UsageError&) {
        return text_node(argument, at);
    }
}

/// The members that "tree(17)" or "ucb(10)" stands for: the number is the first field, or the first that the
/// label shows where another choice names the alternative.
Node::Members expand_call(const Node& node, const std::string& text, std::string_view kind,
                          const std::vector<AlternativeDoc>& alternatives) {
    const Call call = split_call(node, text);
    const AlternativeDoc* alternative = find_alternative(alternatives, call.name);
    const AlternativeDoc* named = alternative ? nullptr : find_named_by(alternatives, call.name);
    if (alternative == nullptr && named == nullptr)
        throw node.error(unknown_name_message(kind, call.name, names_of(alternatives)));
    Node::Members members;
    if (named != nullptr) {
        members.emplace_back("name", text_node(named->name, node));
        members.emplace_back(named->label.named_by, text_node(call.name, node));
        if (!call.argument.empty())
            members.emplace_back(named->label.shown.front(), argument_node(call.argument, node));
        return members;
    }
    members.emplace_back("name", text_node(call.name, node));
    if (!call.argument.empty()) {
        if (alternative->fields.empty())
            throw node.error(std::string(kind) + " '" + call.name +
                             "' has no options: nothing can stand in parentheses");
        members.emplace_back(alternative->fields.front().name, argument_node(call.argument, node));
    }
    return members;
}

}  // namespace

Node expand_choice(const Node& node, std::string_view kind, const std::vector<AlternativeDoc>& alternatives) {
    if (const std::string* text = node.string())
        return {expand_call(node, *text, kind, alternatives), node.origin()};
    if (node.members() == nullptr)
        throw node.expected("the name of a " + std::string(kind) + " or an object");
    Node expanded = node;
    const Node* name = node.find("name");
    if (name == nullptr) {
        expanded.members()->insert(expanded.members()->begin(),
                                   {"name", text_node(alternatives.front().name, node)});
        return expanded;
    }
    const std::string* text = name->string();
    if (text == nullptr) throw name->expected("the name of a " + std::string(kind));
    const std::string called = split_call(*name, *text).name;
    if (const AlternativeDoc* named = find_named_by(alternatives, called))
        if (const Node* given = node.find(named->label.named_by))
            throw given->error("'" + called + "' names the " + std::string(named->label.named_by) +
                               " already; use the name '" + named->name + "' to give it options");
    for (auto& [key, value] : expand_call(*name, *text, kind, alternatives)) {
        const Node* given = key == "name" ? nullptr : expanded.find(key);
        if (given != nullptr) throw given->error("'" + *text + "' says " + key + " already");
        expanded.set(key, value);
    }
    return expanded;
}

bool is_call(const Node& node) {
    const Node* name = node.find("name");
    return name != nullptr && name->string() != nullptr && name->string()->find('(') != std::string::npos;
}

}  // namespace reboost::config
