#include "boosting/factory/saved_model.hpp"

#include "boosting/gradient/model.hpp"
#include "boosting/model_header.hpp"
#include "boosting/options.hpp"
#include "core/error.hpp"
#include "learners/mh/base_classifier.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace reboost::boosting {
namespace {

bool is_gradient(const std::string& booster) {
    return family_of(booster) == BoosterFamily::gradient;
}

/// Returns Σ_t α_t v_t(x) per row and class.
Matrix<double> predict_vote_scores(const Archive& model, const data::BinnedMatrix& rows) {
    const auto ensemble = loaded<learners::Ensemble>(model, "ensemble");
    const std::size_t classes = ensemble.classes(), words = learners::vote_words(classes);
    Matrix<double> scores(rows.rows, classes);
    std::vector<std::uint16_t> cells(rows.rows);
    for (std::size_t t = 0, end = rounds_used(model, ensemble.size()); t < end; ++t) {
        const auto round = ensemble[t];
        if (round.alpha == 0) continue;
        for (const learners::Split& split : round.splits)
            if (split.feature >= rows.features())
                throw DataError("model: split on a column that the data does not have");
        learners::assign_cells(round.splits, round.children, rows, cells);
        for (std::size_t i = 0; i < rows.rows; ++i)
            for (std::size_t l = 0; l < classes; ++l) {
                const bool positive = (round.votes[cells[i] * words + l / 64] >> (l % 64) & 1U) != 0;
                scores(i, l) += positive ? round.alpha : -round.alpha;
            }
    }
    return scores;
}

double logistic(double x) {
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

/// Sets a row of p to `of(score)` for each class, scaled to the sum 1.
template <class Of>
void scale_to_one(const Matrix<double>& scores, std::size_t row, const Of& of, Matrix<double>& p) {
    double sum = 0;
    for (std::size_t k = 0; k < scores.columns(); ++k)
        sum += p(row, k) = of(scores(row, k));
    for (std::size_t k = 0; k < scores.columns(); ++k)
        p(row, k) /= sum;
}

struct Weight {
    std::uint64_t splits = 0;
    double sum = 0;
    void add(double weight) {
        ++splits;
        sum += weight;
    }
};
using WeightOfFeature = std::map<std::uint32_t, Weight>;

WeightOfFeature weights_of_votes(const Archive& model) {
    WeightOfFeature weights;
    const auto ensemble = loaded<learners::Ensemble>(model, "ensemble");
    for (std::size_t t = 0, end = rounds_used(model, ensemble.size()); t < end; ++t)
        for (const learners::Split& split : ensemble[t].splits)
            weights[split.feature].add(std::abs(ensemble[t].alpha) /
                                       static_cast<double>(ensemble[t].splits.size()));
    return weights;
}

WeightOfFeature weights_of_trees(const Archive& model) {
    WeightOfFeature weights;
    const auto ensemble = loaded<GradientModel>(model, "ensemble");
    const std::size_t end = ensemble.trees_of(rounds_used(model, ensemble.rounds()));
    for (std::size_t t = 0; t < end; ++t)
        for (const learners::RegressionNode& node : ensemble.trees()[t].nodes)
            if (!node.is_leaf()) weights[static_cast<std::uint32_t>(node.feature)].add(1);
    return weights;
}

}  // namespace

Matrix<double> predict_scores(const Archive& model, const data::BinnedMatrix& rows) {
    return is_gradient(model.get_scalar<std::string>("booster")) ? predict_gradient_scores(model, rows)
                                                                 : predict_vote_scores(model, rows);
}

Matrix<double> predict_probabilities(const Archive& model, const Matrix<double>& scores) {
    const ModelHeader header = load_model_header(model);
    const bool gradient = is_gradient(header.booster);
    const bool two_classes = scores.columns() == 1 && !header.multi_label;
    Matrix<double> p(scores.rows(), two_classes ? 2 : scores.columns());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const double greatest = std::ranges::max(scores.row(i));
        if (two_classes) {
            p(i, 1) = logistic(gradient ? scores(i, 0) : 2 * scores(i, 0));
            p(i, 0) = 1 - p(i, 1);
        } else if (gradient) {  // subtracting the greatest score avoids overflow
            scale_to_one(
                scores, i, [&](double f) { return std::exp(f - greatest); }, p);
        } else if (header.multi_label) {
            for (std::size_t k = 0; k < scores.columns(); ++k)
                p(i, k) = logistic(2 * scores(i, k));
        } else {
            // σ(2f) up to a common factor: if all underflow, the score nearest to 0 wins, as in the limit.
            const double shift = std::min(0.0, 2 * greatest);
            const auto sigma = [&](double f) {
                const double x = 2 * f;
                return x >= 0 ? logistic(x) : std::exp(x - shift) / (1 + std::exp(x));
            };
            scale_to_one(scores, i, sigma, p);
        }
    }
    return p;
}

std::vector<Importance> feature_importances(const Archive& model) {
    const ModelHeader header = load_model_header(model);
    const WeightOfFeature weights =
        is_gradient(header.booster) ? weights_of_trees(model) : weights_of_votes(model);
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
    std::ranges::stable_sort(list, std::greater{}, &Importance::share);
    return list;
}

}  // namespace reboost::boosting
