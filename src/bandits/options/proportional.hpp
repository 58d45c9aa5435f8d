#pragma once
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Draws arms in proportion to their mean reward, every arm once first (the authors' randomised sister of
/// UCB).
struct ProportionalOptions {
    static constexpr std::string_view kName = "proportional";
    static constexpr std::string_view kHelp = "draws in proportion to the mean reward";
    static constexpr bool kDraws = true;
};
template <class Visitor>
void describe(Visitor&, ProportionalOptions&) {}
std::unique_ptr<Policy> make(const ProportionalOptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const ProportionalOptions& options);

}  // namespace reboost::bandits
