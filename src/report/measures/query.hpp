#pragma once
/// Specifications of runs by the paths of their options, and queries over them
/// (report/measures/run_index.hpp).
#include "core/value.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

/// An option of a measure or rule; `otherwise` where it is not given. Throw DataError where it is of another
/// type.
std::string text_option(const Value& options, std::string_view key, std::string_view otherwise = "");
double number_option(const Value& options, std::string_view key, double otherwise);
bool flag_option(const Value& options, std::string_view key);  ///< false where it is not given

/// All keys of both; those of `over` win.
Value merge(Value base, const Value& over);

/// `over` replaces whole parts: keys of `base` whose first segment ("selector") occurs in `over` are dropped
/// first.
Value replace_parts(const Value& base, const Value& over);

/// Replaces each string "$name", at any depth, by the value of `name` in `let`, and "$$text" by "$text".
/// Throws UsageError where the name is unknown.
Value substitute(const Value& value, const Value& let);

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
