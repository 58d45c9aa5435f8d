#pragma once
/// Which rounds have their training losses measured.
#include <cstddef>

namespace reboost::boosting {

/// True at log-spaced rounds, `per_decade` of them in each decade, the first and the last included. 0: never
/// but the last.
bool is_log_spaced(std::size_t round, std::size_t last, double per_decade);

}  // namespace reboost::boosting
