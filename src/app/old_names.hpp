#pragma once
/// Commands by the names of earlier versions.
#include <iosfwd>
#include <string>
#include <vector>

namespace reboost::app {

/// The words of a command line with the command's name of today; `err` gets a note where that is another.
std::vector<std::string> renewed(std::vector<std::string> words, std::ostream& err);

}  // namespace reboost::app
