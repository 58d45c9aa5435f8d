#include "selectors/rows/catalogue.hpp"

#include "selectors/rows/weight_trimming.hpp"

namespace reboost::selectors {
namespace {

using Selector = std::unique_ptr<learners::FeatureSelector>;

struct Maker {
    Selector features;

    Selector operator()(const AllRowsOptions&) { return std::move(features); }
    Selector operator()(const WeightTrimmingOptions& o) {
        if (o.theta >= 1) return std::move(features);
        return std::make_unique<WeightTrimming>(std::move(features), o.theta);
    }
};

}  // namespace

Selector restrict_rows(Selector features, const RowOptions& options) {
    return std::visit(Maker{std::move(features)}, options);
}

}  // namespace reboost::selectors
