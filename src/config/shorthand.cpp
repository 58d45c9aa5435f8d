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

std::vector<std::string> names_of(const std::vector<AlternativeDoc>& alternatives) {
    std::vector<std::string> names;
    for (const AlternativeDoc& alternative : alternatives)
        names.push_back(alternative.name);
    return names;
}

const AlternativeDoc* find_alternative(const std::vector<AlternativeDoc>& alternatives,
                                       std::string_view name) {
    const auto found =
        std::find_if(alternatives.begin(), alternatives.end(), [&](const auto& a) { return a.name == name; });
    return found == alternatives.end() ? nullptr : &*found;
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

Node expand_call(const Node& node, const std::string& text, std::string_view kind,
                 const std::vector<AlternativeDoc>& alternatives) {
    const Call call = split_call(node, text);
    const AlternativeDoc* alternative = find_alternative(alternatives, call.name);
    if (alternative == nullptr)
        throw node.error(unknown_name_message(kind, call.name, names_of(alternatives)));
    Node::Members members{{"name", text_node(call.name, node)}};
    if (!call.argument.empty()) {
        if (alternative->fields.empty())
            throw node.error(std::string(kind) + " '" + call.name +
                             "' has no options: nothing can stand in parentheses");
        members.emplace_back(alternative->fields.front().name, argument_node(call.argument, node));
    }
    return {std::move(members), node.origin()};
}

}  // namespace

Node expand_choice(const Node& node, std::string_view kind, const std::vector<AlternativeDoc>& alternatives) {
    if (const std::string* text = node.string()) return expand_call(node, *text, kind, alternatives);
    if (node.members() == nullptr)
        throw node.error("expected the name of a " + std::string(kind) + " or an object, found " +
                         node.description());
    Node expanded = node;
    const Node* name = node.find("name");
    if (name == nullptr) {
        expanded.members()->insert(expanded.members()->begin(),
                                   {"name", text_node(alternatives.front().name, node)});
        return expanded;
    }
    const std::string* text = name->string();
    if (text == nullptr)
        throw name->error("expected the name of a " + std::string(kind) + ", found " + name->description());
    const Node head = expand_call(*name, *text, kind, alternatives);
    for (const auto& [key, value] : *head.members())
        if (key == "name" || !expanded.find(key)) expanded.set(key, value);
    return expanded;
}

Node expand_selector(const Node& node, const std::vector<AlternativeDoc>& alternatives) {
    const Node* named = node.members() ? node.find("name") : &node;
    const std::string* text = named ? named->string() : nullptr;
    if (text == nullptr) return expand_choice(node, "selector", alternatives);
    const Call call = split_call(*named, *text);
    const std::vector<AlternativeDoc> policies = policy_docs();
    if (find_alternative(policies, call.name) == nullptr) {
        if (find_alternative(alternatives, call.name) == nullptr) {
            std::vector<std::string> known = names_of(alternatives);
            for (const AlternativeDoc& policy : policies)
                known.push_back(policy.name);
            throw named->error(unknown_name_message("selector", call.name, known));
        }
        return expand_choice(node, "selector", alternatives);
    }
    Node expanded = node.members() ? node : Node(Node::Members{}, node.origin());
    expanded.set("name", text_node("bandit", *named));
    if (const Node* policy = expanded.find("policy"))
        throw policy->error("'" + call.name +
                            "' names the policy already; use the name 'bandit' to give it options");
    expanded.set("policy", text_node(call.name, *named));
    if (!call.argument.empty() && !expanded.find("k"))
        expanded.set("k", argument_node(call.argument, *named));
    return expanded;
}

}  // namespace reboost::config
