#include "boosting/factory/importances.hpp"

#include "boosting/model_header.hpp"
#include "boosting/options.hpp"
#include "core/error.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/regression/regression_tree.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace reboost::boosting {
namespace {

struct Weight {
    std::uint64_t splits = 0;
    double sum = 0;
};
using Weights = std::map<std::uint32_t, Weight>;

void add(Weights& weights, std::uint32_t feature, double weight) {
    Weight& of = weights[feature];
    ++of.splits;
    of.sum += weight;
}

Weights of_votes(const Archive& model) {
    const learners::Ensemble ensemble = learners::Ensemble::load(model.sub("ensemble"));
    const std::size_t rounds =
        std::min<std::size_t>(ensemble.size(), model.get_scalar<std::uint64_t>("best_round"));
    Weights weights;
    for (std::size_t t = 0; t < rounds; ++t) {
        const auto view = ensemble[t];
        for (const learners::Split& split : view.splits)
            add(weights, split.feature, std::abs(view.alpha) / static_cast<double>(view.splits.size()));
    }
    return weights;
}

Weights of_trees(const Archive& model) {
    const auto& first_tree = model.get<std::uint64_t>("ensemble/first_tree");
    const auto best = model.get_scalar<std::uint64_t>("best_round");
    const std::vector<learners::RegressionTree> trees = learners::load_trees(model.sub("ensemble/trees"));
    const std::size_t end = best < first_tree.size() ? first_tree[best] : trees.size();
    if (end > trees.size()) throw DataError("model: rounds and trees do not agree");
    Weights weights;
    for (std::size_t t = 0; t < end; ++t)
        for (const learners::RegressionNode& node : trees[t].nodes)
            if (!node.is_leaf()) add(weights, static_cast<std::uint32_t>(node.feature), 1);
    return weights;
}

}  // namespace

std::vector<Importance> feature_importances(const Archive& model) {
    const ModelHeader header = load_model_header(model);
    const Weights weights =
        family_of(header.booster) == BoosterFamily::gradient ? of_trees(model) : of_votes(model);
    double sum = 0;
    for (const auto& [feature, weight] : weights)
        sum += weight.sum;
    std::vector<Importance> list;
    for (const auto& [feature, weight] : weights) {
        if (feature >= header.feature_names.size())
            throw DataError("model: split on a column that has no name");
        list.push_back(
            {feature, header.feature_names[feature], weight.splits, sum > 0 ? weight.sum / sum : 0});
    }
    std::ranges::stable_sort(list,
                             [](const Importance& a, const Importance& b) { return a.share > b.share; });
    return list;
}

}  // namespace reboost::boosting
