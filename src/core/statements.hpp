#pragma once
/// What options state beside their fields (core/fields.hpp): the label of an alternative, and how a list of
/// alternatives is checked for missing statements.
#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace reboost {

/// How an alternative is written for people: "random(5)", and in brackets what else differs from its default.
/// An alternative whose label is more than its name has it as `kLabel`.
struct ShortLabel {
    /// Fields in the parentheses, whatever their value. Empty: no parentheses.
    std::array<std::string_view, 2> shown{};
    /// The field whose own name stands in place of the alternative's ("ucb(10)" for a bandit), a command's
    /// script without folder and ending. Empty: none.
    std::string_view named_by{};
};

/// Whether `kHolds.template operator()<T>()` for each alternative T of a variant type: for the static_asserts
/// that each alternative states what its kind must state.
template <class Choice, auto kHolds>
inline constexpr bool kEachAlternative = false;
template <class... Alternatives, auto kHolds>
inline constexpr bool kEachAlternative<std::variant<Alternatives...>, kHolds> =
    (kHolds.template operator()<Alternatives>() && ...);

/// Whether no two alternatives of a variant type have the same `kName`: of two configs would reach one only.
template <class Choice>
inline constexpr bool kDistinctNames = false;
template <class... Alternatives>
inline constexpr bool kDistinctNames<std::variant<Alternatives...>> = [] {
    std::array<std::string_view, sizeof...(Alternatives)> names{Alternatives::kName...};
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) == names.end();
}();

}  // namespace reboost
