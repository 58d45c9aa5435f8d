#include "selectors/rows/options.hpp"

namespace reboost::selectors {

void describe(Fields&, AllRowsOptions&) {}

void describe(Fields& field, WeightTrimmingOptions& o) {
    field("theta", o.theta,
          {"θ: share of a decision's mass that is searched, by its heaviest rows; 1: all rows", 1e-6, 1});
}

}  // namespace reboost::selectors
