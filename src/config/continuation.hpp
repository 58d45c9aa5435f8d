#pragma once
/// Runs that differ in how long they go on, and in nothing else: a longer one begins as the shorter one did.
#include "config/run_spec.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace reboost::config {

/// The policy of a run whose parameters follow from the number of rounds; "" where there is none.
std::string policy_with_horizon(const RunSpec& spec);

/// What a run shares with longer and shorter ones: an identity without the number of rounds (of trials, of
/// plays). nullopt where that number enters the run otherwise.
std::optional<std::string> family_id(const RunSpec& spec, std::string_view dataset_sha256);

}  // namespace reboost::config
