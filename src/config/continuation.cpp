#include "config/continuation.hpp"

#include "config/identity.hpp"
#include "config/spec_value.hpp"
#include "core/choices.hpp"

namespace reboost::config {
namespace {

/// The policies of a run, its selector's and its base class's, but those in the form of the authors' program,
/// which never asks for the horizon.
std::vector<const bandits::PolicyOptions*> policies_of(const RunSpec& spec) {
    const auto* variant = field_of<bandits::Variant>(spec.selector);
    std::vector<const bandits::PolicyOptions*> policies;
    if (variant == nullptr || *variant == bandits::Variant::literature)
        policies.push_back(field_of<bandits::PolicyOptions>(spec.selector));
    if (const auto* base_class = field_of<selectors::BaseClassOptions>(spec.booster))
        policies.push_back(field_of<bandits::PolicyOptions>(*base_class));
    std::erase(policies, nullptr);
    return policies;
}

}  // namespace

std::string policy_with_horizon(const RunSpec& spec) {
    for (const bandits::PolicyOptions* policy : policies_of(spec))
        if (bandits::needs_horizon(*policy)) return std::string(name_of(*policy));
    return "";
}

std::optional<std::string> family_id(const RunSpec& spec, std::string_view dataset_sha256) {
    std::string_view counted = "booster.rounds";
    const auto* trials = field_of<boosting::TrialOptions>(spec.booster);
    if (std::holds_alternative<boosting::BanditProblemOptions>(spec.booster)) {
        counted = "booster.plays";
    } else if (trials != nullptr && trials->count > 0) {
        counted = "booster.trials.count";
    } else if (!policy_with_horizon(spec).empty()) {
        return std::nullopt;
    }
    const Value family = Value::object().set("family_of", without(canonical_value(spec), {counted}));
    return run_id(family, dataset_sha256, algorithm_revision(spec), file_checksums(spec));
}

}  // namespace reboost::config
