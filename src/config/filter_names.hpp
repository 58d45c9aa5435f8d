#pragma once
#include "config/errors.hpp"
#include "config/expand.hpp"
#include "config/node.hpp"

#include <string>
#include <vector>

namespace reboost::config {

/// Collects, of every `exclude` and `only` in a config, the names that nothing can have: "leter" for a data
/// set, "ubc" for a selector (internal to config/). Names that the config or `overrides` (by path) give
/// ("name", "as", "path") are known. `dataset_names`: the catalogue's; empty: any.
void check_filter_names(const Node& root, const Settings& overrides,
                        const std::vector<std::string>& dataset_names, ErrorList& errors);

}  // namespace reboost::config
