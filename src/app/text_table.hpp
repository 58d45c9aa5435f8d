#pragma once
/// Columns of text that line up in a terminal.
#include <cstddef>
#include <string>
#include <vector>

namespace reboost::app {

/// Each row on a line, two blanks between columns; the columns in `right` are aligned at their right ends.
/// Control characters become question marks: names come from files.
std::string aligned(std::vector<std::vector<std::string>> rows, const std::vector<std::size_t>& right = {});

}  // namespace reboost::app
