#pragma once
/// The root histograms of several trees in one pass: the trees of a round differ only in their gradients.
#include "core/matrix.hpp"
#include "data/binning.hpp"
#include "learners/grouped_rows.hpp"
#include "learners/regression/kernels/histogram.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The start of a tree: its quantised rows and, unless `sums` is empty, its root histogram.
struct TreeRoot {
    GradientStore gradients;
    Quantiser quantiser;
    PageAlignedVector<std::uint64_t> sums;
};

/// Stored values of the training matrix, by tile of rows, then by segment, then by position in the segment.
class RootEntries {
  public:
    /// Rows per tile: the gradients of four trees for these rows stay in the L2 cache.
    static constexpr std::size_t kTileRows = 16384;

    /// The stored values of one segment in one tile.
    struct Segment {
        const std::uint16_t* rows;  ///< counted from the tile's first row
        std::span<const BinGroup> groups;
    };

    RootEntries(const data::BinnedMatrix& matrix, const HistogramLayout& layout);
    std::size_t tiles() const { return (rows_of_matrix_ + kTileRows - 1) / kTileRows; }
    /// `segment`: index into layout.segments().
    Segment entries(std::size_t tile, std::size_t segment) const {
        const std::size_t at = tile * segments_ + segment;
        const GroupedRows::Place &start = starts_[at], &end = starts_[at + 1];
        return {entries_.rows.data() + start.row,
                {entries_.groups.data() + start.group, end.group - start.group}};
    }
    /// The distance between segments of a group in RootScratch::bins: an odd number of bins, so that equal
    /// positions of the eight segments fall into different sets of the cache.
    static std::size_t bins_apart(const HistogramGroup& group) { return group.length | 1; }

  private:
    std::size_t rows_of_matrix_, segments_;
    std::vector<GroupedRows::Place> starts_;  ///< tiles × segments, and the end
    GroupedRows entries_;
};

/// The buffers of one thread.
struct RootScratch {
    AlignedVector<std::uint64_t> rows;  ///< kRootTrees gradients per row of a tile
    /// Sums per bin: of one group's segments if there is one tile, else of all segments.
    AlignedVector<std::uint64_t> bins;
};

/// Fills roots[t]->sums from roots[t]->gradients (all of one format) for the rows of `sample`; 0 <
/// roots.size() ≤ kRootTrees. Every slot is written.
void fill_roots(const HistogramLayout& layout, const RootEntries& entries,
                std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                RootScratch& scratch);

/// Adds a tile's rows, whose gradients are in the scratch; writes the roots' sums after the last tile.
struct RootKernels {
    using Fill = void (*)(const HistogramLayout& layout, const RootEntries& entries, std::size_t tile,
                          std::span<TreeRoot* const> roots, RootScratch& scratch);
    Fill fill_two_words, fill_joined;
    static const RootKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
