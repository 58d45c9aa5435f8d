#include "boosting/options/gradient.hpp"

namespace reboost::boosting {

void describe(Fields& field, GradientOptions& o) {
    field("rounds", o.rounds, {"M", 1, 1e9});
    field("shrinkage", o.shrinkage, {"ν", 1e-6, 1});
    field("row_sampling", o.row_sampling, {"fraction of the rows that the trees of a round see", 1e-6, 1});
    field("rows", o.rows,
          {.help = "how the rows of a round are drawn; all but uniform want row_sampling 1",
           .absent_at_default = true});
    field("loss_floor", o.loss_floor,
          {"stop when the training loss (a sum over rows) falls below this", 0, 1});
    field("leaf_clip", o.leaf_clip,
          {"a leaf's Newton step is clamped to ± this before ν: rare classes would diverge", 1e-6, 1e9});
}

void describe(Fields& field, AbcOptions& o) {
    describe(field, static_cast<GradientOptions&>(o));
    field("base_class", o.base_class, {"how the base class of a round is found"});
}

}  // namespace reboost::boosting
