#include "config/continuation.hpp"

#include "config/identity.hpp"
#include "config/spec_value.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

bool is_zero(const Value& options, std::string_view name) {
    const Value* found = options.find(name);
    return found == nullptr || !found->is_number() || found->as_number() == 0;
}

void erase_member(Value* object, std::string_view name) {
    if (object == nullptr || !object->is_object()) return;
    std::erase_if(object->as_object(), [&](const auto& member) { return member.first == name; });
}

}  // namespace

std::string policy_with_horizon(const Value& part) {
    if (part.is_list())
        for (const Value& element : part.as_list())
            if (const std::string inner = policy_with_horizon(element); !inner.empty()) return inner;
    if (!part.is_object()) return "";
    if (const Value* name = part.find("name"); name != nullptr && name->is_string()) {
        const std::string& policy = name->as_string();
        const bool open = part.find("horizon") != nullptr && is_zero(part, "horizon");
        if (open || (policy == "exp3" && is_zero(part, "gamma"))) return policy;
    }
    for (const auto& [key, member] : part.as_object())
        if (const std::string inner = policy_with_horizon(member); !inner.empty()) return inner;
    return "";
}

std::optional<std::string> family_id(const RunSpec& spec, std::string_view dataset_sha256) {
    Value canonical = canonical_value(spec);
    Value& booster = *canonical.find("booster");
    const boosting::TrialOptions* trials = boosting::trial_options(spec.booster);
    if (std::holds_alternative<boosting::BanditProblemOptions>(spec.booster)) {
        erase_member(&booster, "plays");
    } else if (trials != nullptr && trials->count > 0) {
        erase_member(booster.find("trials"), "count");
    } else {
        const Value complete = complete_value(spec);
        for (const char* part : {"selector", "booster"})
            if (!policy_with_horizon(complete.at(part)).empty()) return std::nullopt;
        erase_member(&booster, "rounds");
    }
    Value family = Value::object();
    family.set("family_of", std::move(canonical));
    return run_id(family, dataset_sha256, algorithm_revision(spec), file_checksums(spec));
}

}  // namespace reboost::config
