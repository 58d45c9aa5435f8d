#pragma once
#include "config/node.hpp"

#include <string>

namespace reboost::config {

/// Throws UsageError where no run can have the value that a pattern wants at `path`, which is known: an
/// option inside an object that there is not, a value of another type, a name that is none. Names and labels
/// of data sets, learners, ... are left to check_filter_names (internal to config/).
void require_possible(const Node& wanted, const std::string& path);

}  // namespace reboost::config
