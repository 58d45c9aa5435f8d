#pragma once
/// One block of a config laid over another (internal to config/).
#include "config/node.hpp"

namespace reboost::config {

/// `over` on `base`, both blocks of runs: objects are merged member by member (unless they name different
/// alternatives), anything else replaces. An object of `base` without a name is the first alternative of its
/// kind; one of `over` is whatever `base` says.
Node merge(const Node& base, const Node& over);

}  // namespace reboost::config
