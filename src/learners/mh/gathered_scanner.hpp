#pragma once
/// Finds the best threshold of a column on rows that are named one by one: those of a tree's node, or those
/// that a query restricts itself to.
#include "learners/mh/stump_scanner.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

class GatheredScanner {
  public:
    GatheredScanner(const ScanColumns& columns, std::size_t stride);

    /// `rows`: ascending; `weights.totals`: their class sums. Only thresholds that separate the rows count:
    /// without them a column that is constant here would earn its bandit the edge of a constant.
    ThresholdScore scan(std::uint32_t feature, std::span<const std::uint32_t> rows,
                        const ScanWeights& weights);

    /// Stored feature values read so far.
    std::uint64_t work() const { return work_; }

  private:
    void gather(const data::BinnedColumn& codes, std::span<const std::uint32_t> rows, const float* weights,
                void* hist) const;

    const ScanColumns& columns_;
    const Kernels& kernels_;
    std::size_t stride_, accumulator_bytes_;
    AlignedVector<std::byte> scratch_;
    std::vector<std::uint32_t> others_;  ///< the rows without those of a column's pivot
    std::vector<double> edges_;
    std::uint64_t work_ = 0;
};

}  // namespace reboost::learners
