#pragma once
/// Parses JSON text; comments (// and /* */) are allowed and duplicate keys refused.
#include "config/node.hpp"
#include "core/value.hpp"

#include <string>
#include <string_view>

namespace reboost::config {

/// Throws UsageError "file:line:column: ..." for bad syntax, a duplicate key or a number out of range.
Value parse_json(std::string_view text, const std::string& filename = "<text>");
/// The same; each node knows its place in the text.
Node parse_located(std::string_view text, const std::string& filename = "<text>");

/// The bytes of a file. Throws as files::read_whole_file does.
std::string read_text_file(const std::string& path);
Value read_json_file(const std::string& path);

}  // namespace reboost::config
