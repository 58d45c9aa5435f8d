#pragma once
/// Which rows the stumps of a base classifier are searched on, each way described once.
#include "core/fields.hpp"
#include "core/statements.hpp"

#include <string_view>
#include <variant>

namespace reboost::selectors {

/// Every row, every time.
struct AllRowsOptions {
    static constexpr std::string_view kName = "all";
};
template <class Visitor>
void describe(Visitor&, AllRowsOptions&) {}

/// Without the rows of the smallest weights, whose mass is at most 1 − theta (Friedman, Hastie & Tibshirani,
/// Annals of Statistics 2000, §9).
struct WeightTrimmingOptions {
    static constexpr std::string_view kName = "weight_trimming";
    static constexpr ShortLabel kLabel{{"theta"}};
    double theta = 0.99;
};
template <class Visitor>
void describe(Visitor& visit, WeightTrimmingOptions& o) {
    visit("theta", o.theta,
          FieldInfo{"θ: share of a decision's mass that is searched, by its heaviest rows; 1: all rows", 1e-6,
                    1});
}

using RowOptions = std::variant<AllRowsOptions, WeightTrimmingOptions>;

}  // namespace reboost::selectors
