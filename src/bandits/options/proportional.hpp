#pragma once
#include "core/fields.hpp"

#include <string_view>

namespace reboost::bandits {

/// Draws arms in proportion to their mean reward, every arm once first (the authors' randomised sister of
/// UCB).
struct ProportionalOptions {
    static constexpr std::string_view kName = "proportional";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, ProportionalOptions&) {}

}  // namespace reboost::bandits
