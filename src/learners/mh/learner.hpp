#pragma once
/// A base learner of AdaBoost.MH: finds a classifier with a large edge on the weighted training rows.
///
/// Lifecycle
///  1. `make_learner(options, columns, labels' number of classes, team)` — buffers are allocated here.
///  2. each round: `fit(weights, selector, found)`; the caller brackets it by selector.begin_round and
///     end_round.
///  3. `found` then holds the classifier (α unset), its cell for every training row, and its votes as sign
///     masks: what the booster needs to weigh and update. Overwritten by the next round.
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

/// A base classifier on the training rows.
struct Fitted {
    BaseClassifier classifier;
    std::vector<std::uint16_t> cells;  ///< n
    std::vector<std::uint32_t> signs;  ///< cells × stride: sign bit set where the vote is −1
    double edge = 0;                   ///< γ in double, ≥ 0; 0: nothing found
};

/// Its state is what the next round depends on beside the weights; most learners have nothing of the kind.
class Learner : public Stateful {
  public:
    virtual ~Learner() = default;
    virtual void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) = 0;
    /// Stored feature values read so far; deterministic, the same on every machine.
    virtual std::uint64_t work() const = 0;
};

/// `columns` and `team` must outlive the learner. Throws UsageError for a regression tree, which AdaBoost.MH
/// cannot use.
std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const ScanColumns& columns,
                                      std::size_t classes, parallel::Team& team);

/// Votes and edges of a scalar classifier φ: v_l = sign(Σ_i w_{i,l} y_{i,l} φ(x_i)) (kdd2009 eq. 7), γ = Σ_l
/// |…| (eq. 6).

/// In a mask: h_l(x_i) < 0.
inline constexpr std::uint32_t kSignBit = 0x80000000U;

/// Sign masks of φ itself: cell 0 → all −, cell 1 → all +. 2 × stride.
std::vector<std::uint32_t> parity_signs(std::size_t stride);

/// Σ_i w_{i,l} y_{i,l} φ(x_i) for each l, in double, φ given by its 0/1 cells.
void correlate(const Kernels& kernels, const float* weights, std::size_t stride,
               std::span<const std::uint16_t> cells, std::span<const std::uint32_t> signs,
               std::span<double> sums);

/// Fills votes, signs and edge of a stump or product whose cells and class sums are known. A sum of 0 votes
/// −1 (eq. 7).
void finish_scalar(std::span<const double> sums, std::size_t classes, Fitted& found);

/// Makes a whole stump of a cut: cells, votes, edge.
class StumpFinisher {
  public:
    /// `columns` must outlive it.
    StumpFinisher(const ScanColumns& columns, std::size_t classes);
    void finish(const Split& split, const SignedWeights& weights, Fitted& found);

  private:
    const ScanColumns& columns_;
    std::size_t classes_;
    const Kernels& kernels_;
    std::vector<std::uint32_t> parity_signs_;
    std::vector<double> sums_;
};

}  // namespace reboost::learners
