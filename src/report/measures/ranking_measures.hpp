#pragma once
/// Measures of binary runs from the corners of their last ROC curves: /curves/roc/* (docs/results.md).
#include "report/measures/measures.hpp"

namespace reboost::report {

/// Balanced accuracy of "part" ("validation" or "test") at the threshold that is best on the validation part,
/// where the sign of f would call nobody positive. On the test part it is that of the last corner not below
/// the threshold.
Measurement tuned_balanced_accuracy(const MeasureInput& in);

}  // namespace reboost::report
