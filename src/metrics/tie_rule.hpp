#pragma once
#include "core/fields.hpp"

namespace reboost::metrics {

/// What a tie between the true class and another one counts as.
enum class TieRule {
    error,         ///< the true class must win alone (K = 1: f = 0 is an error for either sign)
    first_maximum  ///< the first class with the largest score is the answer (K = 1: f ≥ 0 answers positive)
};
constexpr EnumNames<TieRule, 2> enum_names(TieRule) {
    return {{{TieRule::error, "error"}, {TieRule::first_maximum, "first_maximum"}}};
}

}  // namespace reboost::metrics
