#pragma once
/// Queries over run specifications: {"learner.name": "stump", "selector.k": [10, 20]}. A key is a dotted path
/// into the stored specification (or, with the prefix "attributes.", into the run's attributes); a list means
/// "any of", null that the run has no such field: it may be older than an option.
#include "core/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace reboost::report {

/// The value at a dotted path, or nullptr.
const Value* find_path(const Value& tree, std::string_view path);

/// Equal, 1 and 1.0 being the same number.
bool same_value(const Value& a, const Value& b);

/// Whether every key of `query` names a value of the specification (or the attributes) that it allows.
bool matches(const Value& spec, const Value& attributes, const Value& query);

/// All keys of both; those of `over` win.
Value merge(Value base, const Value& over);

/// `over` replaces whole parts: keys of `base` whose first segment ("selector") occurs in `over` are dropped
/// first.
Value replace_parts(const Value& base, const Value& over);

/// Replaces each string "$name", at any depth, by the value of `name` in `let`, and "$$text" by "$text".
/// Throws UsageError where the name is unknown.
Value substitute(const Value& value, const Value& let);

}  // namespace reboost::report
