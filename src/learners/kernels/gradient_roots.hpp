#pragma once
/// The root histograms of several trees in one pass over the columns: the trees of a round differ in their
/// gradients, not in their rows.
#include "core/matrix.hpp"
#include "data/binning.hpp"
#include "learners/kernels/gradient_histogram.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// Trees a pass serves: their pairs of a row fill one cache line.
inline constexpr std::size_t kRootTrees = 4;

/// What a tree starts from: its rows on the grid and, where `sums` is not empty, its root histogram.
struct TreeRoot {
    std::vector<GradientPair> pairs;
    GradientGrid grid;
    AlignedVector<std::uint64_t> sums;
};

/// The stored values of the training matrix column by column. Immutable once built.
class GradientColumns {
  public:
    explicit GradientColumns(const data::BinnedMatrix& matrix);
    std::size_t features() const { return bins_.size(); }
    std::uint32_t bins(std::size_t feature) const { return bins_[feature]; }
    std::uint32_t frequent(std::size_t feature) const { return frequent_[feature]; }
    std::span<const std::uint32_t> rows(std::size_t feature) const {
        return {rows_.data() + offsets_[feature], offsets_[feature + 1] - offsets_[feature]};
    }
    const std::uint16_t* codes(std::size_t feature) const { return codes_.data() + offsets_[feature]; }

  private:
    std::vector<std::uint32_t> bins_, frequent_;
    std::vector<std::uint64_t> offsets_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint16_t> codes_;
};

/// Buffers of one thread.
struct RootScratch {
    AlignedVector<std::uint64_t> rows;  ///< 2 · kRootTrees words a row
    AlignedVector<std::uint64_t> bins;  ///< the same a bin of one column
};

/// Fills roots[t]->sums from roots[t]->pairs for `sample`'s rows, t < roots.size() ≤ kRootTrees. Every slot
/// is written.
void fill_roots(const GradientLayout& layout, const GradientColumns& columns,
                std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                RootScratch& scratch);

}  // namespace reboost::learners
