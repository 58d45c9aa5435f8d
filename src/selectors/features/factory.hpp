#pragma once
#include "learners/feature_selector.hpp"
#include "selectors/features/options.hpp"

#include <cstdint>
#include <memory>

namespace reboost::selectors {

/// The selector of these options over `features` ≥ 1 columns. `horizon_rounds` ≥ 1 is the number of boosting
/// rounds planned: a policy whose parameters need the number of decisions takes it, where its own options
/// name none. All randomness derives from `seed`. Throws UsageError where k exceeds the number of features
/// (or of groups), or where the policy has no such variant.
std::unique_ptr<learners::FeatureSelector> make_selector(const SelectorOptions& options, std::size_t features,
                                                         std::size_t horizon_rounds, std::uint64_t seed);

}  // namespace reboost::selectors
