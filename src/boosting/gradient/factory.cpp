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
GradientMethod method_of(const auto& o) {
    throw UsageError("booster '" + std::string(o.kName) +
                     "' is none of mart, logitboost, abc_mart, abc_logitboost");
}

void check_labels(const data::BinnedSplit& data, const std::string& booster) {
    const data::Labels& labels = data.train_labels;
    if (labels.multi_label())
        throw UsageError(booster + " needs exactly one class a row; data set '" + data.name +
                         "' has several labels");
    if (labels.class_names.size() < 2)
        throw UsageError(booster + " needs at least two classes; data set '" + data.name + "' has " +
                         std::to_string(labels.class_names.size()));
}

}  // namespace

bool is_gradient_booster(const BoosterOptions& options) {
    return std::visit(
        [](const auto& o) {
            return requires {
                o.shrinkage;
            };
        },
        options);
}

GradientMethod gradient_method(const BoosterOptions& options) {
    return std::visit([](const auto& o) { return method_of(o); }, options);
}

std::unique_ptr<GradientBooster> make_gradient_booster(const Recipe& recipe,
                                                       std::shared_ptr<const data::BinnedSplit> data,
                                                       const Resources& resources) {
    const GradientMethod method = gradient_method(recipe.booster);
    if (!std::holds_alternative<learners::RegressionTreeOptions>(recipe.learner))
        throw UsageError("booster " + std::string(method.name) + " needs the learner regression_tree");
    check_labels(*data, std::string(method.name));
    return std::make_unique<GradientBooster>(method, recipe, std::move(data), resources);
}

}  // namespace reboost::boosting
