#pragma once
#include "core/value.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// What the filter `name` makes of a value. Throws DataError for an unknown filter, or where the value does
/// not fit.
///
///     size                 elements of a list, members of an object
///     where:key:word       those elements whose member is the word ("" : has none); unless:key:word the
///     others first, take:n, sort:key, by:key:word   the first element, the first n, in the order of a
///     member, the element whose … fixed:n, signed:n, ratio, percent:n, digits   a number as text; infinite:
///     ∞ above:x, below:x     whether a number is exp                  e to the number plural:one:many "1
///     claim", "3 claims" of a number or a list join:text            a list as one text slug a name for a
///     file or an anchor json                 as JSON that may stand in a script of a page or:text the value,
///     or the text where it is empty
Value filtered(const Value& value, const std::string& name, const std::vector<Value>& arguments);

/// Neither null, false, 0, "" nor an empty list.
bool is_true(const Value& value);

}  // namespace reboost::report
