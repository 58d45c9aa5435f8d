#pragma once
/// Run specifications as Values and back, through the `describe` of each struct.
#include "config/node.hpp"
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <optional>

namespace reboost::config {

/// Every field, defaults included: what a run file stores.
Value complete_value(const RunSpec& spec);
Value complete_value(const data::DatasetSpec& spec);
/// The identity's form: fields equal to their default are left out (names of alternatives stay), so that an
/// option added later with a default that changes nothing leaves every identity as it was. What people call
/// the parts ("as") and their own data set (its name) is left out, too.
Value canonical_value(const RunSpec& spec);

/// Reads a specification, complete or not, shorthands allowed. Throws UsageError naming the place, what was
/// given, what is allowed and the nearest known name.
RunSpec read_run_spec(const Value& value);
RunSpec read_run_spec(const Node& node);
/// The same of a stored run; nullopt where another version wrote it, which this one cannot read.
std::optional<RunSpec> readable_run_spec(const Value& value);

}  // namespace reboost::config
