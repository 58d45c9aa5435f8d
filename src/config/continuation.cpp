#include "config/continuation.hpp"

#include "config/identity.hpp"
#include "config/spec_value.hpp"
#include "core/fields.hpp"

namespace reboost::config {
namespace {

/// The policy that chooses the run's base class; null where there is none.
const bandits::PolicyOptions* base_class_policy(const RunSpec& spec) {
    const auto* base_class = field_of<selectors::BaseClassOptions>(spec.booster);
    return base_class != nullptr ? field_of<bandits::PolicyOptions>(*base_class) : nullptr;
}

}  // namespace

std::string policy_with_horizon(const RunSpec& spec) {
    const auto* bandit = std::get_if<selectors::BanditOptions>(&spec.selector);
    if (bandit != nullptr && bandit->needs_horizon()) return std::string(name_of(bandit->policy));
    const bandits::PolicyOptions* policy = base_class_policy(spec);
    return policy != nullptr && policy->needs_horizon() ? std::string(name_of(*policy)) : "";
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
