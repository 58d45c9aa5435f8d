#include "config/label.hpp"

#include "config/schema.hpp"
#include "config/spec_value.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

/// Strings without quotes; a nested object by its label.
std::string plain(const Value& value) {
    if (value.is_string()) return value.as_string();
    if (value.is_object() && value.find("name")) return part_label(value);
    return to_json(value);
}

/// "exhaustive", "gap(10)", "bandit(ucb,1)": base classes have no field that goes without saying.
std::string base_class_label(const Value& base_class) {
    std::string fields;
    for (const auto& [name, value] : base_class.as_object())
        if (name != "name") fields += (fields.empty() ? "" : ",") + plain(value);
    return base_class.at("name").as_string() + (fields.empty() ? fields : "(" + fields + ")");
}

/// "[a=1,b=2]" of the fields that differ from their default; `skip` is in the shorthand already.
std::string differences(const Value& part, const std::vector<FieldDoc>& fields,
                        const std::vector<std::string>& skip) {
    std::string text;
    const auto add = [&](const std::string& name, const std::string& value) {
        text += text.empty() ? "[" : ",";
        text += name + "=" + value;
    };
    for (const FieldDoc& field : fields) {
        const Value* value = part.find(field.name);
        if (value == nullptr || *value == field.default_value) continue;
        if (std::find(skip.begin(), skip.end(), field.name) != skip.end()) continue;
        if (field.name == "base_class") {
            add(field.name, base_class_label(*value));
            continue;
        }
        if (field.type != "object") {
            add(field.name, plain(*value));
            continue;
        }
        for (const FieldDoc& inner : field.fields)
            if (const Value* v = value->find(inner.name);
                v != nullptr && !(*v == *field.default_value.find(inner.name)))
                add(inner.name, plain(*v));
    }
    return text.empty() ? text : text + "]";
}

const AlternativeDoc* find_part(const std::string& name) {
    static const std::vector<AlternativeDoc> parts = [] {
        std::vector<AlternativeDoc> all;
        for (const auto& group : {learner_docs(), selector_docs(), booster_docs(), policy_docs()})
            all.insert(all.end(), group.begin(), group.end());
        return all;
    }();
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return p.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

std::string bandit_label(const Value& part, const AlternativeDoc& doc) {
    const Value& policy = part.at("policy");
    const std::string& name = policy.at("name").as_string();
    const AlternativeDoc* policy_doc = find_part(name);
    const std::string inner = policy_doc ? differences(policy, policy_doc->fields, {}) : std::string();
    return name + "(" + plain(part.at("k")) + ")" + inner + differences(part, doc.fields, {"policy", "k"});
}

/// Parts whose size belongs to their name, as the papers write it.
bool shows_first_field(const std::string& name) {
    return name == "random" || name == "product" || name == "tree" || name == "regression_tree";
}

}  // namespace

std::string part_label(const Value& part) {
    const std::string& name = part.at("name").as_string();
    const AlternativeDoc* doc = find_part(name);
    if (doc == nullptr) return name;
    if (name == "bandit") return bandit_label(part, *doc);
    if (!shows_first_field(name)) return name + differences(part, doc->fields, {});
    const std::string& first = doc->fields.front().name;
    return name + "(" + plain(part.at(first)) + ")" + differences(part, doc->fields, {first});
}

std::string dataset_label(const Value& dataset) {
    static const std::vector<FieldDoc> fields = dataset_docs();
    const std::string& name = dataset.at("name").as_string();
    return (name.empty() ? dataset.at("path").as_string() : name) +
           differences(dataset, fields, {"name", "path"});
}

std::string run_label(const Value& spec) {
    std::string text = dataset_label(spec.at("dataset"));
    for (const char* part : {"learner", "selector", "booster"})
        text += " " + part_label(spec.at(part));
    text += " seed " + plain(spec.at("seed"));
    if (const Value* timing = spec.find("timing"); timing != nullptr && timing->as_string() != "throughput")
        text += " " + timing->as_string();
    return text;
}

std::string run_label(const RunSpec& spec) {
    return run_label(complete_value(spec));
}

}  // namespace reboost::config
