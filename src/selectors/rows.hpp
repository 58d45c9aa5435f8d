#pragma once
/// Choice of the rows on which the stumps of a base classifier are searched.
#include "core/fields.hpp"
#include "learners/feature_selector.hpp"

#include <memory>
#include <string_view>
#include <variant>

namespace reboost::selectors {

/// Every search uses all rows.
struct AllRowsOptions {
    static constexpr std::string_view kName = "all";
};

/// Skips the lightest rows, of mass at most 1 − theta (Friedman, Hastie & Tibshirani, Ann. Stat. 2000, §9).
struct WeightTrimmingOptions {
    static constexpr std::string_view kName = "weight_trimming";
    static constexpr ShortLabel kLabel{{"theta"}};
    double theta = 0.99;
};
void describe(Fields& field, WeightTrimmingOptions& o);

using RowOptions = std::variant<AllRowsOptions, WeightTrimmingOptions>;

/// Returns a selector that searches `features` on the rows of the options; for all rows `features` itself.
std::unique_ptr<learners::FeatureSelector> restrict_rows(std::unique_ptr<learners::FeatureSelector> features,
                                                         const RowOptions& options);

}  // namespace reboost::selectors
