#pragma once
#include <string>
#include <vector>

namespace reboost::bandits {

/// SHA-256 over the files that a command names: each word that is the path of a regular file, by word and
/// content, in order. "" where none is (programs found by PATH are not looked up). Throws IoError where one
/// cannot be read.
std::string script_files_sha256(const std::vector<std::string>& command);

}  // namespace reboost::bandits
