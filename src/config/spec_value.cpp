#include "config/spec_value.hpp"

#include "config/read_fields.hpp"
#include "config/write_fields.hpp"

namespace reboost::config {

Value complete_value(const RunSpec& spec) {
    return complete_field(spec);
}

Value canonical_value(const RunSpec& spec) {
    return *canonical_field(spec, RunSpec{});
}

RunSpec read_run_spec(const Node& node) {
    RunSpec spec;
    if (node.members() == nullptr) throw node.error("expected an object, found " + node.description());
    Node full = node;
    if (Node* dataset = full.find("dataset"); dataset != nullptr && dataset->string() != nullptr) {
        const Node name = *dataset;
        *dataset = Node(Node::Members{{"name", name}}, name.origin());
    }
    read_members(full, spec, "a run", false);
    return spec;
}

RunSpec read_run_spec(const Value& value) {
    return read_run_spec(Node::from_value(value, std::make_shared<const Origin>()));
}

}  // namespace reboost::config
