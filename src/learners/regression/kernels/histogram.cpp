#include "learners/regression/kernels/histogram.hpp"

#include "core/error.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <variant>

namespace reboost::learners {
namespace {

/// Slots of a block: the target, and the most that 16 bits can number.
constexpr std::uint32_t kBlockSlots = 57344, kMaxBlockSlots = 65536;
static_assert(kMaxHistogramBins * kSegmentLanes <= kMaxBlockSlots);

std::uint64_t use_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums, HistogramKernels::Use use) {
    std::uint64_t used = 0;
    for (const HistogramBlock& block : layout.blocks())
        used += use(block, rows, gradients, sums.data() + gradients.format().sum_words() * block.slot_begin);
    return used;
}

}  // namespace

HistogramLayout::HistogramLayout(const data::BinnedMatrix& matrix) : rows_(matrix.rows) {
    place_segments(matrix);
    cut_blocks();
    fill_entries(matrix);
}

void HistogramLayout::place_segments(const data::BinnedMatrix& matrix) {
    places_.resize(matrix.features());
    for (std::size_t j = 0; j < matrix.features(); ++j) {
        const data::BinnedColumn& column = matrix.columns[j];
        places_[j].bins = column.bin_count;
        places_[j].frequent = column.frequent_bin;
        if (column.bin_count > kMaxHistogramBins)
            throw UsageError("column " + std::to_string(j) + " has " + std::to_string(column.bin_count) +
                             " bins; regression trees take at most " + std::to_string(kMaxHistogramBins) +
                             ": set learner.binning.max_bins");
        const auto feature = static_cast<std::int32_t>(j);
        const std::uint32_t upper = column.bin_count - 1 - column.frequent_bin;
        if (column.frequent_bin > 0) segments_.push_back({feature, false, column.frequent_bin});
        if (upper > 0) segments_.push_back({feature, true, upper});
    }
    std::ranges::stable_sort(segments_, std::greater{}, &HistogramSegment::length);
    segments_.resize((segments_.size() + kSegmentLanes - 1) / kSegmentLanes * kSegmentLanes);
    std::uint32_t begin = 0;
    for (std::size_t s = 0; s < segments_.size(); s += kSegmentLanes) {
        groups_.push_back({begin, segments_[s].length});
        for (std::size_t lane = 0; lane < kSegmentLanes; ++lane) {
            const HistogramSegment& segment = segments_[s + lane];
            const std::uint32_t first = begin + static_cast<std::uint32_t>(lane);
            if (segment.feature < 0) continue;
            Place& place = places_[static_cast<std::size_t>(segment.feature)];
            (segment.upper ? place.upper : place.lower) = first;
        }
        begin += groups_.back().length * static_cast<std::uint32_t>(kSegmentLanes);
    }
    slots_ = begin;
}

void HistogramLayout::cut_blocks() {
    const std::size_t count = (slots_ + kBlockSlots - 1) / kBlockSlots;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const std::uint32_t begin = groups_[g].begin;
        const std::uint32_t end = begin + groups_[g].length * static_cast<std::uint32_t>(kSegmentLanes);
        // Blocks of about the same size: block b begins at b/count of the slots.
        if (begin * count >= slots_ * blocks_.size() || end - blocks_.back().slot_begin > kMaxBlockSlots)
            blocks_.push_back({static_cast<std::uint32_t>(g), 0, begin, 0, {}, {}});
        blocks_.back().group_end = static_cast<std::uint32_t>(g + 1);
        blocks_.back().slot_end = end;
    }
}

std::size_t HistogramLayout::largest_block() const {
    std::size_t most = 0;
    for (const HistogramBlock& block : blocks_)
        most = std::max<std::size_t>(most, block.slot_end - block.slot_begin);
    return most;
}

std::size_t HistogramLayout::slot(std::size_t feature, std::uint32_t bin) const {
    const Place& place = places_[feature];
    return bin < place.frequent ? place.lower + bin * kSegmentLanes
                                : place.upper + (place.bins - 1 - bin) * kSegmentLanes;
}

std::size_t HistogramLayout::entries(std::span<const std::uint32_t> rows) const {
    std::size_t count = 0;
    for (const HistogramBlock& block : blocks_) {
        if (rows.size() == rows_) {
            count += block.entries.size();
            continue;
        }
        for (const std::uint32_t row : rows)
            count += block.offsets[row + 1] - block.offsets[row];
    }
    return count;
}

void HistogramLayout::fill_entries(const data::BinnedMatrix& matrix) {
    for (HistogramBlock& block : blocks_) {
        block.offsets.assign(rows_ + 1, 0);
        std::vector<std::uint64_t> next(rows_, 0);
        // Two passes over the block's columns: count, then fill.
        const auto for_each_entry = [&](const auto& use) {
            for (std::size_t j = 0; j < matrix.features(); ++j) {
                const data::BinnedColumn& column = matrix.columns[j];
                std::visit(
                    [&](const auto& codes) {
                        for (std::size_t i = 0; i < rows_; ++i) {
                            if (codes[i] == column.frequent_bin) continue;
                            const std::size_t at = slot(j, codes[i]);
                            if (at >= block.slot_begin && at < block.slot_end) use(i, at - block.slot_begin);
                        }
                    },
                    column.codes);
            }
        };
        for_each_entry([&](std::size_t row, std::size_t) { ++next[row]; });
        for (std::size_t i = 0; i < rows_; ++i) {
            block.offsets[i + 1] = block.offsets[i] + next[i];
            next[i] = block.offsets[i];
        }
        block.entries.resize(block.offsets[rows_]);
        for_each_entry([&](std::size_t row, std::size_t at) {
            block.entries[next[row]++] = static_cast<std::uint16_t>(at);
        });
    }
}

std::uint64_t add_rows(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums) {
    return simd::kernels<HistogramKernels>().add(block, rows, gradients, sums.data());
}

std::uint64_t add_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, HistogramSums sums) {
    return use_rows(layout, rows, gradients, sums, simd::kernels<HistogramKernels>().add);
}

std::uint64_t subtract_rows(const HistogramLayout& layout, std::span<const std::uint32_t> rows,
                            const RowGradients& gradients, HistogramSums sums) {
    return use_rows(layout, rows, gradients, sums, simd::kernels<HistogramKernels>().subtract);
}

}  // namespace reboost::learners
