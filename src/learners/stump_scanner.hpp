#pragma once
/// Finds the best threshold of each asked feature over all training rows: the inner search of every base
/// learner.
#include "core/matrix.hpp"
#include "learners/kernels/kernel_table.hpp"
#include "learners/scan_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The weights a scan reads: n × stride floats, and their class sums (stride doubles).
struct ScanWeights {
    const float* values;
    std::size_t stride;
    std::span<const double> totals;
};

class StumpScanner {
  public:
    /// `threads` ≥ 1; scores do not depend on it.
    StumpScanner(const ScanColumns& columns, std::size_t stride, int threads);

    /// scores[i] = best edge and threshold of features[i]; ties take the lowest threshold.
    void scan(std::span<const std::uint32_t> features, const ScanWeights& weights,
              std::span<ThresholdScore> scores);

    /// Stored feature values read so far.
    std::uint64_t work() const { return work_; }
    /// CPU seconds that helper threads spent so far (the calling thread's own are not in it).
    double helper_cpu_seconds() const { return helper_cpu_seconds_; }

  private:
    using Scratch = AlignedVector<std::byte>;

    void scan_range(std::span<const std::uint32_t> features, const ScanWeights& weights,
                    std::span<ThresholdScore> scores, Scratch& scratch) const;
    void scan_lists(std::span<const std::uint32_t> places, std::span<const std::uint32_t> features,
                    const ScanWeights& weights, std::span<ThresholdScore> scores, Scratch& scratch) const;
    void scan_dense(std::span<const std::uint32_t> places, std::span<const std::uint32_t> features,
                    const ScanWeights& weights, std::span<ThresholdScore> scores, Scratch& scratch) const;
    ThresholdScore scan_sorted(const ScanColumn& column, const ScanWeights& weights) const;
    ThresholdScore scan_wide(std::uint32_t feature, const ScanWeights& weights, Scratch& scratch) const;
    std::size_t histogram_bytes(const ScanColumn& column) const;

    const ScanColumns& columns_;
    const Kernels& kernels_;
    std::size_t stride_;
    std::size_t accumulator_bytes_;
    int threads_;
    std::vector<Scratch> scratch_;
    std::uint64_t work_ = 0;
    double helper_cpu_seconds_ = 0;
};

}  // namespace reboost::learners
