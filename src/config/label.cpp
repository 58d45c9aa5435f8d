#include "config/label.hpp"

#include "bandits/external/program.hpp"
#include "config/json.hpp"
#include "config/paths.hpp"
#include "config/schema.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace reboost::config {
namespace {

std::string label_of(const Value& choice, const AlternativeDoc& doc);

/// The value as text: strings without quotes, a choice as its label.
std::string plain(const Value& value, const FieldDoc& field) {
    if (value.is_string()) return value.as_string();
    if (const Value* name = value.find("name"))
        if (const AlternativeDoc* doc = find_doc(field.alternatives, name->as_string()))
            return label_of(value, *doc);
    return to_json(value);
}

/// "[a=1,b=2]" for the fields that differ from their defaults, except `skip`, which the short label shows.
/// `seed`: what a field `seed` is called.
std::string differences(const Value& part, const std::vector<FieldDoc>& fields,
                        const std::vector<std::string_view>& skip, const std::string& seed = "seed") {
    std::vector<std::string> texts;
    for (const FieldDoc& field : fields) {
        const Value* value = part.find(field.name);
        if (value == nullptr || *value == field.default_value) continue;
        if (std::ranges::find(skip, field.name) != skip.end()) continue;
        if (field.type != "object")
            texts.push_back((field.name == "seed" ? seed : field.name) + "=" + plain(*value, field));
        else if (const std::string inner = differences(*value, field.fields, {}, seed); !inner.empty())
            texts.push_back(inner.substr(1, inner.size() - 2));
    }
    return texts.empty() ? "" : fmt::format("[{}]", fmt::join(texts, ","));
}

/// A label's name and options, "ucb" and "10" of "ucb(10)". `skip`: the fields that they show already.
struct Name {
    std::string name, options;
    std::vector<std::string_view> skip;
};

/// The name of a command is that of its script. The script's arguments are shown as a difference.
Name name_by_command(const Value& command, const AlternativeDoc& doc) {
    const std::vector<std::string> words = mapped(command.as_list(), &Value::as_string);
    std::string label = script_label(words);
    if (label.empty()) return {doc.name, "", {}};
    Name called{std::move(label), "", {}};
    if (bandits::find_script(words) + 1 == words.end()) called.skip.emplace_back(doc.label.named_by);
    return called;
}

Name name_shown(const Value& choice, const AlternativeDoc& doc) {
    if (const Value* as = choice.find("as")) return {as->as_string(), "", {}};
    const FieldDoc* field = find_doc(doc.fields, doc.label.named_by);
    if (field == nullptr) return {doc.name, "", {}};
    const Value& naming = choice.at(field->name);
    if (naming.is_list()) return name_by_command(naming, doc);
    Name called{naming.at("name").as_string(), "", {}};
    if (const AlternativeDoc* inner = find_doc(field->alternatives, called.name)) {
        called = name_shown(naming, *inner);
        if (naming.find("as") == nullptr) called.options = differences(naming, inner->fields, called.skip);
    }
    called.skip = {field->name};
    return called;
}

/// "ucb(10)[exploration=1][reward=log]": the alternative's ShortLabel, then all other differences.
std::string label_of(const Value& choice, const AlternativeDoc& doc) {
    if (const Value* as = choice.find("as")) return as->as_string();
    auto [name, options, skip] = name_shown(choice, doc);
    std::string shown;
    for (const std::string_view one : doc.label.shown) {
        if (one.empty()) continue;
        shown += (shown.empty() ? "(" : ",") + plain(choice.at(one), *find_doc(doc.fields, one));
        skip.push_back(one);
    }
    return name + (shown.empty() ? "" : shown + ")") + options + differences(choice, doc.fields, skip);
}

/// The name and the argument, which is "" without parentheses.
std::pair<std::string, std::string> split_call(const Node& node, const std::string& text) {
    const std::size_t open = text.find('(');
    if (open == std::string::npos) return {text, {}};
    if (text.back() != ')' || open + 2 > text.size() - 1)
        throw node.error("'" + text + "' is neither a name nor of the form name(number)");
    return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

Node text_node(std::string_view text, const Node& at) {
    return {Value(text), at.origin()};
}

/// The argument as a number if it is one, otherwise as a string.
Node argument_node(const std::string& argument, const Node& at) {
    try {
        return Node::from_value(parse_json(argument), at.origin());
    } catch (const UsageError&) {
        return text_node(argument, at);
    }
}

/// The members that "tree(17)" or "ucb(10)" stands for. The number is the alternative's first field; where
/// another choice gives the name, it is the first field that the label shows.
Node::Members expand_call(const Node& node, const std::string& text, std::string_view kind,
                          const std::vector<AlternativeDoc>& alternatives) {
    const auto [called, argument] = split_call(node, text);
    const AlternativeDoc* alternative = find_doc(alternatives, called);
    const AlternativeDoc* named = alternative ? nullptr : find_named_by(alternatives, called);
    if (alternative == nullptr && named == nullptr)
        throw node.error(unknown_name_message(kind, called, all_names(alternatives)));
    Node::Members members{{"name", text_node(named != nullptr ? named->name : called, node)}};
    if (named != nullptr) members.emplace_back(named->label.named_by, text_node(called, node));
    if (argument.empty()) return members;
    if (named == nullptr && alternative->fields.empty())
        throw node.error(std::string(kind) + " '" + called +
                         "' has no options: nothing can stand in parentheses");
    members.emplace_back(named != nullptr ? named->label.shown.front() : alternative->fields.front().name,
                         argument_node(argument, node));
    return members;
}

}  // namespace

std::string part_label(const Value& part) {
    const std::string& name = part.at("name").as_string();
    for (const auto* group :
         {&part_docs("learner"), &part_docs("selector"), &part_docs("booster"), &policy_docs()})
        if (const AlternativeDoc* doc = find_doc(*group, name)) return printable(label_of(part, *doc));
    return printable(name);
}

std::string choice_label(const Value& choice, std::string_view path) {
    const AlternativeDoc* doc = find_doc(path_doc(path).alternatives, choice.at("name").as_string());
    return doc != nullptr ? printable(label_of(choice, *doc)) : part_label(choice);
}

std::string script_label(const std::vector<std::string>& command) {
    const auto script = bandits::find_script(command);
    return script == command.end() ? "" : std::filesystem::path(*script).stem().string();
}

Value without_names(const Value& value) {
    if (!value.is_object()) return value;
    Value kept = Value::object();
    for (const auto& [key, member] : value.as_object())
        if (key != "as") kept.set(key, without_names(member));
    return kept;
}

std::string dataset_label(const Value& dataset, const std::string& seed) {
    const std::vector<FieldDoc>& fields = find_doc(run_docs(), "dataset")->fields;
    const std::string& name = dataset.at("name").as_string();
    const std::string path = text_at(dataset, "path");
    // A config gives this name to one own file only, so the name stands for all options except the seed.
    const bool is_own = !name.empty() && !path.empty();
    const Value shown = is_own ? Value::object().set("seed", dataset.at("seed")) : dataset;
    return printable((name.empty() ? path : name) + differences(shown, fields, {"name", "path"}, seed));
}

std::string run_label(const Value& spec) {
    std::string text = dataset_label(spec.at("dataset"), "data seed");
    for (const char* part : {"learner", "selector", "booster"})
        text += " " + part_label(spec.at(part));
    text += " training seed " + to_json(spec.at("seed"));
    if (const Value* timing = spec.find("timing"); timing != nullptr && timing->as_string() != "throughput")
        text += " " + timing->as_string();
    return text;
}

std::string run_label(const RunSpec& spec) {
    return run_label(complete_value(spec));
}

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
    const std::string called = split_call(*name, *text).first;
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
