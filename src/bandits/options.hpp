#pragma once
/// The list of policies by their parameters. A policy's options stand in the header of its family,
/// bandits/options/<family>.hpp: a struct with what `StatedPolicy` lists and with `describe`, and `make`. Its
/// place in the list `PolicyOptions` makes it known to the catalogue, configs, `reboost list`, the schema and
/// the shared tests.
#include "bandits/options/adversarial.hpp"
#include "bandits/options/changing.hpp"
#include "bandits/options/external.hpp"
#include "bandits/options/index.hpp"
#include "bandits/options/recovering.hpp"
#include "bandits/options/rotting.hpp"
#include "bandits/options/sampling.hpp"
#include "core/statements.hpp"

#include <concepts>
#include <string_view>
#include <variant>

namespace reboost::bandits {

using PolicyOptions =
    std::variant<UcbOptions, EpsGreedyOptions, Exp3POptions, Exp3Options, UcbVOptions, ProportionalOptions,
                 UniformOptions, RoundRobinOptions, EpsDecreasingOptions, SoftmaxOptions,
                 BoltzmannGumbelOptions, Ucb1TunedOptions, KlUcbOptions, MossOptions, MossAnytimeOptions,
                 BayesUcbOptions, ImedOptions, BesaOptions, TsBetaOptions, TsGaussOptions,
                 SuccessiveEliminationOptions, Exp3SOptions, Exp3IxOptions, Exp3PpOptions, TsallisInfOptions,
                 SwUcbOptions, DUcbOptions, DTsOptions, CusumUcbOptions, GlrKlucbOptions, WswaOptions,
                 FewaOptions, RawUcbOptions, RecoveringOptions, RecoveringUcbOptions, ExternalOptions>;

/// An option decides whether the policy draws random numbers.
template <class Options>
concept DrawsByOption = requires(const Options& options) {
    { options.draws() } -> std::convertible_to<bool>;
};
/// What a policy's options state beside their fields. Of kDraws: whether the policy draws random numbers.
/// Runs of one that draws none are the same for all seeds, and are computed once.
template <class Options>
concept StatedPolicy = (DrawsByOption<Options> ||
                        requires {
                            { Options::kDraws } -> std::convertible_to<bool>;
                        }) &&
                       requires(const Options& options) {
    { Options::kName } -> std::convertible_to<std::string_view>;
    /// One line for `reboost list`.
    { Options::kHelp } -> std::convertible_to<std::string_view>;
    /// Whether the number of decisions planned enters, so that a run is not the beginning of a longer one.
    { options.needs_horizon() } -> std::convertible_to<bool>;
};

static_assert(
    kEachAlternative<PolicyOptions, []<class P>() { return StatedPolicy<P>; }>,
    "the options of a policy state kName, its name in configs, kHelp, one line, kDraws, whether it draws "
    "random numbers: `static constexpr bool kDraws = true;` (or draws()), and needs_horizon()");
static_assert(kDistinctNames<PolicyOptions>, "two policies have one kName");

inline bool draws(const PolicyOptions& policy) {
    return std::visit(
        []<class Options>(const Options& options) {
            if constexpr (DrawsByOption<Options>)
                return options.draws();
            else
                return Options::kDraws;
        },
        policy);
}
inline bool needs_horizon(const PolicyOptions& policy) {
    return std::visit([](const auto& options) { return options.needs_horizon(); }, policy);
}

}  // namespace reboost::bandits
