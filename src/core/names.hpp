#pragma once
/// Errors for unknown names, with the candidates and the nearest name.
#include "core/error.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost {

/// Levenshtein distance with transpositions (optimal string alignment), case-insensitive.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// "unknown <kind> 'x'; did you mean 'y'?", or "unknown <kind> 'x'; known: a, b, c" if no candidate is near
/// (distance > 1 + length/3). If there are very many candidates, only the nearest few are listed. `owner`:
/// "unknown <kind> 'x' of <owner>; …".
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string> candidates, const std::string& owner = "");

/// The first element of a range whose `projection` is `name`. Throws UsageError "<where>: unknown <kind> …"
/// with the known names (without "<where>: " if `where` is "").
template <class Range, class Projection>
auto& find_named(Range&& range, std::string_view name, std::string_view kind, Projection projection,
                 const std::string& where = "") {
    for (auto& element : range)
        if (std::string_view(std::invoke(projection, element)) == name) return element;
    std::vector<std::string> known;
    for (auto& element : range)
        known.emplace_back(std::invoke(projection, element));
    throw UsageError((where.empty() ? "" : where + ": ") + unknown_name_message(kind, name, known));
}

}  // namespace reboost
