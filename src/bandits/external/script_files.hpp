#pragma once
#include <string>
#include <vector>

namespace reboost::bandits {

/// SHA-256 over the files that a command names: each word that is the path of a regular file, by word and
/// content, in order. "" where none is (programs found by PATH are not looked up). Throws IoError where one
/// cannot be read.
std::string script_files_sha256(const std::vector<std::string>& command);

/// The word of a command that names its script: the first that looks like a file with an ending ("my.py", no
/// option, no blank, not "python3.11"); else the program, where it is a path or all there is. The end where
/// there is none ("python3 -m my").
std::vector<std::string>::const_iterator find_script(const std::vector<std::string>& command);

}  // namespace reboost::bandits
