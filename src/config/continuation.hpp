#pragma once
/// Runs that differ in how long they go on, and in nothing else: a longer one begins as the shorter one did.
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace reboost::config {

/// The policy inside `part` whose parameters follow from the number of rounds, as a horizon of 0 says; ""
/// where there is none. `part`: of a complete specification.
std::string policy_with_horizon(const Value& part);

/// What a run shares with longer and shorter ones: an identity without the number of rounds (of trials, of
/// plays). nullopt where that number enters the run otherwise.
std::optional<std::string> family_id(const RunSpec& spec, std::string_view dataset_sha256);

}  // namespace reboost::config
