/// From options to a GradientBooster.
#include "boosting/gradient/booster.hpp"
#include "core/error.hpp"

#include <string>

namespace reboost::boosting {

namespace {

GradientMethod method_of(const MartOptions& o) {
    return {o.kName, learners::SplitCriterion::mart, o, {}};
}
GradientMethod method_of(const LogitboostOptions& o) {
    return {o.kName, learners::SplitCriterion::logit, o, {}};
}
GradientMethod method_of(const AbcMartOptions& o) {
    return {o.kName, learners::SplitCriterion::mart, o, o.base_class};
}
GradientMethod method_of(const AbcLogitboostOptions& o) {
    return {o.kName, learners::SplitCriterion::logit, o, o.base_class};
}
/// A gradient booster that is not listed above does not compile.
template <class Options>
requires(Options::kFamily != BoosterFamily::gradient) GradientMethod method_of(const Options& o) {
    throw UsageError("booster '" + std::string(o.kName) +
                     "' is none of mart, logitboost, abc_mart, abc_logitboost");
}

}  // namespace

GradientMethod gradient_method(const BoosterOptions& options) {
    return std::visit([](const auto& o) { return method_of(o); }, options);
}

std::unique_ptr<GradientBooster> make_gradient_booster(const Recipe& recipe,
                                                       std::shared_ptr<const data::BinnedSplit> data,
                                                       const Resources& resources) {
    return std::make_unique<GradientBooster>(gradient_method(recipe.booster), recipe, std::move(data),
                                             resources);
}

}  // namespace reboost::boosting
