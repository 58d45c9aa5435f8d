#pragma once
/// Options of specifications by their paths, and helpers for queries over them
/// (report/measures/run.hpp).
#include "core/value.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

/// Returns an option of a measure or rule, or `otherwise` if it is absent. Throws DataError if the option has
/// another type.
std::string text_option(const Value& options, std::string_view key, std::string_view otherwise = "");
double number_option(const Value& options, std::string_view key, double otherwise);
bool flag_option(const Value& options, std::string_view key);  ///< false if absent

/// Returns all members of both; those of `over` take precedence.
Value merge(Value base, const Value& over);

/// Merges `over` into `base`; first removes the keys of `base` whose first segment ("selector") occurs in
/// `over`, so that whole parts are replaced.
Value replace_parts(const Value& base, const Value& over);

/// Replaces each string "$name", at any depth, by the value of `name` in `let`, and "$$text" by "$text".
/// Throws UsageError if `let` has no such name.
Value substitute(const Value& value, const Value& let);

/// Options of a specification by path, without those of the data set, the seed and the option `timing`.
using Leaves = std::map<std::string, Value>;
Leaves spec_leaves(const Value& spec);

/// Adds the paths at which the two have different values.
void add_differing_paths(const Leaves& a, const Leaves& b, std::set<std::string>& paths);
/// Returns the paths at which not all elements have the same value; `leaves` returns an element's options.
template <class Range, class Projection>
std::set<std::string> differing_paths(const Range& range, Projection leaves) {
    std::set<std::string> paths;
    for (const auto& element : range)
        add_differing_paths(std::invoke(leaves, element), std::invoke(leaves, *std::begin(range)), paths);
    return paths;
}
/// Returns the values at these paths.
Value values_at(const Leaves& leaves, const std::set<std::string>& paths);

/// Returns the specification without display names of its parts and of a user's own data file: such a file is
/// identified by path and checksum.
Value without_shown_names(const Value& spec);

/// Returns the label of a part in tables: "ucb(5)"; nullopt if the specification has no such part, or one
/// that this version does not know.
std::optional<std::string> part_label(const Value& spec, std::string_view part);

/// Whether all specifications have the same `dataset.split`.
bool split_by_one_rule(const std::vector<const Value*>& specs);
/// Returns the label of the data set without its seed, since results are averaged over splits; if `one_rule`
/// is true, also without `dataset.split`, which is then the same for all.
std::string dataset_name(const Value& spec, bool one_rule);
/// Returns the name, or the file, of each specification's data set; if different data sets have the same
/// name, their labels with options.
std::vector<std::string> dataset_names(const std::vector<const Value*>& specs);

}  // namespace reboost::report
