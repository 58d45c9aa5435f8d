#include "config/schema.hpp"

#include "config/node.hpp"
#include "config/run_spec.hpp"
#include "core/mapped.hpp"
#include "core/text.hpp"

#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <mutex>
#include <typeindex>

#include <fmt/format.h>

namespace reboost::config {
namespace {

/// The number as JSON; whole numbers have no decimal point.
std::string number_text(double number) {
    const bool whole = number == std::floor(number) && std::fabs(number) < kLargestWhole;
    return to_json(whole ? Value(static_cast<std::int64_t>(number)) : Value(number));
}

bool is_number(const FieldDoc& field) {
    return field.type == "integer" || field.type == "number";
}

std::string default_text(const FieldDoc& field) {
    const Value& value = field.default_value;
    if (field.type == "choice") return value.at("name").as_string();
    if (field.type == "object") return {};
    return value.is_string() && field.type == "one of" ? value.as_string() : to_json(value);
}

using Row = std::array<std::string, 4>;  ///< name, type, default and help of a field

void add_rows(const std::vector<FieldDoc>& fields, const std::string& prefix, std::vector<Row>& rows) {
    for (const FieldDoc& field : fields) {
        std::string type = field.type;
        if (!field.allowed.empty()) type = fmt::format("{}", fmt::join(field.allowed, " | "));
        if (is_number(field))
            if (const std::string bounds = range_text(field, "", ">= ", "<= "); !bounds.empty())
                type += ", " + bounds;
        rows.push_back({prefix + field.name, std::move(type), default_text(field), std::string(field.help)});
        add_rows(field.fields, prefix + field.name + ".", rows);
    }
}

std::string rows_text(const std::vector<Row>& rows) {
    constexpr std::size_t kWidest = 36;
    std::array<std::size_t, 3> widths{};
    for (const Row& row : rows)
        for (std::size_t j = 0; j < widths.size(); ++j)
            widths[j] = std::max(widths[j], std::min(kWidest, text_width(row[j])));
    std::string text;
    for (const Row& row : rows) {
        for (std::size_t j = 0; j < widths.size(); ++j)
            text += "  " + padded(row[j], widths[j]);
        text += "  " + row.back() + "\n";
    }
    return text;
}

Value field_value(const FieldDoc& field) {
    Value value;
    value.set("name", field.name).set("type", field.type).set("default", field.default_value);
    if (is_number(field)) {
        if (!std::isinf(field.min)) value.set("min", field.min);
        if (!std::isinf(field.max)) value.set("max", field.max);
    }
    if (!field.allowed.empty()) value.set("allowed", Value::list_of(field.allowed));
    value.set("help", field.help);
    if (!field.fields.empty()) value.set("fields", docs_as_value(field.fields));
    if (!field.alternatives.empty()) value.set("alternatives", docs_as_value(field.alternatives));
    return value;
}

/// In the order of FieldRef's alternatives.
constexpr std::array<FieldType, std::variant_size_v<FieldRef>> kFieldTypes{{
    {"boolean", "true or false", [](const Value& value) { return value.is_bool(); }},
    {"integer", "a whole number", [](const Value& value) { return whole_number(value).has_value(); }},
    {"number", "a number", [](const Value& value) { return value.is_number(); }},
    {"string", "a string", [](const Value& value) { return value.is_string(); }},
    {"number or null", "a number or null",
     [](const Value& value) { return value.is_number() || value.is_null(); }},
    {"list of number", "a list", [](const Value& value) { return value.is_list(); }},
    {"list of string", "a list", [](const Value& value) { return value.is_list(); }},
    {"one of", "a name", [](const Value& value) { return value.is_string(); }},
    {"choice", "a name or an object", [](const Value& value) { return value.is_string(); }},
    {"object", "an object", [](const Value&) { return false; }},
}};

class FieldDocumenter final : public Fields {
  public:
    static std::vector<FieldDoc> fields_told_by(const std::function<void(Fields&)>& tell) {
        FieldDocumenter documenter;
        tell(documenter);
        return std::move(documenter.docs_);
    }

  private:
    void visit(const Field& field) override {
        FieldDoc& doc = docs_.emplace_back();
        static_cast<FieldInfo&>(doc) = field.info;
        doc.name = field.name;
        doc.type = kFieldTypes[field.ref.index()].name;
        doc.default_value = value_of(field.ref);
        if (const auto* names = std::get_if<EnumField*>(&field.ref))
            doc.allowed = mapped_to<std::vector<std::string>>((*names)->names());
        if (const auto* choice = std::get_if<ChoiceField*>(&field.ref)) {
            doc.alternatives = alternatives_of(**choice);
            doc.allowed = mapped(doc.alternatives, &AlternativeDoc::name);
        }
        if (const auto* object = std::get_if<ObjectField*>(&field.ref))
            doc.fields = fields_told_by((*object)->describe_members);
    }
    std::vector<FieldDoc> docs_;
};

}  // namespace

const std::vector<std::string>& names_standing_for(const AlternativeDoc& alternative) {
    static const FieldDoc kNone;
    const FieldDoc* field = find_doc(alternative.fields, alternative.label.named_by);
    return field == nullptr ? kNone.allowed : field->allowed;
}

std::vector<std::string> all_names(const std::vector<AlternativeDoc>& alternatives) {
    std::vector<std::string> names = mapped(alternatives, &AlternativeDoc::name);
    for (const AlternativeDoc& alternative : alternatives)
        std::ranges::copy(names_standing_for(alternative), std::back_inserter(names));
    return names;
}

const AlternativeDoc* find_named_by(const std::vector<AlternativeDoc>& alternatives, std::string_view name) {
    const auto found = std::ranges::find_if(alternatives, [&](const AlternativeDoc& alternative) {
        return std::ranges::count(names_standing_for(alternative), name) > 0;
    });
    return found == alternatives.end() ? nullptr : &*found;
}

const std::vector<AlternativeDoc>& alternatives_of(const ChoiceField& choice) {
    static std::recursive_mutex mutex;  // recursive: fields of alternatives are choices themselves
    static std::map<std::type_index, std::vector<AlternativeDoc>> known;
    const std::scoped_lock lock(mutex);
    const auto found = known.find(typeid(choice));
    if (found != known.end()) return found->second;
    std::vector<AlternativeDoc> docs;
    for (std::size_t i = 0; i < choice.size(); ++i) {
        const Alternative alternative = choice.alternative(i);
        docs.push_back({std::string(alternative.name), FieldDocumenter::fields_told_by([&](Fields& fields) {
                            choice.describe_default(i, fields);
                        }),
                        alternative.label, std::string(alternative.help)});
    }
    return known.emplace(typeid(choice), std::move(docs)).first->second;
}

const FieldType& field_type(std::string_view name) {
    return *std::ranges::find(kFieldTypes, name, &FieldType::name);
}

const std::vector<AlternativeDoc>& part_docs(std::string_view part) {
    return find_doc(run_docs(), part)->alternatives;
}
const std::vector<AlternativeDoc>& policy_docs() {
    return alternatives_of(bandits::PolicyOptions());
}
const std::vector<FieldDoc>& run_docs() {
    static const std::vector<FieldDoc> docs = FieldDocumenter::fields_told_by([](Fields& fields) {
        RunSpec spec;
        describe(fields, spec);
    });
    return docs;
}

std::string range_text(const FieldInfo& info, const char* any, const char* at_least, const char* at_most) {
    const auto [help, min, max, absent] = info;
    if (std::isinf(min)) return std::isinf(max) ? any : at_most + number_text(max);
    return std::isinf(max) ? at_least + number_text(min) : number_text(min) + " to " + number_text(max);
}

std::string docs_as_text(const std::vector<AlternativeDoc>& docs) {
    std::string text;
    for (const AlternativeDoc& doc : docs) {
        std::vector<Row> rows;
        add_rows(doc.fields, "", rows);
        text += doc.name + (doc.help.empty() ? "" : ": " + doc.help) + "\n" + rows_text(rows);
    }
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
