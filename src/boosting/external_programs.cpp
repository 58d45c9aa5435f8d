#include "boosting/external_programs.hpp"

#include <utility>
#include <variant>

namespace reboost::boosting {
namespace {

/// The external policy among the alternatives of a choice; null where there is none.
template <class Choice>
const bandits::ExternalOptions* program_of(const Choice& choice) {
    return std::visit(
        []<class Options>(const Options& options) -> const bandits::ExternalOptions* {
            if constexpr (requires { options.policy; })
                return std::get_if<bandits::ExternalOptions>(&options.policy);
            else
                return nullptr;
        },
        choice);
}

}  // namespace

std::vector<ExternalProgram<const bandits::ExternalOptions>> external_programs(
    const selectors::SelectorOptions& selector, const BoosterOptions& booster) {
    std::vector<ExternalProgram<const bandits::ExternalOptions>> found;
    if (const auto* options = program_of(selector)) found.push_back({"selector", options});
    if (const selectors::BaseClassOptions* way = base_class_options(booster))
        if (const auto* options = program_of(*way)) found.push_back({"base_class", options});
    return found;
}

std::vector<ExternalProgram<bandits::ExternalOptions>> external_programs(selectors::SelectorOptions& selector,
                                                                         BoosterOptions& booster) {
    std::vector<ExternalProgram<bandits::ExternalOptions>> found;
    for (const auto& program : external_programs(std::as_const(selector), std::as_const(booster)))
        found.push_back({program.part, const_cast<bandits::ExternalOptions*>(
                                           program.options)});  // what it points to is not const
    return found;
}

}  // namespace reboost::boosting
