#pragma once
/// A base learner of AdaBoost.MH: finds a classifier with a large edge on the weighted training rows.
///
/// Lifecycle
///  1. `make_learner(options, site)` — buffers are allocated here.
///  2. each round: `fit(weights, selector, found)`; the caller brackets it by selector.begin_round and
///     end_round.
///  3. `found` then holds the classifier (α unset), the cell of every training row, and the votes as sign
///     masks; from these the booster computes α and the new weights. The next round overwrites `found`.
#include "core/state.hpp"
#include "learners/feature_selector.hpp"
#include "learners/mh/base_classifier.hpp"
#include "learners/mh/scan_columns.hpp"
#include "learners/mh/weights.hpp"
#include "learners/options.hpp"
#include "parallel/team.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace reboost::learners {

/// What a learner works with. Columns and team must outlive the learner.
struct LearnerSite {
    const ScanColumns& columns;
    std::size_t classes;
    parallel::Team& team;
};

/// A base classifier on the training rows.
struct Fitted {
    BaseClassifier classifier;
    std::vector<std::uint16_t> cells;  ///< one per training row
    std::vector<std::uint32_t> signs;  ///< cells × stride: sign bit set if the vote is −1
    double edge = 0;                   ///< γ ≥ 0 in double; 0: no classifier found
};

/// The state is what the next round depends on besides the weights; most learners have no state.
class Learner : public Stateful {
  public:
    virtual ~Learner() = default;
    virtual void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) = 0;
    /// The number of stored feature values read so far; it is the same on every machine.
    virtual std::uint64_t work() const = 0;
};

/// Throws UsageError for a regression tree.
std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const LearnerSite& site);

/// The bit of a sign mask that is set if h_l(x_i) < 0.
inline constexpr std::uint32_t kSignBit = 0x80000000U;

/// Fills votes and signs of `found`: a vote is +1 if positive(cell, l), else −1.
template <class Positive>
void write_votes(std::size_t cells, std::size_t classes, const Positive& positive, Fitted& found) {
    const std::size_t stride = padded_classes(classes), words = vote_words(classes);
    found.signs.assign(cells * stride, 0);
    found.classifier.votes.assign(cells * words, 0);
    for (std::size_t cell = 0; cell < cells; ++cell)
        for (std::size_t l = 0; l < classes; ++l)
            if (positive(cell, l))
                found.classifier.votes[cell * words + l / 64] |= std::uint64_t{1} << (l % 64);
            else
                found.signs[cell * stride + l] = kSignBit;
}

/// Votes and edge of a scalar classifier φ, a stump or a product: v_l = sign(s_l) with s_l = Σ_i w_{i,l}
/// y_{i,l} φ(x_i) (kdd2009 eq. 7), γ = Σ_l |s_l| (eq. 6).
class ScalarVotes {
  public:
    /// `columns` must outlive this object.
    ScalarVotes(const ScanColumns& columns, std::size_t classes);

    /// Returns s in double for φ = −1 in cell 0 and φ = +1 in cell 1. The span is valid until the next call.
    std::span<const double> correlate(const float* weights, std::span<const std::uint16_t> cells);
    /// Fills votes, signs and edge from s. If s_l = 0 then v_l = −1 (eq. 7).
    void finish(std::span<const double> sums, Fitted& found) const;
    /// Fills all of `found` for the stump with this split: splits, cells, votes, signs and edge.
    void finish(const Split& split, const SignedWeights& weights, Fitted& found);
    /// Sign masks of φ itself, 2 × stride: − for all classes in cell 0, + in cell 1.
    std::span<const std::uint32_t> parity_signs() const { return parity_signs_; }

  private:
    const ScanColumns& columns_;
    std::size_t classes_;
    std::vector<std::uint32_t> parity_signs_;
    std::vector<double> sums_;
};

}  // namespace reboost::learners
