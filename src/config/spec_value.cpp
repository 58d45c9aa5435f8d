#include "config/spec_value.hpp"

#include "config/paths.hpp"
#include "config/read_fields.hpp"
#include "config/write_fields.hpp"

#include <utility>

namespace reboost::config {

namespace {

/// Takes every "as" out of the run's parts: it is no option of theirs.
void take_names(Node& run, RunSpec& spec) {
    for (const auto& [path, choice] : known_paths().choices) {
        Node* part = find_path(run, path);
        const Node* as = part != nullptr ? std::as_const(*part).find("as") : nullptr;
        if (as == nullptr) continue;
        if (as->string() == nullptr || as->string()->empty()) throw as->expected("what to call it");
        spec.names[path] = *as->string();
        std::erase_if(*part->members(), [](const auto& member) { return member.first == "as"; });
    }
}

}  // namespace

Value complete_value(const RunSpec& spec) {
    Value value = complete_field(spec);
    for (const auto& [path, name] : spec.names)
        if (Value* part = find_path(value, path)) part->set("as", name);
    return value;
}

Value complete_value(const data::DatasetSpec& spec) {
    return complete_field(spec);
}

Value canonical_value(const RunSpec& spec) {
    RunSpec nameless = spec;
    if (!nameless.dataset.path.empty()) nameless.dataset.name.clear();
    return *canonical_field(nameless, RunSpec{});
}

RunSpec read_run_spec(const Node& node) {
    RunSpec spec;
    if (node.members() == nullptr) throw node.expected("an object");
    Node full = node;
    if (Node* dataset = full.find("dataset"); dataset != nullptr && dataset->string() != nullptr) {
        const Node name = *dataset;
        *dataset = Node(Node::Members{{"name", name}}, name.origin());
    }
    take_names(full, spec);
    read_members(full, spec, "a run", false);
    return spec;
}

RunSpec read_run_spec(const Value& value) {
    return read_run_spec(Node::from_value(value, std::make_shared<const Origin>()));
}

std::optional<RunSpec> readable_run_spec(const Value& value) {
    try {
        return read_run_spec(value);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace reboost::config
