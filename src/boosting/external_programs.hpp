#pragma once
/// Programs of one's own that a run would start (policy `external`).
#include "bandits/external/program.hpp"
#include "boosting/options.hpp"
#include "core/fields.hpp"
#include "selectors/features/options.hpp"

#include <string_view>
#include <type_traits>
#include <vector>

namespace reboost::boosting {

/// `Program` is bandits::ExternalProgram, const or not.
template <class Program>
struct ExternalPart {
    std::string_view part;  ///< "selector" or "base_class"
    Program* program = nullptr;
};

/// Those of a run's parts, `SelectorOptions` and `BoosterOptions`, const or not; few runs have any.
template <class Selector, class Booster>
auto external_programs(Selector& selector, Booster& booster) {
    using Program = std::conditional_t<std::is_const_v<Selector>, const bandits::ExternalProgram,
                                       bandits::ExternalProgram>;
    std::vector<ExternalPart<Program>> found;
    const auto look = [&](std::string_view part, auto& choice) {
        auto* policy = field_of<bandits::PolicyOptions>(choice);
        if (policy != nullptr && policy->program() != nullptr) found.push_back({part, policy->program()});
    };
    look("selector", selector);
    if (auto* base_class = field_of<selectors::BaseClassOptions>(booster)) look("base_class", *base_class);
    return found;
}

}  // namespace reboost::boosting
