#pragma once
/// Queries over run specifications: {"learner.name": "stump", "selector.k": [10, 20]}. A key is a dotted path
/// into the stored specification (or, with the prefix "attributes.", into the run's attributes); a list means
/// "any of", null that the run has no such field.
#include "core/value.hpp"

#include <string>
#include <string_view>

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

}  // namespace reboost::report
