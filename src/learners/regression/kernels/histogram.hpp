#pragma once
/// The positions of (feature, bin) pairs in a gradient histogram, and training rows as lists of them.
///
// clang-format off
/// Glossary
///   frequent bin f   the bin that holds most rows of a column; it is never stored, its sums are the node's minus the rest
///   segment          the bins of one column on one side of f, in the order in which the search adds them up:
///                    lower: 0, 1, …, f−1      upper: B−1, B−2, …, f+1
///                    Every cut of the column has f on one side; the other side is a prefix of one of the two segments.
///   group            eight segments of about the same length, one per SIMD lane; short ones are padded with unused slots
///   slot             a position in the histogram: slots of a group at position p are begin + 8p … begin + 8p + 7
///   block            neighbouring groups. Blocks have about the same number of slots, at most 65,536, so that slots fit 16 bits.
///                    A block's sums (up to 1 MB, half of that if joined) stay in the cache; smaller blocks would stay better,
///                    but each block costs a visit per row
// clang-format on
#include "data/binning.hpp"
#include "learners/regression/kernels/quantiser.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

inline constexpr std::size_t kSegmentLanes = 8;
/// Eight segments of this length fill a block.
inline constexpr std::uint32_t kMaxHistogramBins = 8192;

/// One side of the frequent bin of one column.
struct HistogramSegment {
    std::int32_t feature = -1;  ///< −1: padding of the last group
    bool upper = false;
    std::uint32_t length = 0;
};

struct HistogramGroup {
    std::uint32_t begin = 0;   ///< first slot
    std::uint32_t length = 0;  ///< length of its longest segment
};

/// The stored values of all rows that fall into one block of groups.
struct HistogramBlock {
    std::uint32_t group_begin = 0, group_end = 0;
    std::uint32_t slot_begin = 0, slot_end = 0;
    std::vector<std::uint64_t> offsets;  ///< rows + 1: begin of each row's entries
    std::vector<std::uint16_t> entries;  ///< slot − slot_begin
};

/// Immutable once built; shared by all builders of a run.
class HistogramLayout {
  public:
    /// Throws UsageError if a column has more than kMaxHistogramBins bins.
    explicit HistogramLayout(const data::BinnedMatrix& matrix);

    std::span<const HistogramGroup> groups() const { return groups_; }
    /// kSegmentLanes segments per group.
    std::span<const HistogramSegment> segments() const { return segments_; }
    std::span<const HistogramBlock> blocks() const { return blocks_; }
    std::size_t slots() const { return slots_; }
    /// The number of slots of the largest block.
    std::size_t largest_block() const;
    std::size_t rows() const { return rows_; }
    /// The number of stored values of these rows (each at most once) in all blocks.
    std::size_t entries(std::span<const std::uint32_t> rows) const;
    /// The slot of a bin, which must not be the column's frequent bin.
    std::size_t slot(std::size_t feature, std::uint32_t bin) const;

  private:
    struct Place {
        std::uint32_t lower = 0, upper = 0;  ///< slots at position 0 of the two segments
        std::uint32_t bins = 0, frequent = 0;
    };
    void place_segments(const data::BinnedMatrix& matrix);
    void cut_blocks();
    void fill_entries(const data::BinnedMatrix& matrix);

    std::vector<HistogramGroup> groups_;
    std::vector<HistogramSegment> segments_;
    std::vector<HistogramBlock> blocks_;
    std::vector<Place> places_;
    std::size_t slots_ = 0, rows_ = 0;
};

/// A histogram, on a 64-byte boundary: gradient and weight of slot s at 2s and 2s + 1, as in GradientHessian;
/// joined rows have their one-word sum at s.
using HistogramSums = std::span<std::uint64_t>;

inline GradientHessian sum_at(HistogramSums sums, std::size_t slot, const RowFormat& format = {}) {
    if (format.joined) return format.parts(sums[slot]);
    return {static_cast<std::int64_t>(sums[2 * slot]), sums[2 * slot + 1]};
}

/// Adds the rows' gradients inside one block, whose first slot is sums[0]; returns how many values it added.
std::uint64_t add_rows(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums);
/// Adds the rows' gradients in all blocks of a histogram; returns how many values it added.
std::uint64_t add_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums);
/// Subtracts the rows' gradients in all blocks; returns how many values it subtracted.
std::uint64_t subtract_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                            const RowGradients& gradients, HistogramSums sums);

/// Addition and subtraction inside one block, compiled for each instruction set.
struct HistogramKernels {
    using Use = std::uint64_t (*)(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                                  const RowGradients& gradients, std::uint64_t* sums);
    Use add, subtract;
    static const HistogramKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
