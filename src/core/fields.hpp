#pragma once
/// How an options struct describes itself once, for JSON in, JSON out, the schema, `reboost list` and the
/// docs.
///
/// Beside each struct stands a free function template, found by argument-dependent lookup:
///
///     struct UcbOptions {
///         static constexpr std::string_view kName = "ucb";
///         double exploration = 2;
///     };
///     template <class Visitor>
///     void describe(Visitor& visit, UcbOptions& o) {
///         visit("exploration", o.exploration, FieldInfo{"factor under the root: sqrt(exploration ln t /
///         T_j)", 0, 100});
///     }
///
/// A visitor (config/) must accept members of these types: bool, integers, double, std::string, enums with
/// `enum_names(E)`, std::vector and std::optional of those, nested described structs, and std::variant of
/// described structs that each have `kName` (JSON: {"name": kName, ...its fields}, or just "kName").
#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace reboost {

/// What a field means and which values it takes. Bounds count for numbers only, both inclusive.
struct FieldInfo {
    std::string_view help;
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
};

/// The return type of `enum_names(E)`: an ADL function beside the enum that lists every value with its config
/// name.
template <class E, std::size_t N>
using EnumNames = std::array<std::pair<E, std::string_view>, N>;

/// The name of an enum's value, by its `enum_names`.
template <class E>
constexpr std::string_view enum_name(E value) {
    for (const auto& [candidate, name] : enum_names(E{}))
        if (candidate == value) return name;
    return "?";
}

}  // namespace reboost
