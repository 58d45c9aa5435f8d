#pragma once
/// Unknown names are errors that list the candidates and point to the nearest.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost {

/// Levenshtein distance with transpositions (optimal string alignment), case-insensitive.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `name`, or "" where none is near enough to be meant (distance > 1 + length/3).
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

/// "unknown <kind> 'x'; did you mean 'y'?", or "unknown <kind> 'x'; known: a, b, c" where none is near. Of
/// very many names the nearest few are listed.
std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string> candidates);

}  // namespace reboost
