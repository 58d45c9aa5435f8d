#include "learners/mh/stump_scanner.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace reboost::learners {
namespace {

/// Rows per tile of a dense column. Tiles are summed apart and then added, so that float sums stay short.
constexpr std::size_t kDenseTile = 32768;

/// Bytes of a column's histogram, rounded up to whole cache lines.
std::size_t histogram_bytes(const ScanColumns& columns, const ScanColumn& column) {
    return (column.bins * columns.kernels().accumulator_bytes() + 63) / 64 * 64;
}

/// Adds a tile's rows of a list column to its histogram, and prefetches `next_bytes` bytes at `next`.
void add_list_tile(const ScanColumns& columns, const ScanColumn& column, std::size_t tile,
                   const float* weights, std::byte* histogram, const std::byte* next,
                   std::size_t next_bytes) {
    const GroupedRows::Place &begin = column.tiles[tile], &end = column.tiles[tile + 1];
    columns.kernels().histogram_list(weights + tile * columns.tile_rows() * columns.stride(),
                                     columns.stride(), column.list.rows.data() + begin.row,
                                     column.list.groups.data() + begin.group, end.group - begin.group,
                                     histogram, next, next_bytes);
}

/// The range of a column's codes on some rows.
struct CodeRange {
    std::uint32_t low, high;
    std::size_t others;  ///< number of rows outside the pivot bin
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

/// Bounds that cut `features` into about `chunks` parts with about equal shares of the `values` entries.
std::vector<std::size_t> equal_shares(const ScanColumns& columns, std::span<const std::uint32_t> features,
                                      std::size_t values, std::size_t chunks) {
    std::vector<std::size_t> bounds{0};
    std::size_t passed = 0;
    for (std::size_t i = 0; i + 1 < features.size(); ++i) {
        passed += columns[features[i]].entries;
        if (passed * chunks >= values * bounds.size()) bounds.push_back(i + 1);
    }
    bounds.push_back(features.size());
    return bounds;
}

}  // namespace

void add_all_rows(const ScanColumns& columns, std::uint32_t feature, const float* weights,
                  std::byte* histogram) {
    const ScanColumn& column = columns[feature];
    if (column.form == ColumnForm::dense)
        return columns.kernels().histogram[0](weights, columns.stride(), columns.byte_codes(feature),
                                              {0, columns.rows()}, histogram);
    for (std::size_t tile = 0; tile < columns.tiles(); ++tile)
        add_list_tile(columns, column, tile, weights, histogram, histogram, 0);
}

void StumpScanner::scan(std::span<const std::uint32_t> features, const ScanWeights& weights,
                        std::span<ThresholdScore> scores, Wanted wanted) {
    std::size_t values = 0;
    for (const std::uint32_t feature : features)
        values += columns_[feature].entries;
    work_ += values;
    const std::size_t width = team_.width();
    EdgeFloor floor;
    if (width == 1 || values < parallel::kMinParallelValues) {
        scan_range({features, weights, scores, wanted, scratch_[0], floor});
        return;
    }
    const std::vector<std::size_t> bounds =
        equal_shares(columns_, features, values, std::min(4 * width, features.size()));
    const std::size_t chunks = bounds.size() - 1;
    if (scratch_.size() < chunks) scratch_.resize(chunks);
    team_.for_chunks(chunks, [&](std::size_t chunk, std::size_t) {
        const std::size_t begin = bounds[chunk], end = bounds[chunk + 1];
        scan_range({features.subspan(begin, end - begin), weights, scores.subspan(begin, end - begin), wanted,
                    scratch_[chunk], floor});
    });
}

void StumpScanner::scan_range(Range range) const {
    if (columns_.stride() > 64) {
        GatheredScanner gathered(columns_);
        for (std::size_t i = 0; i < range.features.size(); ++i)
            range.scores[i] = gathered.scan(range.features[i], all_rows_, range.weights);
        return;
    }
    // Batches of column indices in small fixed arrays, without allocation.
    std::array<std::uint32_t, 1024> lists, dense;
    std::size_t list_count = 0, dense_count = 0;
    const auto flush_lists = [&] { scan_lists({lists.data(), std::exchange(list_count, 0)}, range); };
    const auto flush_dense = [&] { scan_dense({dense.data(), std::exchange(dense_count, 0)}, range); };
    for (std::uint32_t i = 0; i < range.features.size(); ++i) {
        const ScanColumn& column = columns_[range.features[i]];
        if (column.form == ColumnForm::constant) {
            range.scores[i] = {};
        } else if (column.form == ColumnForm::sorted) {
            range.set(i,
                      columns_.kernels().scan_sorted(range.weights.values, columns_.stride(), column.sorted(),
                                                     range.weights.totals.data(), range.floor.value()));
        } else if (column.form == ColumnForm::list) {
            lists[list_count++] = i;
            if (list_count == lists.size()) flush_lists();
        } else {
            dense[dense_count++] = i;
            if (dense_count == dense.size()) flush_dense();
        }
    }
    flush_lists();
    flush_dense();
}

/// Scans all list columns tile by tile, so that each tile's weights are read from memory once.
void StumpScanner::scan_lists(std::span<const std::uint32_t> places, Range& range) const {
    const auto column_at = [&](std::size_t p) -> const ScanColumn& {
        return columns_[range.features[places[p]]];
    };
    std::vector<std::size_t> offsets(places.size() + 1, 0);
    for (std::size_t p = 0; p < places.size(); ++p)
        offsets[p + 1] = offsets[p] + histogram_bytes(columns_, column_at(p));
    if (range.scratch.size() < offsets.back()) range.scratch.resize(offsets.back());
    std::byte* const hists = range.scratch.data();
    std::fill_n(hists, offsets.back(), std::byte{});
    for (std::size_t tile = 0; tile < columns_.tiles(); ++tile)
        for (std::size_t p = 0; p < places.size(); ++p) {
            const std::size_t next = p + 1 < places.size() ? p + 1 : 0;
            add_list_tile(columns_, column_at(p), tile, range.weights.values, hists + offsets[p],
                          hists + offsets[next], offsets[next + 1] - offsets[next]);
        }
    for (std::size_t p = 0; p < places.size(); ++p) {
        const ScanColumn& column = column_at(p);
        range.set(places[p],
                  columns_.kernels().best_threshold(hists + offsets[p], column.bins, column.pivot,
                                                    range.weights.totals.data(), range.floor.value()));
    }
}

void StumpScanner::scan_dense(std::span<const std::uint32_t> places, Range& range) const {
    const Kernels& kernels = columns_.kernels();
    Scratch& scratch = range.scratch;
    for (std::size_t first = 0; first < places.size(); first += Kernels::kTogether) {
        const auto batch = places.subspan(first, std::min(Kernels::kTogether, places.size() - first));
        std::array<const std::uint8_t*, Kernels::kTogether> codes{};
        std::array<std::size_t, Kernels::kTogether> offsets{};
        std::size_t bytes = 0;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            codes[c] = columns_.byte_codes(range.features[batch[c]]);
            offsets[c] = bytes;
            bytes += histogram_bytes(columns_, columns_[range.features[batch[c]]]);
        }
        if (scratch.size() < 2 * bytes) scratch.resize(2 * bytes);
        std::memset(scratch.data(), 0, bytes);
        for (std::size_t begin = 0; begin < columns_.rows(); begin += kDenseTile) {
            const std::size_t end = std::min(columns_.rows(), begin + kDenseTile);
            std::byte* tile = begin == 0 ? scratch.data() : scratch.data() + bytes;
            if (begin > 0) std::memset(tile, 0, bytes);
            std::array<void*, Kernels::kTogether> hists{};
            for (std::size_t c = 0; c < batch.size(); ++c)
                hists[c] = tile + offsets[c];
            kernels.histograms(range.weights.values, columns_.stride(), {codes.data(), batch.size()},
                               {begin, end}, hists.data());
            if (begin > 0) kernels.add(scratch.data(), tile, bytes / kernels.accumulator_bytes());
        }
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const ScanColumn& column = columns_[range.features[batch[c]]];
            range.set(batch[c], kernels.best_threshold(scratch.data() + offsets[c], column.bins, column.pivot,
                                                       range.weights.totals.data(), range.floor.value()));
        }
    }
}

ThresholdScore GatheredScanner::scan(std::uint32_t feature, std::span<const std::uint32_t> rows,
                                     const ScanWeights& weights) {
    const Kernels& kernels = columns_.kernels();
    const ScanColumn& column = columns_[feature];
    if (column.form == ColumnForm::constant || rows.size() < 2) return {};
    const data::BinnedColumn& codes = columns_.codes().columns[feature];
    others_.resize(columns_.rows());
    const CodeRange range = rows_outside_pivot(codes, rows, column.pivot, others_.data());
    work_ += column.entries_of(rows.size(), range.others);
    if (range.low == range.high) return {};
    const std::uint32_t bins = range.high - range.low + 1;
    const std::uint32_t pivot = std::clamp(column.pivot, range.low, range.high) - range.low;
    const std::size_t each = kernels.accumulator_bytes(), bytes = each * column.bins;
    if (scratch_.size() < bytes) scratch_.resize(bytes);
    std::byte* first = scratch_.data() + each * range.low;
    // The search never reads the pivot's bin, so the rows in that bin are not added.
    const ScannedRows others(std::span<const std::uint32_t>(others_).first(range.others));
    const auto clear_and_gather = [&](std::size_t offset) {
        std::memset(first, 0, each * bins);
        kernels.histogram[codes.codes.index()](weights.values + offset, columns_.stride(), codes.first_code(),
                                               others, scratch_.data());
    };
    ThresholdScore best;
    if (columns_.stride() <= 64) {
        clear_and_gather(0);
        best = kernels.best_threshold(first, bins, pivot, weights.totals.data(), 0);
    } else {
        std::vector<double> edges(bins, 0.0);  // summed over chunks of 64 classes
        for_class_chunks(columns_.stride(), [&](std::size_t offset) {
            clear_and_gather(offset);
            kernels.add_edges(first, bins, pivot, weights.totals.data() + offset, edges.data());
        });
        for (std::uint32_t t = 1; t < bins; ++t)
            if (edges[t] > best.edge) best = {edges[t], t};
    }
    if (best.threshold > 0) best.threshold += range.low;
    return best;
}

}  // namespace reboost::learners
