#pragma once
/// The list of policies by their parameters. A policy's options stand in a header of their own,
/// bandits/options/<name>.hpp: a struct with `kName`, `kHelp`, `kDraws` and `describe`, and `make`. Its place
/// in the list `PolicyOptions` makes it known to the catalogue, configs, `reboost list`, the schema and the
/// shared tests.
#include "bandits/options/bayes_ucb.hpp"
#include "bandits/options/besa.hpp"
#include "bandits/options/boltzmann_gumbel.hpp"
#include "bandits/options/cusum_ucb.hpp"
#include "bandits/options/d_ts.hpp"
#include "bandits/options/d_ucb.hpp"
#include "bandits/options/eps_decreasing.hpp"
#include "bandits/options/eps_greedy.hpp"
#include "bandits/options/exp3.hpp"
#include "bandits/options/exp3_ix.hpp"
#include "bandits/options/exp3_p.hpp"
#include "bandits/options/exp3_pp.hpp"
#include "bandits/options/exp3_s.hpp"
#include "bandits/options/external.hpp"
#include "bandits/options/fewa.hpp"
#include "bandits/options/glr_klucb.hpp"
#include "bandits/options/imed.hpp"
#include "bandits/options/kl_ucb.hpp"
#include "bandits/options/moss.hpp"
#include "bandits/options/moss_anytime.hpp"
#include "bandits/options/proportional.hpp"
#include "bandits/options/raw_ucb.hpp"
#include "bandits/options/round_robin.hpp"
#include "bandits/options/softmax.hpp"
#include "bandits/options/successive_elimination.hpp"
#include "bandits/options/sw_ucb.hpp"
#include "bandits/options/ts_beta.hpp"
#include "bandits/options/ts_gauss.hpp"
#include "bandits/options/tsallis_inf.hpp"
#include "bandits/options/ucb.hpp"
#include "bandits/options/ucb1_tuned.hpp"
#include "bandits/options/ucb_v.hpp"
#include "bandits/options/uniform.hpp"
#include "bandits/options/wswa.hpp"
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
                 FewaOptions, RawUcbOptions, ExternalOptions>;

/// What a policy's options state beside their fields.
template <class Options>
concept StatedPolicy = requires {
    { Options::kName } -> std::convertible_to<std::string_view>;
    /// Whether the policy draws random numbers. Runs of one that draws none are the same for all seeds, and
    /// are computed once.
    { Options::kDraws } -> std::convertible_to<bool>;
    /// One line for `reboost list`.
    { Options::kHelp } -> std::convertible_to<std::string_view>;
};

static_assert(kEachAlternative<PolicyOptions, []<class P>() { return StatedPolicy<P>; }>,
              "the options of a policy state kName, its name in configs, kHelp, one line, and kDraws, "
              "whether it draws random "
              "numbers: `static constexpr bool kDraws = true;`");

/// A policy's label is its name.
template <StatedPolicy Options>
constexpr ShortLabel short_label(const Options&) {
    return {};
}

/// Whether the policy draws random numbers.
constexpr bool draws(const PolicyOptions& policy) {
    return std::visit([](const auto& options) { return options.kDraws; }, policy);
}

}  // namespace reboost::bandits
