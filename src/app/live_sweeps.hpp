#pragma once
/// What `reboost status` shows of sweeps that run now, in this folder, in whatever process.
#include "core/value.hpp"

#include <filesystem>
#include <iosfwd>

namespace reboost::app {

/// A block for each running sweep. Returns how many there are.
std::size_t print_live_sweeps(std::ostream& out, const std::filesystem::path& results);
/// Also those that ended, with their forecasts.
Value live_sweeps_value(const std::filesystem::path& results);

}  // namespace reboost::app
