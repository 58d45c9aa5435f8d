#pragma once
/// JSON text to Value, with comments (// and /* */) allowed and duplicate keys refused.
#include "config/node.hpp"
#include "core/value.hpp"

#include <string>
#include <string_view>

namespace reboost::config {

/// Throws UsageError "file:line:column: ..." for bad syntax, a duplicate key, a number out of range.
Value parse_json(std::string_view text, const std::string& filename = "<text>");
/// The same with the place of each value.
Node parse_located(std::string_view text, const std::string& filename = "<text>");

/// A file's bytes. Throws as files::read_whole_file does.
std::string read_text_file(const std::string& path);
/// The JSON in a file.
Value read_json_file(const std::string& path);
Node read_located_file(const std::string& path);

}  // namespace reboost::config
