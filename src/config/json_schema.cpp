#include "config/schema.hpp"

#include <cmath>

namespace reboost::config {
namespace {

Value one_of_types(std::initializer_list<Value> schemas) {
    return Value::object().set("anyOf", Value(Value::List(schemas)));
}

Value reference(const std::string& name) {
    return Value::object().set("$ref", "#/$defs/" + name);
}

/// What a grid allows in place of one value: the value, a list of choices, a range, a case for each data set.
Value grid_place(const Value& value) {
    Value each = Value::object().set("type", "array").set("minItems", 1);
    each.set("items", one_of_types({value, reference("range"), reference("by_dataset")}));
    return one_of_types({value, each, reference("range"), reference("by_dataset")});
}

Value object_schema(const std::vector<FieldDoc>& fields, const std::string& name);

Value choice_schema(const FieldDoc& field) {
    Value alternatives = Value::list();
    std::string names;
    for (const AlternativeDoc& alternative : field.alternatives) {
        names += (names.empty() ? "" : "|") + alternative.name;
        alternatives.push(object_schema(alternative.fields, alternative.name));
    }
    if (field.name == "selector") {  // a policy's name stands for the bandit with it
        for (const AlternativeDoc& policy : policy_docs()) {
            names += "|" + policy.name;
            for (const AlternativeDoc& alternative : field.alternatives)
                if (alternative.name == "bandit")
                    alternatives.push(object_schema(alternative.fields, policy.name));
        }
    }
    const std::string pattern = "^(" + names + ")(\\([^()]+\\))?$";
    alternatives.push(Value::object().set("type", "string").set("pattern", pattern));
    return Value::object().set("anyOf", std::move(alternatives));
}

Value scalar_schema(const FieldDoc& field) {
    Value schema = Value::object();
    if (field.type == "one of") {
        Value names = Value::list();
        for (const std::string& name : field.allowed)
            names.push(name);
        return schema.set("enum", std::move(names));
    }
    if (field.type.starts_with("list of")) return schema.set("type", "array");
    if (field.type.ends_with(" or null")) return schema;
    schema.set("type", field.type);
    if (field.type != "integer" && field.type != "number") return schema;
    if (!std::isinf(field.min)) schema.set("minimum", field.min);
    if (!std::isinf(field.max)) schema.set("maximum", field.max);
    return schema;
}

Value field_schema(const FieldDoc& field) {
    Value value;
    if (field.type == "choice")
        value = choice_schema(field);
    else if (field.type == "object")
        value = object_schema(field.fields, "");
    else
        value = scalar_schema(field);
    if (field.name == "dataset") value = one_of_types({Value::object().set("type", "string"), value});
    Value schema = grid_place(value);
    schema.set("description", field.help).set("default", field.default_value);
    return schema;
}

/// `name`: the alternative's name, or "" for a plain struct.
Value object_schema(const std::vector<FieldDoc>& fields, const std::string& name) {
    Value properties = Value::object();
    Value schema = Value::object().set("type", "object");
    if (!name.empty()) {
        properties.set("name",
                       Value::object().set("type", "string").set("pattern", "^" + name + "(\\([^()]+\\))?$"));
        schema.set("title", name);
    }
    for (const FieldDoc& field : fields)
        properties.set(field.name, field_schema(field));
    return schema.set("properties", std::move(properties)).set("additionalProperties", false);
}

Value definitions() {
    Value bounds = Value::object().set("type", "array").set("minItems", 2).set("maxItems", 3);
    bounds.set("items", Value::object().set("type", "integer"));
    Value range = Value::object().set("type", "object").set("required", Value(Value::List{Value("range")}));
    range.set("properties", Value::object().set("range", std::move(bounds)))
        .set("additionalProperties", false);
    range.set("description", "whole numbers: [first, last] or [first, last, step], both ends included");
    Value cases =
        Value::object().set("type", "object").set("required", Value(Value::List{Value("by_dataset")}));
    cases.set("properties", Value::object().set("by_dataset", Value::object().set("type", "object")));
    cases.set("additionalProperties", false)
        .set("description", "a value for each data set; \"default\" for the others");
    return Value::object().set("range", std::move(range)).set("by_dataset", std::move(cases));
}

Value list_or_one(const Value& schema) {
    return one_of_types({schema, Value::object().set("type", "array").set("items", schema)});
}

/// A block of the grid, or with `more` the keys that only the top level has.
Value block_schema(const Value& more) {
    Value properties = more;
    for (const FieldDoc& field : run_docs())
        properties.set(field.name, field_schema(field));
    const Value paths = Value::object().set("type", "object");
    properties.set("zip", list_or_one(paths).set("description", "lists that advance together, by path"));
    properties.set("exclude",
                   list_or_one(paths).set("description", "drop runs that match: path -> value or values"));
    properties.set(
        "only", list_or_one(paths).set("description", "keep only runs that match: path -> value or values"));
    return Value::object()
        .set("type", "object")
        .set("properties", std::move(properties))
        .set("additionalProperties", false);
}

}  // namespace

Value json_schema() {
    const Value text = Value::object().set("type", "string");
    Value more = Value::object();
    more.set("$schema", text);
    more.set("name", Value(text).set("description", "short name; by default the file's"));
    more.set("description", Value(text).set("description", "what the experiment asks"));
    more.set("paper", Value(text).set("description",
                                      "the experiment that the results belong to: opt2009, kdd2009, ..."));
    more.set("defaults", reference("block"));
    more.set("grid",
             Value::object().set("type", "array").set("minItems", 1).set("items", reference("block")));
    const Value overrides =
        Value::object().set("type", "object").set("description", "path -> value, set in every block");
    more.set("profiles", Value::object().set("type", "object").set("additionalProperties", overrides));
    Value schema;
    schema.set("$schema", "https://json-schema.org/draft/2020-12/schema")
        .set("title", "ReBoost experiment config");
    const Value block = block_schema(more);
    for (const auto& [key, value] : block.as_object())
        schema.set(key, value);
    Value defs = definitions();
    defs.set("block", block_schema(Value::object()));
    return schema.set("$defs", std::move(defs));
}

}  // namespace reboost::config
