#include "boosting/factory/saved_model.hpp"

#include "boosting/model_header.hpp"
#include "boosting/options.hpp"
#include "core/error.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/regression/tree.hpp"

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

namespace {

double logistic(double x) {
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

/// Greatest score first taken off, so that no exponential overflows.
void softmax(const Matrix<double>& scores, std::size_t row, Matrix<double>& p) {
    double greatest = scores(row, 0), sum = 0;
    for (std::size_t k = 1; k < scores.columns(); ++k)
        greatest = std::max(greatest, scores(row, k));
    for (std::size_t k = 0; k < scores.columns(); ++k)
        sum += p(row, k) = std::exp(scores(row, k) - greatest);
    for (std::size_t k = 0; k < scores.columns(); ++k)
        p(row, k) /= sum;
}

/// Where all vanish (every score far below 0) the nearest to 0 wins, as in the limit.
void one_class(const Matrix<double>& scores, std::size_t row, Matrix<double>& p) {
    double greatest = scores(row, 0), sum = 0;
    for (std::size_t k = 1; k < scores.columns(); ++k)
        greatest = std::max(greatest, scores(row, k));
    const double shift = std::min(0.0, 2 * greatest);
    for (std::size_t k = 0; k < scores.columns(); ++k) {
        const double x = 2 * scores(row, k);
        // σ(x) up to the common factor exp(shift)
        sum += p(row, k) = x >= 0 ? logistic(x) : std::exp(x - shift) / (1 + std::exp(x));
    }
    for (std::size_t k = 0; k < scores.columns(); ++k)
        p(row, k) /= sum;
}

}  // namespace

Matrix<double> predict_probabilities(const Archive& model, const Matrix<double>& scores) {
    const ModelHeader header = load_model_header(model);
    const bool gradient = family_of(header.booster) == BoosterFamily::gradient;
    const bool two_classes = scores.columns() == 1 && !header.multi_label;
    Matrix<double> p(scores.rows(), two_classes ? 2 : scores.columns());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        if (two_classes) {
            p(i, 1) = logistic(gradient ? scores(i, 0) : 2 * scores(i, 0));
            p(i, 0) = 1 - p(i, 1);
        } else if (gradient) {
            softmax(scores, i, p);
        } else if (header.multi_label) {
            for (std::size_t k = 0; k < scores.columns(); ++k)
                p(i, k) = logistic(2 * scores(i, k));
        } else {
            one_class(scores, i, p);
        }
    }
    return p;
}

}  // namespace reboost::boosting
