#include "learners/mh/node_histograms.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace reboost::learners {

namespace {

/// Bytes of the histograms of a sparse block: about half of a 1 MB L2 cache.
constexpr std::size_t kBlockBytes = std::size_t{384} << 10;

void fill(const ScanColumns& columns, std::span<const std::uint32_t> features,
          std::span<const std::size_t> offsets, SparseBlock& block) {
    const std::size_t n = columns.rows();
    block.starts.assign(n + 1, 0);
    for (std::size_t c = block.first; c < block.last; ++c) {
        const std::uint8_t* const codes = columns.byte_codes(features[c]);
        for (std::size_t i = 0; i < n; ++i)
            block.starts[i + 1] += codes[i] != columns[features[c]].pivot;
    }
    for (std::size_t i = 0; i < n; ++i)
        block.starts[i + 1] += block.starts[i];
    block.entries.resize(block.starts[n]);
    std::vector<std::uint32_t> next(block.starts.begin(), block.starts.end() - 1);
    for (std::size_t c = block.first; c < block.last; ++c) {
        const std::uint8_t* const codes = columns.byte_codes(features[c]);
        const std::size_t base = offsets[c] - offsets[block.first];
        for (std::size_t i = 0; i < n; ++i)
            if (codes[i] != columns[features[c]].pivot)
                block.entries[next[i]++] = static_cast<std::uint16_t>(base + codes[i]);
    }
}

/// `features`: columns with one-byte codes. `offsets[c]`: first accumulator of the c-th of them.
std::vector<SparseBlock> sparse_blocks(const ScanColumns& columns, std::span<const std::uint32_t> features,
                                       std::span<const std::size_t> offsets, std::size_t max_accumulators) {
    const std::size_t limit =
        std::min<std::size_t>(max_accumulators, std::numeric_limits<std::uint16_t>::max());
    std::vector<SparseBlock> blocks;
    for (std::size_t first = 0; first < features.size();) {
        std::size_t last = first + 1;
        while (last < features.size() && offsets[last + 1] - offsets[first] <= limit)
            ++last;
        blocks.push_back({first, last, {}, {}});
        fill(columns, features, offsets, blocks.back());
        first = last;
    }
    return blocks;
}

}  // namespace

NodeHistograms::NodeHistograms(const ScanColumns& columns, std::vector<std::uint32_t> dense,
                               const std::vector<std::uint32_t>& sparse, std::size_t stride,
                               std::size_t slots)
    : columns_(columns),
      features_(std::move(dense)),
      kernels_(kernels_for(stride)),
      stride_(stride),
      accumulator_bytes_(kernels_.accumulator_bytes()) {
    const std::size_t dense_count = features_.size();
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
        batches_.push_back({c, std::min(dense_count, c + Kernels::kTogether), nullptr});
    blocks_ = sparse_blocks(columns_, sparse, std::span(offsets_).subspan(dense_count),
                            kBlockBytes / accumulator_bytes_);
    for (const SparseBlock& block : blocks_)
        batches_.push_back({dense_count + block.first, dense_count + block.last, &block});
    slot_bytes_ = accumulators * accumulator_bytes_;
    pool_.resize(slots * slot_bytes_);
    places_.resize(slots);
    std::iota(places_.begin(), places_.end(), std::size_t{0});
}

void NodeHistograms::build(std::size_t slot, std::size_t index, std::span<const std::uint32_t> rows,
                           const float* weights) {
    const auto& [first, last, block] = batches_[index];
    const ScannedRows scanned = rows.empty() ? ScannedRows(0, columns_.rows()) : ScannedRows(rows);
    std::memset(histogram(slot, first), 0, (offsets_[last] - offsets_[first]) * accumulator_bytes_);
    if (block) {
        kernels_.histogram_entries(weights, stride_, scanned, block->starts.data(), block->entries.data(),
                                   histogram(slot, first));
        return;
    }
    const std::uint8_t* codes[Kernels::kTogether];
    void* hists[Kernels::kTogether];
    for (std::size_t c = first; c < last; ++c) {
        codes[c - first] = columns_.byte_codes(features_[c]);
        hists[c - first] = histogram(slot, c);
    }
    kernels_.histograms(weights, stride_, {codes, last - first}, scanned, hists);
}

void NodeHistograms::subtract(std::size_t slot, std::size_t child, std::size_t index) {
    // Whole columns are contiguous; their padding is zero in both.
    const ColumnBatch& batch = batches_[index];
    kernels_.subtract(histogram(slot, batch.first), histogram(child, batch.first),
                      offsets_[batch.last] - offsets_[batch.first]);
}

ThresholdScore NodeHistograms::best(std::size_t slot, std::size_t c, std::span<const double> totals,
                                    float floor) {
    const ScanColumn& column = columns_[features_[c]];
    return kernels_.best_threshold(histogram(slot, c), column.bins, column.pivot, totals.data(), floor);
}

}  // namespace reboost::learners
