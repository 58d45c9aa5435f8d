#pragma once
/// Sums of quantised (gradient, weight) per bin.
#include "learners/regression/kernels/histogram_layout.hpp"
#include "learners/regression/kernels/quantiser.hpp"

#include <cstdint>
#include <span>

namespace reboost::learners {

/// A histogram, on a 64-byte boundary: gradient and weight of slot s at 2s and 2s + 1, as in GradientHessian;
/// joined rows have their one-word sum at s.
using HistogramSums = std::span<std::uint64_t>;

inline GradientHessian sum_at(HistogramSums sums, std::size_t slot, const RowFormat& format = {}) {
    if (format.joined) return format.parts(sums[slot]);
    return {static_cast<std::int64_t>(sums[2 * slot]), sums[2 * slot + 1]};
}

/// Adds the rows' gradients to the slots of their stored values inside one block, whose first slot is
/// sums[0]. Returns the number of values added.
std::uint64_t add_rows(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums);
/// The same in all blocks of a histogram.
std::uint64_t add_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums);
/// Subtracts them from all blocks.
std::uint64_t subtract_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                            const RowGradients& gradients, HistogramSums sums);

/// Addition and subtraction inside one block, compiled for each instruction set.
struct HistogramKernels {
    std::uint64_t (*add)(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                         const RowGradients& gradients, std::uint64_t* sums);
    std::uint64_t (*subtract)(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                              const RowGradients& gradients, std::uint64_t* sums);
    static const HistogramKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
