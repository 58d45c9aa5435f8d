#pragma once
/// Which of the member kinds listed in core/fields.hpp a type is.
#include "core/fields.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace reboost::config {

/// A visitor that only asks whether a type has a `describe`.
struct ProbeVisitor {
    template <class T>
    void operator()(std::string_view, T&, const FieldInfo&) {}
};

template <class T>
concept Described = std::is_class_v<T> && requires(ProbeVisitor& visit, T& object) {
    describe(visit, object);
};

template <class T>
inline constexpr bool kIsVariant = false;
template <class... Alternatives>
inline constexpr bool kIsVariant<std::variant<Alternatives...>> = true;
template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
concept Whole = std::integral<T> && !std::same_as<T, bool>;

/// Calls `f(Alternative{})` for each alternative of a variant type, in order.
template <class Choice, class F, std::size_t... I>
void for_each_alternative(F f, std::index_sequence<I...>) {
    (f(std::variant_alternative_t<I, Choice>{}), ...);
}
template <class Choice, class F>
void for_each_alternative(F f) {
    for_each_alternative<Choice>(f, std::make_index_sequence<std::variant_size_v<Choice>>{});
}

/// The config names of a variant's alternatives.
template <class Choice>
std::vector<std::string> alternative_names() {
    std::vector<std::string> names;
    for_each_alternative<Choice>([&](auto alternative) { names.emplace_back(decltype(alternative)::kName); });
    return names;
}

/// The config names of an enum's values.
template <class E>
std::vector<std::string> value_names() {
    std::vector<std::string> names;
    for (const auto& [value, name] : enum_names(E{}))
        names.emplace_back(name);
    return names;
}

}  // namespace reboost::config
