#pragma once
#include "core/value.hpp"

#include <filesystem>
#include <string>

namespace reboost::report {

/// Fills the Mustache template `name`.mustache of `folder`, whose partials are the others there. All text is
/// escaped for HTML. Names are looked up in the objects around, too: each object has all names that its
/// section uses. Throws IoError, or DataError where the template is not Mustache.
std::string fill_template(const std::filesystem::path& folder, const std::string& name, const Value& data);

}  // namespace reboost::report
