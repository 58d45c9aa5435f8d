#pragma once
/// What is wrong with a run's data set, as far as it shows without its data (internal to config/).
#include "config/config.hpp"
#include "config/node.hpp"

namespace reboost::config {

/// Throws UsageError on an unknown name. Where the rest of a run is wrong, too, its data set is named
/// nevertheless.
void require_known_dataset(const Node& point, const ConfigRules& rules);

/// Throws UsageError, placed at the data set or its option, where the data set cannot be had as `spec` asks.
void require_dataset(const Node& point, const RunSpec& spec, const ConfigRules& rules);

}  // namespace reboost::config
