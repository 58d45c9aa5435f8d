#pragma once
#include "data/binning.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace reboost::boosting {

/// The same split with a random `fraction` of its training rows moved to `validation` (seeded; row order
/// kept). Cuts that no longer separate rows go. Throws UsageError where either side would be empty, where the
/// rows left have one class, and where the data set has a validation part already.
std::shared_ptr<const data::BinnedSplit> hold_out(const data::BinnedSplit& data, double fraction,
                                                  std::uint64_t seed);

/// The classes whose rows `hold_out` would all move to `validation`. Multi-label sets: none.
std::vector<std::string> classes_held_out(const data::BinnedSplit& data, double fraction, std::uint64_t seed);

}  // namespace reboost::boosting
