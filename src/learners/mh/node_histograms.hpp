#pragma once
/// Histograms of tree nodes for columns with few bins, if every column is searched: a node's histograms are
/// built from its rows, or are the parent's minus the sibling's.
#include "core/matrix.hpp"
#include "learners/mh/kernels/kernel_table.hpp"
#include "learners/mh/scan_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// Columns in list form, transposed: for each row the histogram bins that it adds to. Blocks of columns are
/// processed one after the other, so that a block's histograms stay in the L2 cache while all rows of a node
/// are added. Columns [first, last) of the list of columns given.
struct SparseBlock {
    std::size_t first = 0, last = 0;
    std::vector<std::uint32_t> starts;  ///< n + 1: a row's first entry
    /// Accumulators, counted from the block's first column; pivot bins left out.
    std::vector<std::uint16_t> entries;
};

/// Columns are processed in batches: four dense columns, or one block of sparse columns.
class NodeHistograms {
  public:
    /// `slots`: the number of nodes that can have histograms at the same time.
    NodeHistograms(const ScanColumns& columns, std::vector<std::uint32_t> dense,
                   const std::vector<std::uint32_t>& sparse, std::size_t stride, std::size_t slots);

    std::span<const std::uint32_t> features() const { return features_; }
    std::size_t batches() const { return batches_.size(); }
    /// The number of stored values that a scan of `rows` rows reads, on average.
    std::size_t values(std::size_t rows) const { return rows * entries_ / columns_.rows(); }
    /// Bins of a node; they are cleared, subtracted and searched even if its rows are few.
    std::size_t bins() const { return offsets_.back(); }

    /// Histograms of one batch over the node's rows; all training rows where `rows` is empty.
    void build(std::size_t slot, std::size_t batch, std::span<const std::uint32_t> rows,
               const float* weights);
    /// slot −= child for one batch: the other child stays.
    void subtract(std::size_t slot, std::size_t child, std::size_t batch);
    /// Swaps the histograms of two slots.
    void exchange(std::size_t a, std::size_t b) { std::swap(places_[a], places_[b]); }
    /// Best threshold of features()[c].
    ThresholdScore best(std::size_t slot, std::size_t c, std::span<const double> totals, float floor);
    /// Columns [first, last) of a batch.
    std::size_t batch_begin(std::size_t batch) const { return batches_[batch].first; }
    std::size_t batch_end(std::size_t batch) const { return batches_[batch].last; }

  private:
    struct ColumnBatch {
        std::size_t first, last;
        const SparseBlock* block;  ///< null: dense
    };
    std::byte* histogram(std::size_t slot, std::size_t c) {
        return pool_.data() + places_[slot] * slot_bytes_ + offsets_[c] * accumulator_bytes_;
    }

    const ScanColumns& columns_;
    std::vector<std::uint32_t> features_;  ///< dense ones, then sparse ones
    const Kernels& kernels_;
    std::size_t stride_, accumulator_bytes_, slot_bytes_ = 0, entries_ = 0;
    std::vector<std::size_t> offsets_;  ///< first accumulator of each column; one more: the end
    std::vector<std::size_t> places_;
    std::vector<SparseBlock> blocks_;
    std::vector<ColumnBatch> batches_;
    AlignedVector<std::byte> pool_;
};

}  // namespace reboost::learners
