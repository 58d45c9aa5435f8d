#include "bandits/catalogue.hpp"

#include "bandits/eps_greedy.hpp"
#include "bandits/exp3.hpp"
#include "bandits/exp3_p.hpp"
#include "bandits/multiboost/exponential.hpp"
#include "bandits/multiboost/proportional.hpp"
#include "bandits/multiboost/stale_index.hpp"
#include "bandits/proportional.hpp"
#include "bandits/ucb.hpp"
#include "bandits/ucb_v.hpp"
#include "core/error.hpp"

#include <array>
#include <string>

namespace reboost::bandits {
namespace {

template <class PolicyType, class Options>
std::unique_ptr<Policy> make_one(const PolicyOptions& options) {
    return std::make_unique<PolicyType>(std::get<Options>(options));
}

/// `Multiboost` is void where the authors' program has no form of its own.
template <class Options, class Literature, class Multiboost = void>
PolicyEntry entry(std::string_view help) {
    PolicyEntry result{Options::kName, help, Options{}, &make_one<Literature, Options>, nullptr};
    if constexpr (!std::is_void_v<Multiboost>) result.make_multiboost = &make_one<Multiboost, Options>;
    return result;
}

const PolicyEntry& find(const PolicyOptions& options) {
    const std::string_view name = policy_name(options);
    for (const PolicyEntry& candidate : policies())
        if (candidate.name == name) return candidate;
    throw UsageError("policy '" + std::string(name) + "' is not in the catalogue");
}

}  // namespace

std::span<const PolicyEntry> policies() {
    static const std::array table{
        entry<UcbOptions, Ucb, multiboost::Ucb>(
            "upper confidence bound: mean reward + sqrt(2 ln t / pulls); deterministic"),
        entry<EpsGreedyOptions, EpsGreedy>("the best mean reward, a uniform arm with probability epsilon"),
        entry<Exp3POptions, Exp3P, multiboost::Exp3P>(
            "exponential weights for adversarial rewards, bounds that hold with high probability"),
        entry<Exp3Options, Exp3, multiboost::Exp3>(
            "exponential weights for adversarial rewards, mixed with uniform draws"),
        entry<UcbVOptions, UcbV, multiboost::UcbV>(
            "upper confidence bound with each arm's empirical variance; deterministic"),
        entry<ProportionalOptions, Proportional, multiboost::Proportional>(
            "draws in proportion to the mean reward"),
    };
    static_assert(table.size() == std::variant_size_v<PolicyOptions>, "one line a policy");
    return table;
}

std::unique_ptr<Policy> make_policy(const PolicyOptions& options, Dialect dialect) {
    const PolicyEntry& found = find(options);
    if (dialect == Dialect::literature) return found.make(options);
    if (found.make_multiboost) return found.make_multiboost(options);
    std::string known;
    for (const PolicyEntry& candidate : policies())
        if (candidate.make_multiboost) known += (known.empty() ? "" : ", ") + std::string(candidate.name);
    throw UsageError("policy '" + std::string(found.name) +
                     "' has no variant 'multiboost'; those with one: " + known);
}

std::string_view policy_name(const PolicyOptions& options) {
    return std::visit([](const auto& o) { return std::decay_t<decltype(o)>::kName; }, options);
}

}  // namespace reboost::bandits
