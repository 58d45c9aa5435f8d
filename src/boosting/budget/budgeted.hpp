#pragma once
/// Makes AdaBoost with a rule, prices and a limit from the options of a budgeted booster.
#include "boosting/mh/adaboost_mh.hpp"
#include "core/rng.hpp"
#include "learners/priced/priced_stump.hpp"

#include <limits>
#include <memory>
#include <vector>

namespace reboost::boosting {

/// Returns the edge of each item's best stump at uniform weights on the training rows, for `correlated`.
std::vector<double> usefulness(const data::BinnedSplit& data, learners::PriceUnit unit);

/// Returns prices for the columns of `data`, for options that fit (compatibility.hpp; ijcai2015 section 6:
/// U[0,2]; section 8: correlated with usefulness). Throws UsageError if a file lacks one price per item.
learners::CutPrices make_prices(const PriceOptions& options, const data::BinnedSplit& data, Rng rng);

/// Returns the AdaBoost of `recipe`'s budgeted booster: uniform 1/n weights, an account with a limit, stumps
/// ranked by the booster's rule. Other learners rank by edges alone and pay for all features of a hypothesis.
/// AdaBoostRS trains without a limit; what it saves is drawn within the limit.
std::unique_ptr<AdaBoostMh> make_priced_adaboost(const Recipe& recipe, SharedSplit data,
                                                 const Resources& resources, learners::CutPrices prices,
                                                 double limit = std::numeric_limits<double>::infinity());

/// Returns one AdaBoost with prices, or trials; the recipe fits (compatibility.hpp). Throws as `make_prices`.
std::unique_ptr<Booster> make_budgeted_booster(const Recipe& recipe, SharedSplit data,
                                               const Resources& resources);

}  // namespace reboost::boosting
