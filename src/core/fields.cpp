#include "core/fields.hpp"

#include "core/names.hpp"

namespace reboost {
namespace {

struct ToValue {
    template <class T>
    Value operator()(T* field) const {
        return *field;
    }
    template <class T>
    Value operator()(std::vector<T>* field) const {
        return Value::list_of(*field);
    }
    Value operator()(EnumField* field) const { return field->name(); }
    Value operator()(ChoiceField* field) const {
        Value object = Value::object().set("name", field->alternative(field->index()).name);
        ValueWriter writer(object);
        field->describe_held(writer);
        return object;
    }
    Value operator()(ObjectField* field) const {
        Value object = Value::object();
        ValueWriter writer(object);
        field->describe_members(writer);
        return object;
    }
};

struct FromValue {
    std::string_view name;
    const Value& value;

    void operator()(bool* field) const { *field = value.as_bool(); }
    void operator()(std::int64_t* field) const { *field = value.as_integer(); }
    void operator()(double* field) const { *field = value.as_number(); }
    void operator()(std::string* field) const { *field = value.as_string(); }
    void operator()(std::optional<double>* field) const {
        *field = value.is_null() ? std::nullopt : std::optional(value.as_number());
    }
    template <class T>
    void operator()(std::vector<T>* field) const {
        field->clear();
        for (const Value& item : value.as_list())
            FromValue{name, item}(&field->emplace_back());
    }
    void operator()(EnumField* field) const { field->choose_named(value.as_string(), name); }
    void operator()(ChoiceField*) const { refuse(); }
    void operator()(ObjectField*) const { refuse(); }
    void refuse() const { throw UsageError("option '" + std::string(name) + "' has options of its own"); }
};

}  // namespace

void EnumField::choose_named(std::string_view wanted, std::string_view field) {
    const std::vector<std::string_view> known = names();
    choose(static_cast<std::size_t>(&find_named(known, wanted, field, std::identity()) - known.data()));
}

Value value_of(const FieldRef& field) {
    return std::visit(ToValue{}, field);
}

void ValueWriter::visit(const Field& field) {
    object_.as_object().emplace_back(std::string(field.name), value_of(field.ref));
}

void ValueReader::visit(const Field& field) {
    known_.emplace_back(field.name);
    if (const Value* value = object_.find(field.name)) std::visit(FromValue{field.name, *value}, field.ref);
}

void ValueReader::finish() const {
    for (const auto& [name, value] : object_.as_object())
        if (std::ranges::find(known_, name) == known_.end())
            throw UsageError(unknown_name_message("option", name, known_));
}

}  // namespace reboost
