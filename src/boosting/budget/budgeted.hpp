#pragma once
/// From the options of a budgeted booster to AdaBoost with a rule, prices and a limit.
#include "boosting/mh/adaboost_mh.hpp"
#include "core/rng.hpp"
#include "learners/priced/priced_stump.hpp"

#include <limits>
#include <memory>
#include <vector>

namespace reboost::boosting {

/// Edge of each item's best stump at uniform weights on the training rows: what `correlated` ranks by.
std::vector<double> usefulness(const data::BinnedSplit& data, learners::PriceUnit unit);

/// Prices for the columns of `data`, for options that fit (compatibility.hpp; ijcai2015 section 6: U[0,2];
/// section 8: correlated with usefulness). Throws UsageError where a file has not one for each item.
learners::CutPrices make_prices(const PriceOptions& options, const data::BinnedSplit& data, Rng rng);

/// AdaBoost as `recipe`'s budgeted booster means it: uniform 1/n weights, an account with a limit, and stumps
/// ranked by the booster's rule. Other learners look at edges alone and pay for all features of a hypothesis.
/// AdaBoostRS trains without a limit; what it saves is drawn within the limit.
std::unique_ptr<AdaBoostMh> make_priced_adaboost(const Recipe& recipe, SharedSplit data,
                                                 const Resources& resources, learners::CutPrices prices,
                                                 double limit = std::numeric_limits<double>::infinity());

/// One AdaBoost with prices, or trials, for a recipe that fits (compatibility.hpp). Throws as `make_prices`.
std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe, SharedSplit data,
                                               const Resources& resources);

}  // namespace reboost::boosting
