#include "config/json.hpp"
#include "config/schema.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::config {

extern const char* const kSchemaParts;  ///< schema_parts.json: the schemas of what no option describes

namespace {

Value one_of_types(std::initializer_list<Value> schemas) {
    return Value::object().set("anyOf", Value(Value::List(schemas)));
}

Value reference(const std::string& name) {
    return Value::object().set("$ref", "#/$defs/" + name);
}

/// The schemas that other schemas refer to, each stored once.
class Definitions {
  public:
    explicit Definitions(Value given) : all_(std::move(given)) {}
    /// Stores the schema and returns a reference to it. Another schema of this name gets a number.
    Value share(const std::string& name, const Value& schema) {
        std::string key = name;
        for (int number = 2;; ++number) {
            const Value* present = all_.find(key);
            if (present == nullptr) all_.set(key, schema);
            if (present == nullptr || *present == schema) return reference(key);
            key = name + "_" + std::to_string(number);
        }
    }
    Value take() { return std::move(all_); }

  private:
    Value all_;
};

/// The schema of a value in a grid: the value, a list of choices, a range, or a case for each data set.
Value grid_place(const Value& value) {
    const Value range = reference("range"), cases = reference("by_dataset"),
                search = reference("search_range");
    Value each = Value::object().set("type", "array").set("minItems", 1);
    each.set("items", one_of_types({value, range, cases, search}));
    return one_of_types({value, each, range, cases, search});
}

/// The schema of one of the names, perhaps with a number in parentheses: "^(a|b)(\\([^()]+\\))?$".
Value call_schema(const std::vector<std::string>& names) {
    return Value::object()
        .set("type", "string")
        .set("pattern", fmt::format("^({})(\\([^()]+\\))?$", fmt::join(names, "|")));
}

Value field_schema(const FieldDoc& field, Definitions& definitions);

/// An object with these properties and those of the fields, and no others.
Value object_schema(Value properties, const std::vector<FieldDoc>& fields, Definitions& definitions) {
    for (const FieldDoc& field : fields)
        properties.set(field.name, field_schema(field, definitions));
    return Value::object()
        .set("type", "object")
        .set("properties", std::move(properties))
        .set("additionalProperties", false);
}

Value choice_schema(const FieldDoc& field, Definitions& definitions) {
    Value alternatives = Value::list();
    std::vector<std::string> all_names;
    for (const AlternativeDoc& alternative : field.alternatives) {
        std::vector<std::string> names = names_standing_for(alternative);
        names.insert(names.begin(), alternative.name);
        const Value called = Value::object().set("name", call_schema(names)).set("as", reference("as"));
        Value schema = object_schema(called, alternative.fields, definitions);
        schema.set("title", alternative.name);
        alternatives.push(definitions.share(field.name + "." + alternative.name, schema));
        all_names.insert(all_names.end(), names.begin(), names.end());
    }
    alternatives.push(call_schema(all_names));
    return Value::object().set("anyOf", std::move(alternatives));
}

Value scalar_schema(const FieldDoc& field) {
    Value schema = Value::object();
    if (field.type == "one of") return schema.set("enum", Value::list_of(field.allowed));
    if (field.type.starts_with("list of")) return schema.set("type", "array");
    if (field.type.ends_with(" or null")) return schema;
    schema.set("type", field.type);
    if (field.type != "integer" && field.type != "number") return schema;
    if (!std::isinf(field.min)) schema.set("minimum", field.min);
    if (!std::isinf(field.max)) schema.set("maximum", field.max);
    return schema;
}

Value field_schema(const FieldDoc& field, Definitions& definitions) {
    Value value;
    if (field.type == "choice")
        value = choice_schema(field, definitions);
    else if (field.type == "object")
        value = object_schema(Value::object(), field.fields, definitions);
    else
        value = scalar_schema(field);
    if (field.name == "dataset") value = one_of_types({Value::object().set("type", "string"), value});
    const bool has_parts = field.type == "choice" || field.type == "object";
    // The definition's name says the kind of value: "integer", "learner", "weights".
    const std::string name =
        has_parts || field.type == "one of" ? field.name : field.type.substr(0, field.type.find(' '));
    if (has_parts) value = definitions.share("one_" + name, value);
    Value schema = definitions.share(name, grid_place(value));
    return schema.set("description", field.help).set("default", field.default_value);
}

/// The schema of a grid block, the top level (`more`: its other keys) or the defaults (without filters).
/// `beside`: the keys beside the options of a run.
Value block_schema(const Value& more, const Value& beside, bool filters, Definitions& definitions) {
    Value block = object_schema(more, run_docs(), definitions);
    for (const auto& [key, schema] : beside.as_object())
        if (filters || key == "zip") block.find("properties")->set(key, schema);
    return block;
}

}  // namespace

Value json_schema() {
    const Value parts = parse_json(kSchemaParts);
    Value schema = parts.at("head");
    const Value& beside = parts.at("beside");
    Definitions definitions(parts.at("places"));
    definitions.share("block", block_schema(Value::object(), beside, true, definitions));
    definitions.share("defaults", block_schema(Value::object(), beside, false, definitions));
    const Value top = block_schema(parts.at("top_level"), beside, true, definitions);
    for (const auto& [key, value] : top.as_object())
        schema.set(key, value);
    return schema.set("$defs", definitions.take());
}

}  // namespace reboost::config
