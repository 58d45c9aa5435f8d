#pragma once
#include "core/value.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

/// The leaves of a specification by path, without the data set, the seed and how time was taken.
using Leaves = std::map<std::string, Value>;
Leaves spec_leaves(const Value& spec);

/// Paths that not all of these have, or not with the same value. `all` is not empty.
std::set<std::string> differing_paths(const std::vector<const Leaves*>& all);
/// What there is at these paths.
Value values_at(const Leaves& leaves, const std::set<std::string>& paths);

/// The specification without what people call its parts and their own file: a file's identity is its path and
/// its checksum.
Value without_shown_names(const Value& spec);

/// What tables call a part of a specification: "ucb(5)"; nullopt where it has none, or one that this version
/// does not know.
std::optional<std::string> part_label(const Value& spec, std::string_view part);

/// Whether the data sets of all specifications have the same rule of splitting.
bool split_by_one_rule(const std::vector<const Value*>& specs);
/// The name of a specification's data set without its seed, the splits of which are averaged. Without its
/// rule of splitting, too, where that is everybody's.
std::string dataset_name(const Value& spec, bool one_rule);
/// The name of each specification's data set, or its file; where two data sets have one name, with their
/// options.
std::vector<std::string> dataset_names(const std::vector<const Value*>& specs);

}  // namespace reboost::report
