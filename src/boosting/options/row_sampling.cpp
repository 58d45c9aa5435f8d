#include "boosting/options/row_sampling.hpp"

namespace reboost::boosting {

void describe(Fields&, UniformRowsOptions&) {}

void describe(Fields& field, GossOptions& o) {
    field("top", o.top, {"a: share of the rows kept for their large gradients", 0, 1});
    field("other", o.other,
          {"b: share of the rows drawn from the rest, each standing for (1 − a)/b rows", 1e-6, 1});
}

void describe(Fields& field, MvsOptions& o) {
    field("share", o.share, {"s: expected share of the rows", 1e-6, 1});
    field("lambda", o.lambda,
          {"λ: weight of the squared second derivative beside the squared gradient", 0, 1e6});
}

}  // namespace reboost::boosting
