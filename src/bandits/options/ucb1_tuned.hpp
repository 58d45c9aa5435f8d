#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// UCB1-Tuned (Auer et al. 2002a, §4): r̄_j + √(ln t/T_j · min(1/4, v_j + √(2 ln t/T_j))), v_j the empirical
/// variance.
struct Ucb1TunedOptions {
    static constexpr std::string_view kName = "ucb1_tuned";
    static constexpr std::string_view kHelp = "UCB1 with the empirical variance inside the bonus";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, Ucb1TunedOptions&) {}
std::unique_ptr<Policy> make(const Ucb1TunedOptions& options);

}  // namespace reboost::bandits
