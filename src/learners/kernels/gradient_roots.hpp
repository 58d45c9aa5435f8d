#pragma once
/// The root histograms of several trees in one pass over the columns: the trees of a round differ in their
/// gradients, not in their rows.
#include "core/matrix.hpp"
#include "data/binning.hpp"
#include "learners/kernels/bin_groups.hpp"
#include "learners/kernels/gradient_histogram.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// What a tree starts from: its rows on the grid and, where `sums` is not empty, its root histogram.
struct TreeRoot {
    PairStore pairs;
    GradientGrid grid;
    AlignedVector<std::uint64_t> sums;
};

/// The stored values of the training matrix: tile after tile of rows, in each column by column, in groups of
/// one bin. Immutable once built.
class GradientColumns {
  public:
    /// Rows a tile: with four trees' pairs each they stay in the L2 cache.
    static constexpr std::size_t kTileRows = 16384;

    /// A column's stored values in a tile.
    struct Entries {
        const std::uint16_t* rows;  ///< from the tile's first
        std::span<const BinGroup> groups;
    };

    explicit GradientColumns(const data::BinnedMatrix& matrix);
    std::size_t features() const { return bins_.size(); }
    std::size_t tiles() const { return (rows_of_matrix_ + kTileRows - 1) / kTileRows; }
    std::uint32_t bins(std::size_t feature) const { return bins_[feature]; }
    std::uint32_t frequent(std::size_t feature) const { return frequent_[feature]; }
    Entries entries(std::size_t tile, std::size_t feature) const {
        const std::size_t at = tile * features() + feature;
        const GroupedRows::Place &start = starts_[at], &end = starts_[at + 1];
        return {entries_.rows.data() + start.row,
                {entries_.groups.data() + start.group, end.group - start.group}};
    }

  private:
    std::size_t rows_of_matrix_;
    std::vector<std::uint32_t> bins_, frequent_;
    std::vector<GroupedRows::Place> starts_;  ///< tiles × features, and the end
    GroupedRows entries_;
};

/// Buffers of one thread.
struct RootScratch {
    AlignedVector<std::uint64_t> rows;  ///< kRootTrees pairs a row of a tile
    AlignedVector<std::uint64_t>
        bins;  ///< the same a bin: of one column where there is one tile, else of all
};

/// Fills roots[t]->sums from roots[t]->pairs, all of one format, for `sample`'s rows, 0 < roots.size() ≤
/// kRootTrees. Every slot is written.
void fill_roots(const GradientLayout& layout, const GradientColumns& columns,
                std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                RootScratch& scratch);

}  // namespace reboost::learners
