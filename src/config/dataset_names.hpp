#pragma once
#include "config/expand.hpp"
#include "config/node.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace reboost::config {

using Names = std::set<std::string, std::less<>>;

/// The strings of a node that is one, or a list of them.
void add_strings(const Node& node, Names& names);

/// The names that a by_dataset may have a case for: the catalogue's, and those that the config or its
/// `settings` give to own files, wherever they stand, since a block or a profile may name the file (internal
/// to config/). A file without a name is called by its path. Empty, for any, where `catalogue` is.
std::vector<std::string> names_for_cases(const Node& root, const Settings& settings,
                                         const std::vector<std::string>& catalogue);

}  // namespace reboost::config
