#pragma once
#include <cstddef>

namespace reboost::statistics {

/// Two-sided p of the sign test: how often that many coins fall as unevenly as `wins` against `losses`, or
/// more so; exact. Ties are left out. 1 without wins and losses.
double sign_test(std::size_t wins, std::size_t losses);

}  // namespace reboost::statistics
