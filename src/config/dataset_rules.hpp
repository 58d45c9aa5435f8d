#pragma once
/// Checks of a run's data set by its specification alone, without its data.
#include "boosting/compatibility.hpp"
#include "config/grid.hpp"
#include "config/node.hpp"
#include "config/run_spec.hpp"

#include <set>
#include <string>
#include <vector>

namespace reboost::config {

/// The catalogue's facts; of a user's own files only the name. Throws UsageError for an unknown name.
boosting::DataFacts catalogue_facts(const data::DatasetSpec& spec);

/// `facts` without those that may change: preparation changes columns, a stand-in has a shape of its own.
boosting::DataFacts certain_facts(const data::DatasetSpec& spec, boosting::DataFacts facts);

/// Throws UsageError for a name that is neither in the catalogue nor an own file's.
void require_known_dataset(const Node& point);
/// Throws UsageError, at the data set or its option, if a known data set cannot be had with these options.
void require_dataset(const Node& point, const RunSpec& spec);

using Names = std::set<std::string, std::less<>>;

/// Adds the strings of a node, which is a string or a list of strings.
void add_strings(const Node& node, Names& names);

/// The names that a by_dataset may have cases for (internal to config/): the catalogue's and those that the
/// config or `settings` give to own files anywhere, since a block or a profile may name the file. A file
/// without a name is called by its path.
std::vector<std::string> names_for_cases(const Node& root, const Settings& settings);

}  // namespace reboost::config
