#pragma once
/// The plain full stump search that targets are scaled by: per column a list of (row, code) without the most
/// frequent bin, rows ascending, weights row-major and padded to 16 floats, one vector per bin. No tiles, no
/// sums in registers.
#include "core/matrix.hpp"
#include "data/binning.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reboost::bench {

/// Milliseconds that it takes for mnist (60000×784, K=10) on the machine for which the targets were set,
/// idle.
inline constexpr double kReferencePlainMs = 27;

class PlainSearch {
  public:
    /// At most 65536 rows and 16 classes, columns of at most 256 bins; takes its own copy.
    explicit PlainSearch(const data::BinnedSplit& data);

    /// One search over all columns; CPU milliseconds.
    double run();
    /// The median of `repetitions` runs.
    double median_ms(int repetitions);
    /// The weights of every list read, nothing added to a histogram; CPU milliseconds.
    double gather_only();
    std::size_t stored_values() const { return rows_.size(); }
    /// What it found last; a check that it computes at all.
    float best_edge() const { return best_edge_; }

  private:
    std::vector<std::uint16_t> rows_;
    std::vector<std::uint8_t> codes_;
    std::vector<std::size_t> starts_;  ///< one per column, and the end
    AlignedVector<float> weights_, histogram_, totals_;
    float best_edge_ = 0;
};

}  // namespace reboost::bench
