#pragma once
#include <filesystem>
#include <string>

namespace reboost::report {

/// The whole file. Throws IoError.
std::string read_text(const std::filesystem::path& path);
/// Writes beside and renames, so that a reader never sees half a file; makes the folders. Throws IoError.
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace reboost::report
