#pragma once
/// The rows of one trial, drawn from binned data.
#include "boosting/options/budget.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <memory>

namespace reboost::boosting {

/// Training and test rows of trial number `trial` (from 1), drawn without replacement from the training part
/// of `whole` by (seed, trial); rows in file order. Bins stay those of all rows (ijcai2015: features are
/// fitted before the split). Only what training needs is filled: matrices, labels and names. Throws
/// UsageError where the data set has too few rows.
std::shared_ptr<const data::BinnedSplit> draw_trial(const data::BinnedSplit& whole,
                                                    const TrialOptions& options, std::uint64_t seed,
                                                    std::uint64_t trial);

}  // namespace reboost::boosting
