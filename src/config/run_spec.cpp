#include "config/run_spec.hpp"

#include "config/node.hpp"
#include "config/paths.hpp"
#include "config/schema.hpp"
#include "core/text.hpp"

#include <utility>

namespace reboost::config {
namespace {

/// Moves every "as" of the run's parts to spec.names, because "as" is not an option of a part.
void take_names(Node& run, RunSpec& spec) {
    for (const auto& [path, doc] : known_paths()) {
        if (!doc.is_choice()) continue;
        Node* part = &run;
        for (const std::string_view key : split(path, '.'))
            if (part != nullptr) part = part->find(key);
        const Node* as = part != nullptr ? std::as_const(*part).find("as") : nullptr;
        if (as == nullptr) continue;
        if (as->string() == nullptr || as->string()->empty()) throw as->expected("what to call it");
        spec.names[path] = *as->string();
        std::erase_if(*part->members(), [](const auto& member) { return member.first == "as"; });
    }
}

/// All fields of an object. `describe` takes a non-const reference, because readers write through it.
template <class T>
Value all_fields(const T& object) {
    Value value = Value::object();
    ValueWriter writer(value);
    describe(writer, const_cast<T&>(object));
    return value;
}

std::optional<Value> canonical(const Value& value, const FieldDoc& field);

/// Appends the members that differ from their defaults to `differences`.
Value with_differences(Value differences, const Value& object, const std::vector<FieldDoc>& fields) {
    auto member = object.as_object().begin();  // members are in the order of the fields
    for (const FieldDoc& field : fields) {
        while (member->first != field.name)
            ++member;
        if (auto value = canonical(member->second, field))
            differences.as_object().emplace_back(field.name, std::move(*value));
        ++member;
    }
    return differences;
}

/// The canonical form of a value; nullopt if it equals the default. A choice always has its alternative's
/// name, so that the order of the alternatives never matters.
std::optional<Value> canonical(const Value& value, const FieldDoc& field) {
    if (field.type == "choice") {
        if (field.absent_at_default && value == field.default_value) return std::nullopt;
        const Value& name = value.at("name");
        return with_differences(Value::object().set("name", name), value,
                                find_doc(field.alternatives, name.as_string())->fields);
    }
    if (field.type != "object") return value == field.default_value ? std::nullopt : std::optional(value);
    Value differences = with_differences(Value::object(), value, field.fields);
    return differences.as_object().empty() ? std::nullopt : std::optional(std::move(differences));
}

}  // namespace

Value complete_value(const RunSpec& spec) {
    Value value = all_fields(spec);
    for (const auto& [path, name] : spec.names)
        if (Value* part = find_path(value, path)) part->set("as", name);
    return value;
}

Value complete_value(const data::DatasetSpec& spec) {
    return all_fields(spec);
}

Value canonical_value(const RunSpec& spec) {
    RunSpec nameless = spec;
    if (!nameless.dataset.path.empty()) nameless.dataset.name.clear();
    return with_differences(Value::object(), all_fields(nameless), run_docs());
}

RunSpec read_run_spec(const Node& node) {
    RunSpec spec;
    Node full = node;
    if (Node* dataset = full.find("dataset")) *dataset = opened(*dataset, "dataset");
    take_names(full, spec);
    const auto describe_run = [&](Fields& fields) { describe(fields, spec); };
    read_members(full, describe_run, "a run", false);
    return spec;
}

RunSpec read_run_spec(const Value& value) {
    return read_run_spec(Node::from_value(value, nullptr));
}

std::optional<RunSpec> readable_run_spec(const Value& value) {
    try {
        return read_run_spec(value);
    } catch (const Error&) {
        return std::nullopt;
    }
}

void describe(Fields& field, RunSpec& o) {
    field("dataset", o.dataset, {"what is learned"});
    field("learner", o.learner, {"the base learner"});
    field("selector", o.selector, {"what chooses where to search"});
    field("booster", o.booster, {"the boosting algorithm"});
    field("evaluation", o.evaluation, {"when losses are measured"});
    field("seed", o.seed,
          {"seed of what training draws: selectors, samples of rows, the validation part", 0, 9e15});
    field("timing", o.timing, {"throughput: all cores; timing: one run at a time, pinned"});
}

}  // namespace reboost::config
