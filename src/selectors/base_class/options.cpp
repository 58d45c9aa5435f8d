#include "selectors/base_class/options.hpp"

namespace reboost::selectors {

void describe(Fields&, ExhaustiveBaseOptions&) {}

void describe(Fields& field, GapBaseOptions& o) {
    field("gap", o.gap,
          {"G: every class is tried every G rounds (the author's program: its gap is G−1)", 1, 1e9});
}

void describe(Fields& field, FixedBaseOptions& o) {
    field("base", o.base, {"the class, from 0", 0, 1e9});
}

void describe(Fields&, WorstClassBaseOptions&) {}

void describe(Fields& field, FastBaseOptions& o) {
    field("classes", o.classes, {"s: classes tried, those of the largest training loss", 1, 1e6});
    field("gap", o.gap, {"g: rounds for which the base class found is kept after its own", 0, 1e9});
    field("warm_up", o.warm_up, {"w: rounds at first without a base class, as mart or logitboost", 0, 1e9});
}

void describe(Fields& field, BanditBaseOptions& o) {
    field("policy", o.policy, {"the bandit"});
    field("k", o.k, {"base classes tried per round, of which the best stays", 1, 1e6});
}

}  // namespace reboost::selectors
