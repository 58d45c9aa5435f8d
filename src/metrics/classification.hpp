#pragma once
/// Losses of scores f (n×K, a row an example) against true labels. K = 1 is the binary case: the sign of f is
/// the answer. `Score` is float or double; sums are double.
#include "core/matrix.hpp"

#include <cstdint>
#include <span>

namespace reboost::metrics {

/// What a tie between the true class and another one counts as.
enum class Ties {
    error,         ///< the true class must win alone (default; K = 1: f = 0 is an error for either sign)
    first_maximum  ///< the first class with the largest score is the answer (K = 1: f ≥ 0 answers positive)
};

/// Whether one row is misclassified. `scores` has K elements; `true_class` in [0, K), for K = 1 in {0, 1}.
template <class Score>
bool misclassified(std::span<const Score> scores, std::int32_t true_class, Ties ties = Ties::error) {
    if (scores.size() == 1) {
        const bool wins = true_class == 1 ? scores[0] > 0 : scores[0] < 0;
        if (scores[0] != 0 || ties == Ties::error) return !wins;
        return true_class != 1;
    }
    const auto truth = static_cast<std::size_t>(true_class);
    const Score own = scores[truth];
    for (std::size_t l = 0; l < scores.size(); ++l) {
        if (l == truth || own > scores[l]) continue;
        if (ties == Ties::error || l < truth || !(own == scores[l])) return true;
    }
    return false;
}

/// Whether a row with any set of true labels (`labels` in {+1,−1}, K of them) has a false label on top:
/// one-error of multi-label data. Ties::error: every true label's best must exceed the best false one; no
/// true label: an error; no false label: none.
template <class Score>
bool misranked(std::span<const Score> scores, std::span<const std::int8_t> labels, Ties ties = Ties::error) {
    std::size_t top = 0;
    bool tied_with_false = false;
    for (std::size_t l = 1; l < scores.size(); ++l)
        if (scores[l] > scores[top]) top = l;
    for (std::size_t l = 0; l < scores.size(); ++l)
        tied_with_false |= labels[l] < 0 && !(scores[l] < scores[top]);
    return ties == Ties::error ? tied_with_false : labels[top] < 0;
}

/// (1/n) Σ I{ℓ(x_i) ≠ argmax_ℓ f_ℓ(x_i)} (kdd2009 §2, with the 1/n it lacks). In [0,1]; NaN without rows.
/// O(nK).
template <class Score>
double one_error(MatrixView<const Score> scores, std::span<const std::int32_t> true_class,
                 Ties ties = Ties::error);

/// The same for multi-label rows; `labels` n×K in {+1,−1}.
template <class Score>
double one_error_multi_label(MatrixView<const Score> scores, MatrixView<const std::int8_t> labels,
                             Ties ties = Ties::error);

/// Σ w_{i,ℓ} I{sign f_ℓ(x_i) ≠ y_{i,ℓ}} (opt2009 §2); `weights` n×K, sum 1 as a rule. f = 0 counts as an
/// error.
template <class Score, class Weight>
double hamming_loss(MatrixView<const Score> scores, MatrixView<const std::int8_t> labels,
                    MatrixView<const Weight> weights);

/// Mean recall over the classes that have rows (binary: half of sensitivity plus specificity); a class
/// without rows is left out, NaN where there is none at all. Counts misclassified rows as `one_error` does.
template <class Score>
double balanced_accuracy(MatrixView<const Score> scores, std::span<const std::int32_t> true_class,
                         Ties ties = Ties::error);

/// Mean of −ln softmax_{true}(scale·f) for K ≥ 2 (abc2010 eq. 1 with scale 1), of ln(1 + exp(−scale·y·f)) for
/// K = 1. AdaBoost's scores are half log-odds: scale 2. Never overflows; NaN without rows.
template <class Score>
double log_loss(MatrixView<const Score> scores, std::span<const std::int32_t> true_class, double scale = 1);

}  // namespace reboost::metrics
