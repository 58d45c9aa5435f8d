#pragma once
/// Programs of one's own that a run would start (policy `external`).
#include "boosting/options.hpp"
#include "selectors/features/options.hpp"

#include <string_view>
#include <vector>

namespace reboost::boosting {

/// `Options` is bandits::ExternalOptions, const or not.
template <class Options>
struct ExternalProgram {
    std::string_view part;  ///< "selector" or "base_class"
    Options* options = nullptr;
};

/// Those of a run's parts; few runs have any.
std::vector<ExternalProgram<const bandits::ExternalOptions>> external_programs(
    const selectors::SelectorOptions& selector, const BoosterOptions& booster);
std::vector<ExternalProgram<bandits::ExternalOptions>> external_programs(selectors::SelectorOptions& selector,
                                                                         BoosterOptions& booster);

}  // namespace reboost::boosting
