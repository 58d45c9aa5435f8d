#pragma once
#include "data/binning.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace reboost::boosting {

/// Returns the split with a random `fraction` of its training rows moved to `validation` (seeded; row order
/// kept). Cuts that no longer separate rows are dropped. Throws UsageError if either side would be empty, if
/// the rows left have one class, or if the data set already has a validation part.
std::shared_ptr<const data::BinnedSplit> hold_out(const data::BinnedSplit& data, double fraction,
                                                  std::uint64_t seed);

/// Returns the classes of which `hold_out` moves all rows to `validation`; none for multi-label sets.
std::vector<std::string> classes_held_out(const data::BinnedSplit& data, double fraction, std::uint64_t seed);

}  // namespace reboost::boosting
