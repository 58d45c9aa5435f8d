#pragma once
/// Option structs to documentation (internal to config/).
#include "config/field_types.hpp"
#include "config/schema.hpp"
#include "config/write_fields.hpp"

#include <string>
#include <vector>

namespace reboost::config {

template <class T>
std::vector<FieldDoc> document_fields(T object);

template <class T>
AlternativeDoc document_alternative(T alternative) {
    ShortLabel label;
    if constexpr (requires { T::kLabel; }) label = T::kLabel;
    std::string help;
    if constexpr (requires { T::kHelp; }) help = T::kHelp;
    return {std::string(T::kName), document_fields(std::move(alternative)), label, std::move(help)};
}

template <class T>
std::string type_word() {
    if constexpr (std::is_same_v<T, bool>)
        return "boolean";
    else if constexpr (Whole<T>)
        return "integer";
    else if constexpr (std::floating_point<T>)
        return "number";
    else if constexpr (std::is_same_v<T, std::string>)
        return "string";
    else if constexpr (std::is_enum_v<T>)
        return "one of";
    else if constexpr (kIsVector<T>)
        return "list of " + type_word<typename T::value_type>();
    else if constexpr (kIsOptional<T>)
        return type_word<typename T::value_type>() + " or null";
    else if constexpr (kIsVariant<T>)
        return "choice";
    else
        return "object";
}

struct FieldDocumenter {
    std::vector<FieldDoc>& docs;
    template <class T>
    void operator()(std::string_view name, T& field, const FieldInfo& info) {
        FieldDoc doc;
        doc.name = name;
        doc.type = type_word<T>();
        doc.default_value = complete_field(field);
        doc.min = info.min;
        doc.max = info.max;
        doc.help = info.help;
        if constexpr (std::is_enum_v<T>) doc.allowed = value_names<T>();
        if constexpr (kIsVariant<T>) {
            doc.allowed = alternative_names<T>();
            for_each_alternative<T>([&](auto alternative) {
                doc.alternatives.push_back(document_alternative(std::move(alternative)));
            });
        } else if constexpr (Described<T>) {
            doc.fields = document_fields(field);
        }
        docs.push_back(std::move(doc));
    }
};

template <class T>
std::vector<FieldDoc> document_fields(T object) {
    std::vector<FieldDoc> docs;
    FieldDocumenter documenter{docs};
    describe(documenter, object);
    return docs;
}

template <class Choice>
std::vector<AlternativeDoc> document_alternatives() {
    std::vector<AlternativeDoc> docs;
    for_each_alternative<Choice>(
        [&](auto alternative) { docs.push_back(document_alternative(std::move(alternative))); });
    return docs;
}

}  // namespace reboost::config
