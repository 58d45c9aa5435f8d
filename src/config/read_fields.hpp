#pragma once
/// Nodes to option structs, with messages that help (internal to config/).
#include "config/document_fields.hpp"
#include "config/errors.hpp"
#include "config/field_types.hpp"
#include "config/node.hpp"
#include "config/shorthand.hpp"
#include "core/names.hpp"
#include "core/printable.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace reboost::config {

/// "1 to 64", "at least 1", ... of a field's bounds.
std::string allowed_range(const FieldInfo& info);
/// A number within the bounds. Whole numbers may be written 1e5.
double read_number(const Node& node, const FieldInfo& info, bool whole);

template <class T>
void read_field(const Node& node, T& field, std::string_view name, const FieldInfo& info);

/// Reads the members of an object; remembers which names exist and what is wrong.
struct FieldReader {
    const Node& node;
    std::vector<std::string> known;
    ErrorList errors;
    template <class T>
    void operator()(std::string_view name, T& field, const FieldInfo& info) {
        known.emplace_back(name);
        if (const Node* member = node.find(name))
            errors.collect([&] { read_field(*member, field, name, info); });
    }
};

/// Throws UsageError on members that no field has. `owner`: "learner 'tree'", for the message.
void refuse_unknown_members(const Node& node, const std::vector<std::string>& known,
                            const std::string& owner);

template <class T>
void read_members(const Node& node, T& object, const std::string& owner, bool has_name) {
    if (node.members() == nullptr) throw node.expected("an object");
    FieldReader reader{node, {}, {}};
    if (has_name) reader.known.emplace_back("name");
    describe(reader, object);
    reader.errors.collect([&] { refuse_unknown_members(node, reader.known, owner); });
    reader.errors.throw_if_any();
}

template <class Choice>
void read_choice(const Node& node, Choice& field, std::string_view kind) {
    static const std::vector<AlternativeDoc> docs = document_alternatives<Choice>();
    const Node full = expand_choice(node, kind, docs);
    const std::string name = *full.find("name")->string();
    for_each_alternative<Choice>([&](auto alternative) {
        if (decltype(alternative)::kName != name) return;
        read_members(full, alternative, std::string(kind) + " '" + name + "'", true);
        field = std::move(alternative);
    });
}

template <class E>
void read_enum(const Node& node, E& field, std::string_view name) {
    const std::string* text = node.string();
    if (text == nullptr) throw node.expected("a name");
    for (const auto& [value, known] : enum_names(E{}))
        if (known == *text) {
            field = value;
            return;
        }
    throw node.error(unknown_name_message(name, *text, value_names<E>()));
}

template <class T>
void read_list(const Node& node, std::vector<T>& field, std::string_view name, const FieldInfo& info) {
    if (node.list() == nullptr) throw node.expected("a list");
    field.clear();
    for (const Node& item : *node.list()) {
        T value{};
        read_field(item, value, name, info);
        field.push_back(std::move(value));
    }
}

template <class T>
void read_field(const Node& node, T& field, std::string_view name, const FieldInfo& info) {
    if constexpr (kIsVariant<T>) {
        read_choice(node, field, name);
    } else if constexpr (std::is_enum_v<T>) {
        read_enum(node, field, name);
    } else if constexpr (kIsVector<T>) {
        read_list(node, field, name, info);
    } else if constexpr (kIsOptional<T>) {
        if (node.scalar() && node.scalar()->is_null()) {
            field.reset();
            return;
        }
        typename T::value_type value{};
        read_field(node, value, name, info);
        field = std::move(value);
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!node.scalar() || !node.scalar()->is_bool()) throw node.expected("true or false");
        field = node.scalar()->as_bool();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (!node.string()) throw node.expected("a string");
        if (!is_utf8(*node.string())) throw node.expected("a string in UTF-8");
        field = *node.string();
    } else if constexpr (Whole<T>) {
        FieldInfo bounds = info;
        bounds.min = std::max(bounds.min, static_cast<double>(std::numeric_limits<T>::lowest()));
        field = static_cast<T>(read_number(node, bounds, true));
    } else if constexpr (std::floating_point<T>) {
        field = static_cast<T>(read_number(node, info, false));
    } else {
        static_assert(Described<T>, "a member of a kind that core/fields.hpp does not list");
        read_members(node, field, std::string(name), false);
    }
}

}  // namespace reboost::config
