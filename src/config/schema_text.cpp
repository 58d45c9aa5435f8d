#include "config/schema.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::config {
namespace {

std::string bounds_text(const FieldDoc& field) {
    if (field.type != "integer" && field.type != "number") return {};
    if (std::isinf(field.min) && std::isinf(field.max)) return {};
    if (std::isinf(field.max)) return ">= " + number_text(field.min);
    if (std::isinf(field.min)) return "<= " + number_text(field.max);
    return number_text(field.min) + " to " + number_text(field.max);
}

std::string default_text(const FieldDoc& field) {
    const Value& value = field.default_value;
    if (field.type == "choice") return value.at("name").as_string();
    if (field.type == "object") return {};
    return value.is_string() && field.type == "one of" ? value.as_string() : to_json(value);
}

struct Row {
    std::string name, type, normal, help;
};

void add_rows(const std::vector<FieldDoc>& fields, const std::string& prefix, std::vector<Row>& rows) {
    for (const FieldDoc& field : fields) {
        std::string type = field.type;
        if (!field.allowed.empty()) type = fmt::format("{}", fmt::join(field.allowed, " | "));
        if (const std::string bounds = bounds_text(field); !bounds.empty()) type += ", " + bounds;
        rows.push_back({prefix + field.name, std::move(type), default_text(field), field.help});
        add_rows(field.fields, prefix + field.name + ".", rows);
    }
}

std::string rows_text(const std::vector<Row>& rows, const std::string& indent) {
    constexpr std::size_t kWidestType = 36;
    std::size_t name = 0, type = 0, normal = 0;
    for (const Row& row : rows) {
        name = std::max(name, text_width(row.name));
        type = std::max(type, std::min(kWidestType, text_width(row.type)));
        normal = std::max(normal, text_width(row.normal));
    }
    std::string text;
    for (const Row& row : rows) {
        text += indent + padded(row.name, name) + "  " + padded(row.type, type) + "  " +
                padded(row.normal, normal);
        text += "  " + row.help + "\n";
    }
    return text;
}

Value field_value(const FieldDoc& field) {
    Value value;
    value.set("name", field.name).set("type", field.type).set("default", field.default_value);
    if (field.type == "integer" || field.type == "number") {
        if (!std::isinf(field.min)) value.set("min", field.min);
        if (!std::isinf(field.max)) value.set("max", field.max);
    }
    if (!field.allowed.empty()) value.set("allowed", Value::list_of(field.allowed));
    value.set("help", field.help);
    if (!field.fields.empty()) value.set("fields", docs_as_value(field.fields));
    if (!field.alternatives.empty()) value.set("alternatives", docs_as_value(field.alternatives));
    return value;
}

}  // namespace

std::string number_text(double number) {
    constexpr double kLargestExact = 9007199254740992.0;  // of whole numbers
    const bool whole = number == std::floor(number) && std::fabs(number) < kLargestExact;
    return to_json(whole ? Value(static_cast<std::int64_t>(number)) : Value(number));
}

std::string docs_as_text(const std::vector<FieldDoc>& docs) {
    std::vector<Row> rows;
    add_rows(docs, "", rows);
    return rows_text(rows, "  ");
}

std::string docs_as_text(const std::vector<AlternativeDoc>& docs) {
    std::string text;
    for (const AlternativeDoc& doc : docs)
        text += doc.name + (doc.help.empty() ? "" : ": " + doc.help) + "\n" + docs_as_text(doc.fields);
    return text;
}

Value docs_as_value(const std::vector<FieldDoc>& docs) {
    return Value::list_of(docs, field_value);
}

Value docs_as_value(const std::vector<AlternativeDoc>& docs) {
    return Value::list_of(docs, [](const AlternativeDoc& doc) {
        return Value::object()
            .set("name", doc.name)
            .set("help", doc.help)
            .set("fields", docs_as_value(doc.fields));
    });
}

}  // namespace reboost::config
