#pragma once
#include "core/fields.hpp"

namespace reboost::bandits {

/// A policy and its use as the literature has them, or as the authors' program does: stale indices, a time
/// that counts rewards, a first pass over all arms.
enum class Variant { literature, multiboost };
constexpr EnumNames<Variant, 2> enum_names(Variant) {
    return {{{Variant::literature, "literature"}, {Variant::multiboost, "multiboost"}}};
}

}  // namespace reboost::bandits
