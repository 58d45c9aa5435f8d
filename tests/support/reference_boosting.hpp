#pragma once
/// Plain AdaBoost.MH (kdd2009 Figure 1) and its losses, in double, one row and one label at a time.
#include "boosting/options.hpp"
#include "support/reference_search.hpp"

#include <cmath>

namespace reboost::reference {

/// A row has mass 1/n: balanced, half of it shared by the positive labels and half by the negative ones, all
/// of it to one side where the other is empty; uniform, 1/(nK) each. Signed by the label.
inline Weights initial_weights(const data::Labels& labels, bool balanced) {
    Weights weights{labels.rows, labels.classes, std::vector<double>(labels.rows * labels.classes)};
    const double n = static_cast<double>(labels.rows);
    for (std::size_t i = 0; i < labels.rows; ++i) {
        double positives = 0, negatives = 0;
        for (std::size_t l = 0; l < labels.classes; ++l)
            (labels.at(i, l) > 0 ? positives : negatives) += 1;
        for (std::size_t l = 0; l < labels.classes; ++l) {
            const double side = labels.at(i, l) > 0 ? positives : negatives;
            const double half = positives > 0 && negatives > 0 ? 0.5 : 1;
            const double weight =
                balanced ? half / (n * side) : 1 / (n * static_cast<double>(labels.classes));
            weights.at(i, l) = weight * labels.at(i, l);
        }
    }
    return weights;
}

inline double mass_of(const Weights& weights) {
    double mass = 0;
    for (const double w : weights.values)
        mass += std::abs(w);
    return mass;
}

/// The vote in {−1,+1} of a classifier of the program for one row and label, decided without its tables of
/// cells.
inline int vote_of(const learners::Ensemble::View& classifier, std::size_t classes,
                   const data::BinnedMatrix& data, std::size_t row, std::size_t label) {
    std::size_t cell = 0;
    if (classifier.children.empty()) {
        int sign = 1;
        for (const Split& split : classifier.splits)
            sign *= data.columns[split.feature].at(row) >= split.threshold ? 1 : -1;
        cell = sign > 0 ? 1 : 0;
    } else {
        std::int32_t node = 0;
        while (node >= 0) {
            const Split& split = classifier.splits[static_cast<std::size_t>(node)];
            const learners::Children& next = classifier.children[static_cast<std::size_t>(node)];
            node = data.columns[split.feature].at(row) >= split.threshold ? next.above : next.below;
        }
        cell = static_cast<std::size_t>(-1 - node);
    }
    const std::uint64_t word = classifier.votes[cell * learners::vote_words(classes) + label / 64];
    return (word >> (label % 64) & 1U) != 0 ? 1 : -1;
}

/// f_l(x_i) after the first `rounds` classifiers, n × K.
inline std::vector<double> scores_of(const learners::Ensemble& ensemble, std::size_t rounds,
                                     const data::BinnedMatrix& data) {
    const std::size_t classes = ensemble.classes();
    std::vector<double> scores(data.rows * classes, 0.0);
    for (std::size_t t = 0; t < rounds; ++t)
        for (std::size_t i = 0; i < data.rows; ++i)
            for (std::size_t l = 0; l < classes; ++l)
                scores[i * classes + l] += ensemble[t].alpha * vote_of(ensemble[t], classes, data, i, l);
    return scores;
}

/// 1/n of the rows whose class is not found. K = 1: the sign error; 0 is an error, or (first_maximum)
/// positive.
inline double one_error(const std::vector<double>& scores, const data::Labels& labels,
                        boosting::TieRule ties) {
    const double infinity = std::numeric_limits<double>::infinity();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < labels.rows; ++i) {
        const double* f = &scores[i * labels.classes];
        double positive = -infinity, negative = -infinity;
        std::size_t first_maximum = 0;
        for (std::size_t l = 0; l < labels.classes; ++l) {
            double& side = labels.at(i, l) > 0 ? positive : negative;
            side = std::max(side, f[l]);
            if (f[l] > f[first_maximum]) first_maximum = l;
        }
        // An empty side scores 0.
        if (positive == -infinity) positive = 0;
        if (negative == -infinity) negative = 0;
        if (ties == boosting::TieRule::error)
            wrong += positive <= negative;
        else if (labels.classes == 1)
            wrong += (f[0] >= 0) != (labels.at(i, 0) > 0);
        else
            wrong += labels.at(i, first_maximum) < 0;
    }
    return static_cast<double>(wrong) / static_cast<double>(labels.rows);
}

/// Σ w^(1) I{sign f ≠ y}; f = 0 is an error (opt2009 §2).
inline double hamming_loss(const std::vector<double>& scores, const data::Labels& labels, bool balanced) {
    const Weights weights = initial_weights(labels, balanced);
    double loss = 0;
    for (std::size_t i = 0; i < labels.rows; ++i)
        for (std::size_t l = 0; l < labels.classes; ++l)
            if (scores[i * labels.classes + l] * labels.at(i, l) <= 0) loss += std::abs(weights.at(i, l));
    return loss;
}

/// Σ w^(1) exp(−f y): what R_e is (kdd2009 eq. 4).
inline double exponential_loss(const std::vector<double>& scores, const data::Labels& labels, bool balanced) {
    const Weights weights = initial_weights(labels, balanced);
    double loss = 0;
    for (std::size_t i = 0; i < labels.rows; ++i)
        for (std::size_t l = 0; l < labels.classes; ++l)
            loss += std::abs(weights.at(i, l)) * std::exp(-scores[i * labels.classes + l] * labels.at(i, l));
    return loss;
}

/// α of an edge, and the Z that it leaves.
struct Step {
    double alpha = 0, z = 1;
};
inline Step step_of(double edge, const boosting::AdaBoostMhOptions& options, std::size_t rows) {
    const double s = options.alpha_smoothing / static_cast<double>(rows);
    const double right = (1 + edge) / 2, wrong = (1 - edge) / 2;
    const double alpha = std::min(options.max_alpha, 0.5 * std::log((right + s) / (wrong + s)));
    return {alpha, right * std::exp(-alpha) + wrong * std::exp(alpha)};
}

/// AdaBoost.MH line 4 for the votes of one classifier, exactly: an exponential a weight. Returns the Z that
/// makes the weights sum to 1 again, measured.
inline double reweigh(Weights& weights, const learners::Ensemble::View& classifier, double alpha,
                      const data::BinnedMatrix& data) {
    for (std::size_t i = 0; i < weights.rows; ++i)
        for (std::size_t l = 0; l < weights.classes; ++l) {
            double& w = weights.at(i, l);
            const double y = std::signbit(w) ? -1 : 1;
            w *= std::exp(-alpha * vote_of(classifier, weights.classes, data, i, l) * y);
        }
    const double z = mass_of(weights);
    for (double& w : weights.values)
        w /= z;
    return z;
}

}  // namespace reboost::reference
