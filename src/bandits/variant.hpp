#pragma once
#include "core/fields.hpp"

namespace reboost::bandits {

/// A policy and its use as the literature has them, or as the authors' program does: stale indices, a time
/// that counts rewards, a first pass over all arms.
enum class Dialect { literature, multiboost };
constexpr EnumNames<Dialect, 2> enum_names(Dialect) {
    return {{{Dialect::literature, "literature"}, {Dialect::multiboost, "multiboost"}}};
}

}  // namespace reboost::bandits
