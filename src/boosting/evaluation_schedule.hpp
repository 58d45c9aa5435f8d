#pragma once
/// Which rounds have their training losses measured.
#include <cmath>
#include <cstddef>

namespace reboost::boosting {

/// True at log-spaced rounds, `per_decade` of them in each decade, the first and the last included. 0: never
/// but the last.
inline bool is_log_spaced(std::size_t round, std::size_t last, double per_decade) {
    if (round == last) return true;
    if (per_decade <= 0) return false;
    if (round == 1) return true;
    const auto slot = [&](std::size_t r) {
        return std::floor(per_decade * std::log10(static_cast<double>(r)) + 1e-9);
    };
    return slot(round) > slot(round - 1);
}

}  // namespace reboost::boosting
