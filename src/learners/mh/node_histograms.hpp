#pragma once
/// Histograms of tree nodes for columns with few bins, if every column is searched: a node's histograms are
/// built from its rows, or are the parent's minus the sibling's.
#include "core/matrix.hpp"
#include "core/order.hpp"
#include "learners/mh/scan_columns.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace reboost::learners {

/// Columns are processed in batches: four dense columns, or one block of sparse columns.
class NodeHistograms {
  public:
    /// `slots`: the number of nodes that can have histograms at the same time.
    NodeHistograms(const ScanColumns& columns, std::size_t slots)
        : columns_(columns),
          features_(columns.in_form(ColumnForm::dense)),
          accumulator_bytes_(columns.kernels().accumulator_bytes()) {
        const std::size_t dense_count = features_.size();
        const std::vector<std::uint32_t> sparse = columns.in_form(ColumnForm::list);
        features_.insert(features_.end(), sparse.begin(), sparse.end());
        std::size_t accumulators = 0;
        const std::size_t per_line = std::max<std::size_t>(1, 64 / accumulator_bytes_);
        for (const std::uint32_t feature : features_) {
            offsets_.push_back(accumulators);
            accumulators += (columns_[feature].bins + per_line - 1) / per_line * per_line;
            entries_ += columns_[feature].entries;
        }
        offsets_.push_back(accumulators);
        for (std::size_t c = 0; c < dense_count; c += Kernels::kTogether)
            batches_.push_back({c, std::min(dense_count, c + Kernels::kTogether), {}, {}});
        add_sparse_batches(dense_count);
        slot_bytes_ = accumulators * accumulator_bytes_;
        pool_.resize(slots * slot_bytes_);
        places_ = indices(slots);
    }

    std::span<const std::uint32_t> features() const { return features_; }
    std::size_t batches() const { return batches_.size(); }
    /// The number of stored values that a scan of `rows` rows reads, on average.
    std::size_t values(std::size_t rows) const { return rows * entries_ / columns_.rows(); }
    /// Bins of a node's histograms: all are cleared, subtracted and searched even if the node has few rows.
    std::size_t bins() const { return offsets_.back(); }

    /// Builds the histograms of one batch on the node's rows, or on all training rows if `rows` is empty.
    void build(std::size_t slot, std::size_t index, std::span<const std::uint32_t> rows,
               const float* weights) {
        const Kernels& kernels = columns_.kernels();
        const auto& [first, last, starts, entries] = batches_[index];
        const ScannedRows scanned = rows.empty() ? ScannedRows(0, columns_.rows()) : ScannedRows(rows);
        std::memset(histogram(slot, first), 0, (offsets_[last] - offsets_[first]) * accumulator_bytes_);
        if (!starts.empty())
            return kernels.histogram_entries(weights, columns_.stride(), scanned, starts.data(),
                                             entries.data(), histogram(slot, first));
        const std::uint8_t* codes[Kernels::kTogether];
        void* hists[Kernels::kTogether];
        for (std::size_t c = first; c < last; ++c) {
            codes[c - first] = columns_.byte_codes(features_[c]);
            hists[c - first] = histogram(slot, c);
        }
        kernels.histograms(weights, columns_.stride(), {codes, last - first}, scanned, hists);
    }
    /// slot −= child for one batch: the parent's histograms become the other child's.
    void subtract(std::size_t slot, std::size_t child, std::size_t index) {
        // The columns of a batch are contiguous; the padding between them is zero in both slots.
        const Batch& batch = batches_[index];
        columns_.kernels().subtract(histogram(slot, batch.first), histogram(child, batch.first),
                                    offsets_[batch.last] - offsets_[batch.first]);
    }
    void exchange(std::size_t a, std::size_t b) { std::swap(places_[a], places_[b]); }
    /// Best threshold of features()[c]; `floor` as in Kernels::best_threshold.
    ThresholdScore best(std::size_t slot, std::size_t c, std::span<const double> totals, float floor) {
        const ScanColumn& column = columns_[features_[c]];
        return columns_.kernels().best_threshold(histogram(slot, c), column.bins, column.pivot, totals.data(),
                                                 floor);
    }
    /// Columns [first, last) of a batch.
    std::size_t batch_begin(std::size_t batch) const { return batches_[batch].first; }
    std::size_t batch_end(std::size_t batch) const { return batches_[batch].last; }

  private:
    /// Columns [first, last). Sparse columns (list form) are transposed: each row lists the histogram bins
    /// that the row adds to. The batch's histograms stay in the L2 cache while all rows of a node are added.
    struct Batch {
        std::size_t first = 0, last = 0;
        std::vector<std::uint32_t> starts;  ///< sparse columns, n + 1: each row's first entry, the end
        /// Accumulator numbers from the batch's first column on, without the pivot bins.
        std::vector<std::uint16_t> entries;
    };
    /// Bytes of the histograms of a sparse batch: about half of a 1 MB L2 cache.
    static constexpr std::size_t kBatchBytes = std::size_t{384} << 10;

    void add_sparse_batches(std::size_t first) {
        const std::size_t limit = std::min<std::size_t>(kBatchBytes / accumulator_bytes_,
                                                        std::numeric_limits<std::uint16_t>::max());
        while (first < features_.size()) {
            std::size_t last = first + 1;
            while (last < features_.size() && offsets_[last + 1] - offsets_[first] <= limit)
                ++last;
            transpose(batches_.emplace_back(Batch{first, last, {}, {}}));
            first = last;
        }
    }

    void transpose(Batch& batch) const {
        const std::size_t n = columns_.rows();
        const auto for_each_entry = [&](const auto& use) {
            for (std::size_t c = batch.first; c < batch.last; ++c) {
                const std::uint8_t* const codes = columns_.byte_codes(features_[c]);
                for (std::size_t i = 0; i < n; ++i)
                    if (codes[i] != columns_[features_[c]].pivot)
                        use(i, offsets_[c] - offsets_[batch.first] + codes[i]);
            }
        };
        batch.starts.assign(n + 1, 0);
        for_each_entry([&](std::size_t row, std::size_t) { ++batch.starts[row + 1]; });
        std::partial_sum(batch.starts.begin(), batch.starts.end(), batch.starts.begin());
        batch.entries.resize(batch.starts[n]);
        std::vector<std::uint32_t> next(batch.starts.begin(), batch.starts.end() - 1);
        for_each_entry([&](std::size_t row, std::size_t accumulator) {
            batch.entries[next[row]++] = static_cast<std::uint16_t>(accumulator);
        });
    }

    std::byte* histogram(std::size_t slot, std::size_t c) {
        return pool_.data() + places_[slot] * slot_bytes_ + offsets_[c] * accumulator_bytes_;
    }

    const ScanColumns& columns_;
    std::vector<std::uint32_t> features_;  ///< dense columns, then sparse columns
    std::size_t accumulator_bytes_, slot_bytes_ = 0, entries_ = 0;
    std::vector<std::size_t> offsets_;  ///< first accumulator of each column, and the end
    std::vector<std::size_t> places_;
    std::vector<Batch> batches_;
    AlignedVector<std::byte> pool_;
};

}  // namespace reboost::learners
