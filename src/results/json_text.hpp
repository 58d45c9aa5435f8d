#pragma once
/// Reads back the JSON that core's to_json wrote, internal to results/. (Config files, with comments and
/// positions: config/json.)
#include "core/value.hpp"

#include <string>
#include <string_view>

namespace reboost::results {

/// Throws DataError naming `source`; also where lists and objects are nested more than 200 deep.
Value value_from_json(std::string_view text, const std::string& source);

}  // namespace reboost::results
