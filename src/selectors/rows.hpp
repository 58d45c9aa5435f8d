#pragma once
/// Which rows the stumps of a base classifier are searched on.
#include "core/fields.hpp"
#include "learners/feature_selector.hpp"

#include <memory>
#include <string_view>
#include <variant>

namespace reboost::selectors {

/// Every row, every time.
struct AllRowsOptions {
    static constexpr std::string_view kName = "all";
};

/// Without the lightest rows, of mass at most 1 − theta (Friedman, Hastie & Tibshirani, Ann. Stat. 2000, §9).
struct WeightTrimmingOptions {
    static constexpr std::string_view kName = "weight_trimming";
    static constexpr ShortLabel kLabel{{"theta"}};
    double theta = 0.99;
};
void describe(Fields& field, WeightTrimmingOptions& o);

using RowOptions = std::variant<AllRowsOptions, WeightTrimmingOptions>;

/// The selector of the same features, searched on the rows of the options; for all rows `features` itself.
std::unique_ptr<learners::FeatureSelector> restrict_rows(std::unique_ptr<learners::FeatureSelector> features,
                                                         const RowOptions& options);

}  // namespace reboost::selectors
