#pragma once
/// Programs of one's own that a run would start (policy `external`).
#include "boosting/options.hpp"
#include "core/choices.hpp"
#include "selectors/features/options.hpp"

#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace reboost::boosting {

/// `Options` is bandits::ExternalOptions, const or not.
template <class Options>
struct ExternalProgram {
    std::string_view part;  ///< "selector" or "base_class"
    Options* options = nullptr;
};

/// Those of a run's parts, `SelectorOptions` and `BoosterOptions`, const or not; few runs have any.
template <class Selector, class Booster>
auto external_programs(Selector& selector, Booster& booster) {
    using Options = bandits::ExternalOptions;
    std::vector<ExternalProgram<std::conditional_t<std::is_const_v<Selector>, const Options, Options>>> found;
    const auto look = [&](std::string_view part, auto& choice) {
        auto* policy = field_of<bandits::PolicyOptions>(choice);
        if (policy == nullptr) return;
        if (auto* program = std::get_if<Options>(policy)) found.push_back({part, program});
    };
    look("selector", selector);
    if (auto* base_class = field_of<selectors::BaseClassOptions>(booster)) look("base_class", *base_class);
    return found;
}

}  // namespace reboost::boosting
