#include "config/paths.hpp"

#include "config/label.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace reboost::config {
namespace {

using KnownPaths = std::map<std::string, PathDoc, std::less<>>;

void collect(const std::vector<FieldDoc>& fields, const std::string& prefix, KnownPaths& paths) {
    for (const FieldDoc& field : fields) {
        const std::string path = prefix + field.name;
        PathDoc& doc = paths[path];
        doc.types.insert(field.type);
        if (field.type == "one of") doc.names.insert(field.allowed.begin(), field.allowed.end());
        collect(field.fields, path + ".", paths);
        if (field.alternatives.empty()) continue;
        doc.kind = field.name;
        paths[path + ".name"];
        paths[path + ".as"].types.insert("string");
        for (const AlternativeDoc& alternative : field.alternatives) {
            if (find_doc(doc.alternatives, alternative.name) == nullptr)
                doc.alternatives.push_back(alternative);
            collect(alternative.fields, path + ".", paths);
        }
    }
}

/// Where a config's key that is not an option of a run may be written; "" for other paths.
std::string place_of_key(std::string_view path) {
    constexpr std::string_view kOfFilters = ", in a grid block or in a profile";
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kKeys{{
        {"exclude", kOfFilters},
        {"only", kOfFilters},
        {"zip", ", in its defaults or in a grid block; what it lists can be set, such as --set seed=[1,2]"},
        {"search", ", in a profile or in --set"},
        {"$schema", ""},
        {"name", ""},
        {"description", ""},
        {"paper", ""},
        {"defaults", ""},
        {"grid", ""},
        {"profiles", ""},
        {"keep_state", ""},
    }};
    const auto found =
        std::ranges::find(kKeys, path.substr(0, path.find('.')), [](const auto& key) { return key.first; });
    return found == kKeys.end() ? "" : "at the top level of the config" + std::string(found->second);
}

/// Splits "a.b.c" into "a" and "b.c".
std::pair<std::string_view, std::string_view> split_first(std::string_view path) {
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) return {path, {}};
    return {path.substr(0, dot), path.substr(dot + 1)};
}

void set_below(Node& node, const std::string& done, std::string_view rest, const Node& value) {
    if (rest.empty()) {
        node = value;
        return;
    }
    if (Node::List* items = node.list()) {
        for (Node& item : *items)
            set_below(item, done, rest, value);
        return;
    }
    if (Node* cases = node.find("by_dataset"); cases != nullptr && cases->members() != nullptr) {
        for (auto& [name, item] : *cases->members())
            set_below(item, done, rest, value);
        return;
    }
    node = opened(node, done);
    if (node.members() == nullptr)
        throw node.error("cannot set '" + std::string(rest) + "' inside " + node.description());
    const auto [key, below] = split_first(rest);
    Node* member = node.find(key);
    if (member == nullptr) {
        node.set(key, Node(Node::Members{}, value.origin()));
        member = node.find(key);
    }
    set_below(*member, done.empty() ? std::string(key) : done + "." + std::string(key), below, value);
}

std::optional<Node> value_below(Node node, const std::string& done, std::string_view rest) {
    if (rest.empty()) return node;
    const auto first_of = [&](const auto& nodes, auto node_of) -> std::optional<Node> {
        for (const auto& one : nodes)
            if (std::optional<Node> found = value_below(node_of(one), done, rest)) return found;
        return std::nullopt;
    };
    if (const Node::List* items = node.list()) return first_of(*items, std::identity());
    if (const Node* cases = node.find("by_dataset"); cases != nullptr && cases->members() != nullptr)
        return first_of(*cases->members(), [](const auto& member) { return member.second; });
    try {
        node = opened(node, done);
    } catch (const UsageError&) {  // an unknown name; reported when the block is read
        return std::nullopt;
    }
    const auto [key, below] = split_first(rest);
    const Node* member = node.find(key);
    if (member == nullptr) return std::nullopt;
    return value_below(*member, done.empty() ? std::string(key) : done + "." + std::string(key), below);
}

}  // namespace

bool PathDoc::has_type(std::string_view beginning) const {
    return std::ranges::any_of(types, [&](const std::string& type) { return type.starts_with(beginning); });
}

const KnownPaths& known_paths() {
    static const KnownPaths paths = [] {
        KnownPaths found;
        collect(run_docs(), "", found);
        return found;
    }();
    return paths;
}

const PathDoc& path_doc(std::string_view path) {
    static const PathDoc kNothing;
    const auto found = known_paths().find(path);
    return found == known_paths().end() ? kNothing : found->second;
}

void require_known_path(std::string_view path, const Node& where) {
    if (known_paths().contains(path)) return;
    if (const std::string place = place_of_key(path); !place.empty())
        throw where.error(
            fmt::format("'{}' is no option of a run: it stands {}", path.substr(0, path.find('.')), place));
    throw where.error(
        unknown_name_message("option", path, mapped(known_paths(), &KnownPaths::value_type::first)));
}

Node opened(const Node& node, std::string_view path) {
    if (path == "dataset" && node.string() != nullptr)
        return Node(Node::Members{{"name", node}}, node.origin());
    const PathDoc& doc = path_doc(path);
    if (!doc.is_choice() || (node.string() == nullptr && !is_call(node))) return node;
    return expand_choice(node, doc.kind, doc.alternatives);
}

void set_path(Node& block, std::string_view path, const Node& value) {
    require_known_path(path, value);
    set_below(block, "", path, value);
}

Node* find_path(Node& node, std::string_view path) {
    Node* at = &node;
    for (const std::string_view key : split(path, '.'))
        if (at != nullptr) at = at->find(key);
    return at;
}

std::optional<Node> value_set_at(const Node& block, std::string_view path) {
    return value_below(block, "", path);
}

const Node* innermost_written(const Node& point, std::string_view path) {
    const Node* found = nullptr;
    for (const std::string_view key : split(path, '.')) {
        const Node* inner = (found != nullptr ? *found : point).find(key);
        if (inner == nullptr) break;
        found = inner;
    }
    return found;
}

}  // namespace reboost::config
