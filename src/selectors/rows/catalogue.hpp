#pragma once
/// The ways to restrict rows.
///
/// Adding one:
///  1. its options struct with `kName` and `describe` in options.hpp, and its place in `RowOptions`;
///  2. one file: a FeatureSelector that asks another one for features and adds the rows to its queries;
///  3. one line in catalogue.cpp.
#include "learners/feature_selector.hpp"
#include "selectors/rows/options.hpp"

#include <memory>

namespace reboost::selectors {

/// The selector whose features are those of `features`, searched on the rows of the options. Where these are
/// all rows it is `features` itself.
std::unique_ptr<learners::FeatureSelector> restrict_rows(std::unique_ptr<learners::FeatureSelector> features,
                                                         const RowOptions& options);

}  // namespace reboost::selectors
