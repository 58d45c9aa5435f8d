#pragma once
/// The weight matrix of AdaBoost.MH, and its sums in each round.
#include "core/matrix.hpp"
#include "core/state.hpp"
#include "data/dataset.hpp"
#include "learners/mh/kernels/kernel_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// Initial weight of each positive and of each negative label of a row; 0 if the row has no such label.
struct InitialWeights {
    double positive, negative;
};
/// A row's weights sum to 1/n. Balanced: half of it for positive labels, half for negative labels, all for
/// one side if the other has no label (kdd2009 eq. 2); else 1/(nK) each.
InitialWeights initial_weights(const data::Labels& labels, bool balanced, std::size_t row);

/// Returns γ = Σ_l |s_l| of class sums s (kdd2009 eq. 6).
double edge_of_sums(std::span<const double> sums);

/// Returns the factors of a round. Their log2 steps are those of the factors clamped to [2^-126, max. float].
WeightFactors weight_factors(float agree, float disagree);
/// Returns by how many steps these factors can move a weight at most.
std::int64_t steps_spent(const WeightFactors& by);
/// Returns the steps from the smallest faded weight up to 2^-126; 0 if no weight is in (0, 2^-126).
std::int64_t deepest_faded(std::span<const float> weights);

/// Signed weights w_{i,l}·y_{i,l}, n × stride floats. The sign bit is the label, padding is 0, and the
/// absolute values sum to 1 up to rounding. A weight below 2^-126 counts as zero in every sum, but its bits
/// store its level, so that the weight can grow again (kernels/fading_bodies.hpp).
class SignedWeights {
  public:
    SignedWeights() = default;
    SignedWeights(const data::Labels& labels, bool balanced);

    std::size_t rows() const { return values_.rows(); }
    std::size_t stride() const { return values_.stride(); }
    float* data() { return values_.data(); }
    const float* data() const { return values_.data(); }
    std::size_t size() const { return values_.size(); }

    /// totals()[l] = Σ_i w_{i,l} y_{i,l} (stride doubles); mass() = Σ |w|.
    std::span<const double> totals() const { return totals_; }
    double mass() const { return mass_; }

    /// AdaBoost.MH line 4, h = α v φ: multiplies by `agree` if vote and label agree, else by `disagree`.
    void update(std::span<const std::uint16_t> cells, std::span<const std::uint32_t> signs, float agree,
                float disagree);
    /// Recomputes totals and mass from data().
    void refresh();
    void state(StateIO& io) {
        io("weights", values_.elements());
        if (io.loading()) refresh();
    }

  private:
    Matrix<float> values_;
    std::vector<double> totals_, masses_;
    double mass_ = 1;
    std::vector<BlockFading> fading_;  ///< chunks of 64 classes × blocks of rows
    std::int64_t steps_spent_ = 0;
};

}  // namespace reboost::learners
