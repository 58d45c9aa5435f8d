#pragma once
#include "bandits/best_arms.hpp"
#include "core/fields.hpp"
#include "core/rng.hpp"

#include <cstdint>
#include <limits>
#include <span>

namespace reboost::bandits {

/// The order in which arms get their first pull: of their numbers, or drawn.
enum class FirstPass { index, random };
constexpr EnumNames<FirstPass, 2> enum_names(FirstPass) {
    return {{{FirstPass::index, "index"}, {FirstPass::random, "random"}}};
}
constexpr FieldInfo kFirstPassField{"order of the arms' first pulls; random: it draws"};

/// The arms of the largest indices, ties: the lower arm. While all that are taken have no pull (index +∞),
/// they come in the order of `first_pass`; random numbers are drawn for that alone.
inline void select_after_first_pass(BestArms& best, std::span<const double> index, FirstPass first_pass,
                                    std::span<std::uint32_t> out, Rng& rng) {
    best.select(index, out);
    const bool in_first_pass = index[out.back()] == std::numeric_limits<double>::infinity();
    if (in_first_pass && first_pass == FirstPass::random) best.select_breaking_ties(index, out, rng);
}

}  // namespace reboost::bandits
