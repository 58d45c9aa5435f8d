#pragma once
/// The list of policies by their parameters. A policy's options stand in a header of their own,
/// bandits/options/<name>.hpp: a struct with `kName`, `kDraws` and `describe`. Its place in the list
/// `PolicyOptions` makes it known to configs, `reboost list` and the schema.
#include "bandits/options/eps_greedy.hpp"
#include "bandits/options/exp3.hpp"
#include "bandits/options/exp3_p.hpp"
#include "bandits/options/proportional.hpp"
#include "bandits/options/ucb.hpp"
#include "bandits/options/ucb_v.hpp"

#include <concepts>
#include <string_view>
#include <variant>

namespace reboost::bandits {

using PolicyOptions =
    std::variant<UcbOptions, EpsGreedyOptions, Exp3POptions, Exp3Options, UcbVOptions, ProportionalOptions>;

/// What a policy's options state beside their fields.
template <class Options>
concept StatedPolicy = requires {
    { Options::kName } -> std::convertible_to<std::string_view>;
    /// Whether the policy draws random numbers. Runs of one that draws none are the same for all seeds, and
    /// are computed once.
    { Options::kDraws } -> std::convertible_to<bool>;
};

template <class Options>
inline constexpr bool kEachPolicyStated = false;
template <class... Policies>
inline constexpr bool kEachPolicyStated<std::variant<Policies...>> = (StatedPolicy<Policies> && ...);
static_assert(kEachPolicyStated<PolicyOptions>,
              "the options of a policy state kName, its name in configs, and kDraws, whether it draws random "
              "numbers: `static constexpr bool kDraws = true;`");

/// Whether the policy draws random numbers.
constexpr bool draws(const PolicyOptions& policy) {
    return std::visit([](const auto& options) { return options.kDraws; }, policy);
}

}  // namespace reboost::bandits
