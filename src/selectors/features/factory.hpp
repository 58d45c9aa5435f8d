#pragma once
#include "learners/feature_selector.hpp"
#include "selectors/features/options.hpp"

#include <cstdint>
#include <memory>

namespace reboost::selectors {

/// The selector of these options over `features` ≥ 1 columns. `horizon` ≥ 1 is the expected number of
/// decisions: a policy whose parameters need it takes it, where its own options name none. All randomness
/// derives from `seed`. Throws UsageError where k exceeds the number of features (or of groups), or where the
/// policy has no such variant.
std::unique_ptr<learners::FeatureSelector> make_selector(const SelectorOptions& options, std::size_t features,
                                                         std::size_t horizon, std::uint64_t seed);

}  // namespace reboost::selectors
