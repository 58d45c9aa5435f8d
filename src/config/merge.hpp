#pragma once
/// One block of a config laid over another (internal to config/).
#include "config/node.hpp"

namespace reboost::config {

/// `over` on `base`: objects are merged member by member (unless they name different alternatives), anything
/// else replaces.
Node merge(const Node& base, const Node& over);

}  // namespace reboost::config
