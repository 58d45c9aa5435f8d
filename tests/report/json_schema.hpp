#pragma once
/// Does a value fit a JSON schema? The keywords that docs/report.schema.json uses, and no others.
#include "core/value.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace reboost::report::test {

class JsonSchema {
  public:
    explicit JsonSchema(Value schema) : root_(std::move(schema)) {}

    /// What does not fit, each with its place; empty where all does. Throws where the schema has a keyword or
    /// a reference that is not known here.
    std::vector<std::string> complaints(const Value& value) const {
        std::vector<std::string> found;
        check(root_, value, "", found);
        return found;
    }

  private:
    using Complaints = std::vector<std::string>;

    static bool is_of_type(const Value& value, const std::string& type) {
        if (type == "object") return value.is_object();
        if (type == "array") return value.is_list();
        if (type == "string") return value.is_string();
        if (type == "boolean") return value.is_bool();
        if (type == "integer") return value.is_integer();
        if (type == "number") return value.is_number();
        if (type == "null") return value.is_null();
        throw std::runtime_error("unknown type " + type);
    }
    const Value& resolve(const std::string& reference) const {
        const std::string head = "#/$defs/";
        if (!reference.starts_with(head)) throw std::runtime_error("unknown reference " + reference);
        return root_.at("$defs").at(reference.substr(head.size()));
    }
    void check_members(const Value& schema, const Value& value, const std::string& place,
                       Complaints& found) const {
        const Value* members = schema.find("properties");
        if (const Value* required = schema.find("required"))
            for (const Value& key : required->as_list())
                if (value.find(key.as_string()) == nullptr)
                    found.push_back(place + " lacks " + key.as_string());
        for (const auto& [key, member] : value.as_object()) {
            const Value* of = members == nullptr ? nullptr : members->find(key);
            if (of != nullptr)
                check(*of, member, place + "/" + key, found);
            else if (schema.find("additionalProperties") != nullptr)
                found.push_back(place + " has " + key);
        }
    }
    void check_items(const Value& schema, const Value& value, const std::string& place,
                     Complaints& found) const {
        const auto size = static_cast<std::int64_t>(value.as_list().size());
        if (const Value* least = schema.find("minItems"); least != nullptr && size < least->as_integer())
            found.push_back(place + " is too short");
        if (const Value* most = schema.find("maxItems"); most != nullptr && size > most->as_integer())
            found.push_back(place + " is too long");
        if (const Value* items = schema.find("items"))
            for (std::size_t i = 0; i < value.as_list().size(); ++i)
                check(*items, value.as_list()[i], place + "/" + std::to_string(i), found);
    }
    void check(const Value& schema, const Value& value, const std::string& place, Complaints& found) const {
        for (const auto& [keyword, wanted] : schema.as_object()) {
            if (keyword == "$ref") {
                check(resolve(wanted.as_string()), value, place, found);
            } else if (keyword == "type") {
                if (!is_of_type(value, wanted.as_string()))
                    found.push_back(place + " is no " + wanted.as_string());
            } else if (keyword == "const") {
                if (!same_value(value, wanted)) found.push_back(place + " is not " + to_json(wanted));
            } else if (keyword == "enum") {
                if (std::ranges::find(wanted.as_list(), value) == wanted.as_list().end())
                    found.push_back(place + " is none of " + to_json(wanted));
            } else if (keyword == "anyOf") {
                if (std::ranges::none_of(wanted.as_list(), [&](const Value& one) {
                        Complaints none;
                        check(one, value, place, none);
                        return none.empty();
                    }))
                    found.push_back(place + " fits none of " + to_json(wanted));
            } else if (keyword == "minimum") {
                if (value.is_number() && value.as_number() < wanted.as_number())
                    found.push_back(place + " is below " + to_json(wanted));
            } else if (std::ranges::find(kSaid, keyword) == std::end(kSaid)) {
                throw std::runtime_error("unknown keyword " + keyword);
            }
        }
        if (value.is_object()) check_members(schema, value, place, found);
        if (value.is_list()) check_items(schema, value, place, found);
    }
    /// Handled with their objects and lists, or without meaning for values.
    static constexpr const char* kSaid[] = {
        "$schema", "title",    "description", "properties", "required",
        "$defs",   "minItems", "maxItems",    "items",      "additionalProperties"};
    Value root_;
};

}  // namespace reboost::report::test
