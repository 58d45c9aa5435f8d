#pragma once
/// Votes and edges of a scalar classifier φ: v_l = sign(Σ_i w_{i,l} y_{i,l} φ(x_i)) (kdd2009 eq. 7), γ = Σ_l
/// |…| (eq. 6).
#include "learners/mh/learner.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

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
