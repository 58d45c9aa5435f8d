#pragma once
#include "bandits/policy_entry.hpp"

#include <span>

namespace reboost::bandits {

/// The policies of which the authors' program has a form of its own, by the names of the literature's forms.
std::span<const PolicyEntry> multiboost_forms();

}  // namespace reboost::bandits
