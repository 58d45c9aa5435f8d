#include "learners/mh/node_histograms.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace reboost::learners {

namespace {

constexpr std::size_t kDenseBatch = 4;
/// Bytes of the histograms of a sparse block: about half of a 1 MB L2 cache.
constexpr std::size_t kBlockBytes = std::size_t{384} << 10;

const std::vector<std::uint8_t>& codes_of(const ScanColumns& columns, std::uint32_t feature) {
    return std::get<std::vector<std::uint8_t>>(columns.codes().columns[feature].codes);
}

void fill(const ScanColumns& columns, std::span<const std::uint32_t> features,
          std::span<const std::size_t> offsets, SparseBlock& block) {
    const std::size_t n = columns.rows();
    block.starts.assign(n + 1, 0);
    for (std::size_t c = block.first; c < block.last; ++c) {
        const std::vector<std::uint8_t>& codes = codes_of(columns, features[c]);
        for (std::size_t i = 0; i < n; ++i)
            block.starts[i + 1] += codes[i] != columns[features[c]].pivot;
    }
    for (std::size_t i = 0; i < n; ++i)
        block.starts[i + 1] += block.starts[i];
    block.entries.resize(block.starts[n]);
    std::vector<std::uint32_t> next(block.starts.begin(), block.starts.end() - 1);
    for (std::size_t c = block.first; c < block.last; ++c) {
        const std::vector<std::uint8_t>& codes = codes_of(columns, features[c]);
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
    for (std::size_t c = 0; c < dense_count; c += kDenseBatch)
        batches_.push_back({c, std::min(dense_count, c + kDenseBatch), nullptr});
    blocks_ = sparse_blocks(columns_, sparse, std::span(offsets_).subspan(dense_count),
                            kBlockBytes / accumulator_bytes_);
    for (const SparseBlock& block : blocks_)
        batches_.push_back({dense_count + block.first, dense_count + block.last, &block});
    slot_bytes_ = accumulators * accumulator_bytes_;
    pool_.resize(slots * slot_bytes_);
    places_.resize(slots);
    std::iota(places_.begin(), places_.end(), std::size_t{0});
}

const std::uint8_t* NodeHistograms::codes(std::size_t c) const {
    return std::get<0>(columns_.codes().columns[features_[c]].codes).data();
}

ScannedRows NodeHistograms::scanned(std::span<const std::uint32_t> rows) const {
    return rows.empty() ? ScannedRows(0, columns_.rows()) : ScannedRows(rows);
}

void NodeHistograms::build(std::size_t slot, std::size_t index, std::span<const std::uint32_t> rows,
                           const float* weights) {
    const ColumnBatch& batch = batches_[index];
    std::memset(histogram(slot, batch.first), 0,
                (offsets_[batch.last] - offsets_[batch.first]) * accumulator_bytes_);
    if (!batch.block) {
        build_dense(slot, batch, rows, weights);
        return;
    }
    kernels_.histogram_entries(weights, stride_, scanned(rows), batch.block->starts.data(),
                               batch.block->entries.data(), histogram(slot, batch.first));
}

void NodeHistograms::build_dense(std::size_t slot, const ColumnBatch& batch,
                                 std::span<const std::uint32_t> rows, const float* weights) {
    if (batch.last - batch.first == kDenseBatch) {
        const std::size_t c = batch.first;
        const std::uint8_t* const four_codes[4] = {codes(c), codes(c + 1), codes(c + 2), codes(c + 3)};
        void* const hists[4] = {histogram(slot, c), histogram(slot, c + 1), histogram(slot, c + 2),
                                histogram(slot, c + 3)};
        kernels_.four_histograms(weights, stride_, four_codes, scanned(rows), hists);
        return;
    }
    for (std::size_t c = batch.first; c < batch.last; ++c)
        kernels_.histogram[0](weights, stride_, codes(c), scanned(rows), histogram(slot, c));
}

void NodeHistograms::subtract(std::size_t slot, std::size_t child, std::size_t index) {
    // Whole columns are contiguous; their padding is zero in both.
    const ColumnBatch& batch = batches_[index];
    kernels_.subtract(histogram(slot, batch.first), histogram(child, batch.first),
                      offsets_[batch.last] - offsets_[batch.first]);
}

ThresholdScore NodeHistograms::best(std::size_t slot, std::size_t c, std::span<const double> totals,
                                    float floor) const {
    const ScanColumn& column = columns_[features_[c]];
    return kernels_.best_threshold(histogram(slot, c), column.bins, column.pivot, totals.data(), floor);
}

}  // namespace reboost::learners
