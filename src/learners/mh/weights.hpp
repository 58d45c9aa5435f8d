#pragma once
/// The weight matrix of AdaBoost.MH, and its sums in each round.
#include "core/matrix.hpp"
#include "data/dataset.hpp"
#include "learners/mh/kernels/kernel_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// n×K initial weights, row-major, summing to 1, each row 1/n. Balanced: half for its positive labels, half
/// for its negative ones, all for one side where the other is empty (kdd2009 eq. 2); uniform: 1/(nK) each.
std::vector<double> initial_weights(const data::Labels& labels, bool balanced);

/// γ = Σ_l |s_l| of class sums s (kdd2009 eq. 6).
double edge_of_sums(std::span<const double> sums);

/// A round's factors. Steps of zero or infinite factors are those of the largest or smallest float.
WeightFactors weight_factors(float agree, float disagree);
/// The steps that they spend.
std::int64_t steps_spent(const WeightFactors& by);
/// The number of steps from the smallest of these weights up to 2^-126; 0 if none is faded.
std::int64_t deepest_faded(std::span<const float> weights);

/// Signed weights w_{i,l}·y_{i,l}, n × stride floats, padding 0, |·| summing to 1 up to rounding. The label
/// is the sign bit. A weight below 2^-126 counts as zero in every sum, but its bits keep its level, so
/// that it can come back (kernels/fading_bodies.hpp).
class SignedWeights {
  public:
    SignedWeights() = default;
    SignedWeights(const data::Labels& labels, bool balanced);

    std::size_t rows() const { return values_.rows(); }
    std::size_t stride() const { return values_.stride(); }
    float* data() { return values_.data(); }
    const float* data() const { return values_.data(); }
    std::size_t size() const { return values_.size(); }

    /// Σ_i w_{i,l} y_{i,l} for each l (stride doubles) and Σ |w|.
    std::span<const double> totals() const { return totals_; }
    double mass() const { return mass_; }

    /// AdaBoost.MH line 4 for h = α v φ: each weight times `agree` or `disagree`.
    void update(std::span<const std::uint16_t> cells, std::span<const std::uint32_t> signs, float agree,
                float disagree);
    /// Recomputes totals and mass, after a checkpoint was loaded into data().
    void refresh();

  private:
    Matrix<float> values_;
    std::vector<double> totals_, masses_;
    double mass_ = 1;
    std::vector<BlockFading> fading_;  ///< chunks of classes × blocks of rows
    std::int64_t steps_spent_ = 0;
};

}  // namespace reboost::learners
