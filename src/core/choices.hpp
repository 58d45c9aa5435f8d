#pragma once
/// What can be asked of a choice: a std::variant of option structs that have `kName` and `describe`
/// (core/fields.hpp).
#include "core/fields.hpp"

#include <string_view>
#include <type_traits>
#include <variant>

namespace reboost {

/// The name of the alternative that a choice holds.
template <class Choice>
constexpr std::string_view name_of(const Choice& choice) {
    return std::visit([](const auto& options) -> std::string_view { return options.kName; }, choice);
}

/// The first field of type T that the alternative held by a choice describes, const where the choice is;
/// nullptr where it has none.
template <class T, class Choice>
auto* field_of(Choice& choice) {
    FieldFinder finder(typeid(T));
    // `describe` takes its struct by reference; the finder only takes addresses.
    std::visit(
        [&](auto& options) {
            describe(finder, const_cast<std::remove_cvref_t<decltype(options)>&>(options));
        },
        choice);
    return static_cast<std::conditional_t<std::is_const_v<Choice>, const T, T>*>(finder.found());
}

/// What a choice holds as the `Base` that its struct is derived from; nullptr where it is not.
template <class Base, class Choice>
const Base* base_of(const Choice& choice) {
    return std::visit(
        [](const auto& options) -> const Base* {
            if constexpr (std::is_base_of_v<Base, std::remove_cvref_t<decltype(options)>>)
                return &options;
            else
                return nullptr;
        },
        choice);
}

}  // namespace reboost
