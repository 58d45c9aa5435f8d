#pragma once
/// Option structs to Values, complete or canonical (internal to config/).
#include "boosting/options.hpp"
#include "config/field_types.hpp"
#include "core/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost::config {

template <class T>
Value complete_field(const T& field);

/// Every field of a described struct, appended to `object`.
struct CompleteWriter {
    Value& object;
    template <class T>
    void operator()(std::string_view name, T& field, const FieldInfo&) {
        object.as_object().emplace_back(std::string(name), complete_field(field));
    }
};

template <class T>
Value complete_field(const T& field) {
    if constexpr (std::is_enum_v<T>) {
        return enum_name(field);
    } else if constexpr (Whole<T>) {
        return static_cast<std::int64_t>(field);
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
        return field;
    } else if constexpr (std::floating_point<T>) {
        return static_cast<double>(field);
    } else if constexpr (kIsOptional<T>) {
        return field ? complete_field(*field) : Value();
    } else if constexpr (kIsVector<T>) {
        Value list = Value::list();
        for (const auto& item : field)
            list.push(complete_field(item));
        return list;
    } else if constexpr (kIsVariant<T>) {
        const auto write = [](const auto& alternative) {
            using Alternative = std::remove_cvref_t<decltype(alternative)>;
            Value object = Value::object().set("name", Alternative::kName);
            CompleteWriter writer{object};
            Alternative copy =
                alternative;  // `describe` takes its struct by reference, readers write through it
            describe(writer, copy);
            return object;
        };
        return std::visit(write, field);
    } else {
        static_assert(Described<T>, "a member of a kind that core/fields.hpp does not list");
        Value object = Value::object();
        CompleteWriter writer{object};
        T copy = field;
        describe(writer, copy);
        return object;
    }
}

template <class T>
std::optional<Value> canonical_field(const T& field, const T& normal);

/// Where the fields of a struct lie, in the order in which it describes them.
struct AddressCollector {
    std::vector<const void*> addresses;
    template <class T>
    void operator()(std::string_view, T& field, const FieldInfo&) {
        addresses.push_back(&field);
    }
};

/// The fields that differ from those of `normals`, appended to `object`.
struct CanonicalWriter {
    const AddressCollector& normals;
    Value& object;
    std::size_t next = 0;
    template <class T>
    void operator()(std::string_view name, T& field, const FieldInfo&) {
        const T& normal = *static_cast<const T*>(normals.addresses.at(next++));
        if (auto value = canonical_field<T>(field, normal))
            object.as_object().emplace_back(std::string(name), std::move(*value));
    }
};

template <class T>
void write_differences(T field, T normal, Value& object) {
    AddressCollector normals;
    describe(normals, normal);
    CanonicalWriter writer{normals, object};
    describe(writer, field);
}

/// Choices that structs were given after runs had been stored: at their default they are left out, so that
/// the identities of those runs stay.
template <class T>
inline constexpr bool kLeftOutAtDefault = false;
template <>
inline constexpr bool kLeftOutAtDefault<selectors::RowOptions> = true;
template <>
inline constexpr bool kLeftOutAtDefault<boosting::RowSamplerOptions> = true;

/// nullopt: as `normal`. Any other variant always gives its alternative's name, so that the list's order
/// never matters.
template <class T>
std::optional<Value> canonical_field(const T& field, const T& normal) {
    if constexpr (kIsVariant<T>) {
        if (kLeftOutAtDefault<T> && complete_field(field) == complete_field(T{})) return std::nullopt;
        const auto write = [](const auto& alternative) {
            using Alternative = std::remove_cvref_t<decltype(alternative)>;
            Value object = Value::object().set("name", Alternative::kName);
            write_differences(alternative, Alternative{}, object);
            return object;
        };
        return std::visit(write, field);
    } else if constexpr (Described<T>) {
        Value object = Value::object();
        write_differences(field, normal, object);
        if (object.as_object().empty()) return std::nullopt;
        return object;
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>) {
        if (field == normal) return std::nullopt;
        return complete_field(field);
    } else {
        Value value = complete_field(field);
        if (value == complete_field(normal)) return std::nullopt;
        return value;
    }
}

}  // namespace reboost::config
