#include "learners/mh/gathered_scanner.hpp"

#include "learners/mh/weights.hpp"

#include <algorithm>
#include <cstring>

namespace reboost::learners {
namespace {

/// What a column's codes are among some rows.
struct CodeRange {
    std::uint32_t low, high;
    std::size_t others;  ///< how many differ from the pivot
};

/// Writes the rows whose code is not the pivot to `others`, which has room for all.
CodeRange rows_outside_pivot(const data::BinnedColumn& column, std::span<const std::uint32_t> rows,
                             std::uint32_t pivot, std::uint32_t* others) {
    return std::visit(
        [&](const auto& codes) {
            std::uint32_t low = codes[rows.front()], high = low;
            std::size_t count = 0;
            for (const std::uint32_t row : rows) {
                const std::uint32_t code = codes[row];
                low = std::min(low, code);
                high = std::max(high, code);
                others[count] = row;
                count += code != pivot;
            }
            return CodeRange{low, high, count};
        },
        column.codes);
}

}  // namespace

GatheredScanner::GatheredScanner(const ScanColumns& columns, std::size_t stride)
    : columns_(columns),
      kernels_(kernels_for(stride)),
      stride_(stride),
      accumulator_bytes_(kernels_.accumulator_bytes()) {}

ThresholdScore GatheredScanner::scan(std::uint32_t feature, std::span<const std::uint32_t> rows,
                                     const ScanWeights& weights) {
    const ScanColumn& column = columns_[feature];
    if (column.form == ColumnForm::constant || rows.size() < 2) return {};
    const data::BinnedColumn& codes = columns_.codes().columns[feature];
    others_.resize(columns_.rows());
    const CodeRange range = rows_outside_pivot(codes, rows, column.pivot, others_.data());
    work_ += column.entries_of(rows.size(), range.others);
    if (range.low == range.high) return {};
    const std::uint32_t bins = range.high - range.low + 1;
    const std::uint32_t pivot = std::clamp(column.pivot, range.low, range.high) - range.low;
    const std::size_t bytes = accumulator_bytes_ * column.bins;
    if (scratch_.size() < bytes) scratch_.resize(bytes);
    std::byte* first = scratch_.data() + accumulator_bytes_ * range.low;
    // The pivot's bin is never read.
    const std::span<const std::uint32_t> others{others_.data(), range.others};
    const auto clear_and_gather = [&](std::size_t offset) {
        std::memset(first, 0, accumulator_bytes_ * bins);
        gather(codes, others, weights.values + offset, scratch_.data());
    };
    ThresholdScore best;
    if (stride_ <= 64) {
        clear_and_gather(0);
        best = kernels_.best_threshold(first, bins, pivot, weights.totals.data(), 0);
    } else {
        edges_.assign(bins, 0.0);
        for_class_chunks(stride_, [&](std::size_t offset) {
            clear_and_gather(offset);
            kernels_.add_edges(first, bins, pivot, weights.totals.data() + offset, edges_.data());
        });
        for (std::uint32_t t = 1; t < bins; ++t)
            if (edges_[t] > best.edge) best = {edges_[t], t};
    }
    if (best.threshold > 0) best.threshold += range.low;
    return best;
}

void GatheredScanner::gather(const data::BinnedColumn& codes, std::span<const std::uint32_t> rows,
                             const float* w, void* hist) const {
    if (const auto* c8 = std::get_if<std::vector<std::uint8_t>>(&codes.codes))
        kernels_.histogram_rows8(w, stride_, c8->data(), rows.data(), rows.size(), hist);
    else if (const auto* c16 = std::get_if<std::vector<std::uint16_t>>(&codes.codes))
        kernels_.histogram_rows16(w, stride_, c16->data(), rows.data(), rows.size(), hist);
    else
        kernels_.histogram_rows32(w, stride_, std::get<std::vector<std::uint32_t>>(codes.codes).data(),
                                  rows.data(), rows.size(), hist);
}

}  // namespace reboost::learners
