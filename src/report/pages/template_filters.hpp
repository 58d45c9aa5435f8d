#pragma once
#include "core/value.hpp"

#include <string>
#include <vector>

namespace reboost::report {

/// What the filter `name` makes of a value. Throws DataError for an unknown filter, or where the value does
/// not fit.
///
/// Filters of a list:
///  - size: its elements, or the members of an object
///  - where:key:word, unless:key:word, by:key:word: the elements whose member is the word ("": that have
///    none); the others; the first of them
///  - first; take:n: the first n; sort:key: in the order of a member
///  - any:key: whether an element has the member; marked:word: whether a cell has the mark; has:word
///  - join:text; plural:one:many: "1 claim", "3 claims", of a number, too
///  - leaves: what stands in an object, {name: path, value}, without nulls and empty texts
///
/// Filters of a number: fixed:n, signed:n, percent:n, ratio, digits, times, number, micro:n and p are texts
/// (infinite: ∞); above:x, below:x; place and tenfold are places on small axes.
///
/// Filters of anything: known; ends:text; slug: a name for a file or an anchor; json: as JSON that may stand
/// in a script of a page; or:text: the text where the value is empty.
Value filtered(const Value& value, const std::string& name, const std::vector<Value>& arguments);

/// Neither null, false, 0, "" nor an empty list.
bool is_true(const Value& value);

}  // namespace reboost::report
