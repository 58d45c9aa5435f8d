#pragma once
/// Reads back the JSON that to_json wrote, and what a program answers. (Config files, with comments and
/// positions: config/json.)
#include "core/value.hpp"

#include <string>
#include <string_view>

namespace reboost {

/// Throws DataError naming `source`; also where a key comes twice in an object, and where lists and objects
/// are nested more than 200 deep.
Value value_from_json(std::string_view text, const std::string& source);

}  // namespace reboost
