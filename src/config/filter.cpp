#include "config/dataset_rules.hpp"
#include "config/grid.hpp"
#include "config/label.hpp"
#include "config/paths.hpp"
#include "config/schema.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "data/catalogue/catalogue.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace reboost::config {
namespace {

/// "selector" of "selector.name"; other paths unchanged.
std::string named_part(const std::string& path) {
    return path.ends_with(".name") ? path.substr(0, path.size() - 5) : path;
}

/// Whether `text` is a label of the object, its beginning before the parenthesis ("ucb" of "ucb(10)") or with
/// the first numbers only ("goss(0.1)" of "goss(0.1,0.2)").
bool has_label(const Value& object, const std::string& text, const std::string& path) {
    if (path == "selector" && text_at(object, "policy.name") == text)
        return true;  // policy of a bandit with another name: "external" of "my_policy(10)"
    const std::string label = choice_label(without_names(object), path);
    if (text.ends_with(')') && label.starts_with(text.substr(0, text.size() - 1) + ",")) return true;
    return label == text || label.substr(0, label.find_first_of("([")) == text ||
           label.substr(0, label.find('[')) == text;
}

bool is_called(const Value& object, const std::string& text, const std::string& path) {
    const Value* name = object.find("name");
    if (name == nullptr) return false;
    if (name->as_string() == text) return true;
    if (path == "dataset") return dataset_label(object) == text;
    return choice_label(object, path) == text || has_label(object, text, path);
}

/// Whether the specification has the wanted value at `path` ("": the wanted values of its members).
bool matches(const Value& spec, const Node& wanted, const std::string& path = "") {
    if (const Node::List* choices = wanted.list())
        return std::ranges::any_of(*choices, [&](const Node& one) { return matches(spec, one, path); });
    // A part's name is compared like the part itself, because a bandit also has its policy's name.
    if (const std::string part = named_part(path); part != path && path_doc(part).is_choice())
        return matches(spec, wanted, part);
    const Value* value = find_path(spec, path);
    if (value == nullptr) return false;
    if (const Node* bounds = wanted.find("range")) return read_number_range(*bounds).contains(*value);
    if (const Node::Members* members = wanted.members())
        return std::ranges::all_of(*members, [&](const auto& member) {
            return matches(spec, member.second, path.empty() ? member.first : path + "." + member.first);
        });
    if (value->is_object() && wanted.string()) return is_called(*value, *wanted.string(), path);
    return same_value(*value, *wanted.scalar());
}

void require_possible_scalar(const Node& wanted, const std::string& path) {
    const PathDoc& doc = path_doc(path);
    // Names of parts and data sets are checked elsewhere; lists are not checked.
    if (doc.types.empty() || doc.is_choice() || doc.takes_list() || path == "dataset") return;
    const Value& value = *wanted.scalar();
    const auto types = mapped(doc.types, field_type);
    if (std::ranges::none_of(types, [&](const FieldType& type) { return type.takes(value); }))
        throw wanted.expected(fmt::format("{}", fmt::join(mapped(types, &FieldType::words), " or ")));
    if (doc.types != std::set<std::string>{"one of"} || doc.names.contains(value.as_string())) return;
    throw wanted.error(unknown_name_message(path.substr(path.rfind('.') + 1), value.as_string(),
                                            std::vector<std::string>(doc.names.begin(), doc.names.end())));
}

/// Throws UsageError if no run can have the value wanted at the known path: an option that does not exist, a
/// value of another type, an unknown name. check_filter_names checks names of data sets, learners, ….
void require_possible(const Node& wanted, const std::string& path) {
    wanted.for_each_item([&](const Node& one) {
        if (one.scalar() != nullptr) return require_possible_scalar(one, path);
        const PathDoc& doc = path_doc(path);
        if (doc.takes_whole() || doc.takes_fraction())
            if (const Node* bounds = only_member(one, "range"))
                return static_cast<void>(read_number_range(*bounds));
        for (const auto& [key, member] : *one.members()) {
            const std::string below = path + "." + key;
            require_known_path(below, member);
            require_possible(member, below);
        }
    });
}

void require_pattern(const Node& pattern) {
    if (pattern.members() == nullptr || pattern.members()->empty())
        throw pattern.expected("an object of paths with values");
    collect_errors(*pattern.members(), [](const auto& member) {
        require_known_path(member.first, member.second);
        require_possible(member.second, member.first);
    });
}

/// Adds the names that a config gives, an own file's path included. `key`: "as", or a path to it.
void add_given_name(const std::string& key, const Node& value, Names& names) {
    if (Filter::is_key(key)) return;
    const std::string last = key.substr(key.rfind('.') + 1);
    if (last == "name" || last == "as" || last == "path") add_strings(value, names);
    if (last == "command" && value.list() != nullptr) {
        std::vector<std::string> words;
        for (const Node& word : *value.list())
            if (word.string() != nullptr) words.push_back(*word.string());
        names.insert(script_label(words));
    }
    value.for_each_member([&](const auto& inner, const Node& below) { add_given_name(inner, below, names); });
}

/// The names that a part may have; empty: any.
Names names_of(const std::string& part) {
    return part == "dataset" ? mapped_to<Names>(data::catalogue(), &data::CatalogueEntry::name)
                             : mapped_to<Names>(all_names(path_doc(part).alternatives));
}

/// Refuses a label in parentheses that no part can have, such as "full(9)".
void check_form(const Node& value, const std::string& part) {
    const std::string label = value.string()->substr(0, value.string()->find('['));
    const PathDoc& doc = path_doc(part);
    if (doc.is_choice())
        static_cast<void>(expand_choice(Node(Value(label), value.origin()), doc.kind, doc.alternatives));
    else if (label.find('(') != std::string::npos)
        throw value.error("the name of a data set has no parentheses: '" + label + "'");
}

void check_value(const Node& value, const std::string& part, const Names& known, const Names& given) {
    if (value.members() != nullptr) return;
    if (value.string() == nullptr) throw value.expected("a name or a label");
    const std::string& label = *value.string();
    const std::string name = label.substr(0, label.find_first_of("(["));
    if (given.contains(label) || given.contains(name)) return;
    if (known.contains(name)) return check_form(value, part);
    std::vector<std::string> candidates(known.begin(), known.end());
    candidates.insert(candidates.end(), given.begin(), given.end());
    throw value.error(unknown_name_message(part, name, candidates));
}

/// `above`: "", or the path of `node` in a run and a dot. `given`: names that the config gives.
void check_patterns(const Node& node, const std::string& above, const Names& given, ErrorList& errors) {
    node.for_each_member([&](const std::string& key, const Node& value) {
        const std::string path = above + key, part = named_part(path);
        if (const Names known = names_of(part); !known.empty())
            value.for_each_item([&](const Node& wanted) {
                errors.collect([&] { check_value(wanted, part, known, given); });
            });
        check_patterns(value, path + ".", given, errors);
    });
}

void check_filters_in(const Node& node, const Names& given, ErrorList& errors) {
    node.for_each_member([&](const auto& key, const Node& value) {
        if (Filter::is_key(key))
            check_patterns(value, "", given, errors);
        else
            check_filters_in(value, given, errors);
    });
}

}  // namespace

void Filter::add(std::string_view key, const Node& patterns) {
    collect_errors(patterns.list() != nullptr ? *patterns.list() : std::vector{patterns}, require_pattern);
    (key == "exclude" ? exclude_ : only_).push_back(patterns);
}

bool Filter::keeps(const Value& complete_spec) const {
    const auto matched = [&](const Node& patterns) { return matches(complete_spec, patterns); };
    return std::ranges::none_of(exclude_, matched) && std::ranges::all_of(only_, matched);
}

void check_filter_names(const Node& root, const Settings& overrides, ErrorList& errors) {
    Names given;
    const auto add = [&](const auto& key, const Node& value) { add_given_name(key, value, given); };
    root.for_each_member(add);
    for (const auto& [path, value] : overrides)
        add(path, value);
    check_filters_in(root, given, errors);
}

}  // namespace reboost::config
