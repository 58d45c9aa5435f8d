#include "config/paths.hpp"

#include "config/label.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>

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
    const std::string_view key = path.substr(0, path.find('.'));
    if (std::ranges::find(kConfigKeys, key) == kConfigKeys.end()) return "";
    const std::string top = "at the top level of the config";
    if (key == "exclude" || key == "only") return top + ", in a grid block or in a profile";
    if (key == "search") return top + ", in a profile or in --set";
    if (key != "zip") return top;
    return top + ", in its defaults or in a grid block; what it lists can be set, such as --set seed=[1,2]";
}

/// Calls `visit` with the node at `rest` below `node`: in each element of a list and each case of a
/// by_dataset on the way. Expands short forms on the way. Adds missing members, with the origin of `added`,
/// if that is not null. `done`: the path of `node`.
void visit_below(Node& node, const std::string& done, std::string_view rest, const Node* added,
                 const std::function<void(Node&)>& visit) {
    if (rest.empty()) return visit(node);
    if (Node::List* items = node.list()) {
        for (Node& item : *items)
            visit_below(item, done, rest, added, visit);
        return;
    }
    if (Node* cases = node.find("by_dataset"); cases != nullptr && cases->members() != nullptr) {
        for (auto& [name, item] : *cases->members())
            visit_below(item, done, rest, added, visit);
        return;
    }
    node = opened(node, done);
    const std::size_t dot = rest.find('.');
    const std::string key(rest.substr(0, dot));
    if (added != nullptr && node.members() == nullptr)
        throw node.error("cannot set '" + std::string(rest) + "' inside " + node.description());
    if (added != nullptr && node.find(key) == nullptr) node.set(key, Node(Node::Members{}, added->origin()));
    if (Node* member = node.find(key))
        visit_below(*member, done.empty() ? key : done + "." + key,
                    dot == rest.npos ? "" : rest.substr(dot + 1), added, visit);
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
    visit_below(block, "", path, &value, [&](Node& node) { node = value; });
}

std::optional<Node> value_set_at(Node block, std::string_view path) {
    std::optional<Node> first;
    try {
        visit_below(block, "", path, nullptr, [&](const Node& node) {
            if (!first) first = node;
        });
    } catch (const UsageError&) {  // an unknown name; reported when the block is read
    }
    return first;
}

const Node& innermost_written(const Node& point, std::string_view path) {
    const Node* found = &point;
    for (const std::string_view key : split(path, '.')) {
        const Node* inner = found->find(key);
        if (inner == nullptr) break;
        found = inner;
    }
    return *found;
}

}  // namespace reboost::config
