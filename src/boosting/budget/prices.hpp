#pragma once
/// Prices of the features of a binary problem (ijcai2015 section 6: U[0,2]; section 8: correlated with
/// usefulness).
#include "boosting/budget_options.hpp"
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "learners/priced/account.hpp"

#include <vector>

namespace reboost::boosting {

/// Edge of each item's best stump at uniform weights on the training rows: what `correlated` ranks by.
std::vector<double> usefulness(const data::BinnedSplit& data, learners::PriceUnit unit);

/// Prices for the columns of `data`, for options that fit (compatibility.hpp). Throws UsageError where a file
/// has another length than there are items.
learners::CutPrices make_prices(const PriceOptions& options, const data::BinnedSplit& data, Rng rng);

}  // namespace reboost::boosting
