#include "learners/regression/kernels/root_histograms.hpp"

#include "simd/isa.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace reboost::learners {
namespace {

/// Loads all trees' gradients of the tile's rows, 0 outside `sample`; removes the tile's rows from `sample`.
void load_tile(std::size_t tile, std::span<const std::uint32_t>& sample, std::span<TreeRoot* const> roots,
               RootScratch& scratch) {
    const std::size_t first = tile * RootEntries::kTileRows, end = first + RootEntries::kTileRows;
    const auto rest = std::ranges::lower_bound(sample, end);
    const std::span<const std::uint32_t> rows(sample.begin(), rest);
    sample = {rest, sample.end()};
    std::ranges::fill(scratch.rows, 0);
    for (std::size_t t = 0; t < roots.size(); ++t)
        RowGradients(roots[t]->gradients).read_sums([&](const auto& gradients) {
            using Sum = typename std::remove_cvref_t<decltype(gradients)>::Sum;
            auto* const to = reinterpret_cast<Sum*>(scratch.rows.data()) + t;
            for (const std::uint32_t row : rows)
                to[kRootTrees * (row - first)] = gradients[row];
        });
}

/// The position in its segment that each row of the tile falls into; segment.length if none.
void find_positions(const data::BinnedColumn& column, const HistogramSegment& segment, std::size_t first,
                    std::span<std::uint16_t> positions) {
    std::visit(
        [&](const auto& codes) {
            for (std::size_t i = 0; i < positions.size(); ++i) {
                const std::uint32_t bin = codes[first + i],
                                    at = segment.upper ? column.bin_count - 1 - bin : bin;
                positions[i] = static_cast<std::uint16_t>(std::min(at, segment.length));
            }
        },
        column.codes);
}

}  // namespace

RootEntries::RootEntries(const data::BinnedMatrix& matrix, const HistogramLayout& layout)
    : rows_of_matrix_(matrix.rows), segments_(layout.segments().size()) {
    std::size_t stored = 0;
    for (const data::BinnedColumn& column : matrix.columns)
        stored += matrix.rows - column.frequent_rows;
    entries_.rows.reserve(stored);
    std::vector<std::uint16_t> positions;
    for (std::size_t first = 0; first < matrix.rows; first += kTileRows) {
        positions.resize(std::min(kTileRows, matrix.rows - first));
        for (const HistogramSegment& segment : layout.segments()) {
            starts_.push_back(entries_.end());
            if (segment.feature < 0) continue;
            find_positions(matrix.columns[static_cast<std::size_t>(segment.feature)], segment, first,
                           positions);
            entries_.append(std::span<const std::uint16_t>(positions), segment.length + 1, segment.length);
        }
    }
    starts_.push_back(entries_.end());
    entries_.groups.shrink_to_fit();
}

void fill_roots(const HistogramLayout& layout, const RootEntries& entries,
                std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                RootScratch& scratch) {
    std::size_t most = 0, all = 0;
    for (const HistogramGroup& group : layout.groups()) {
        const std::size_t bins = kSegmentLanes * RootEntries::bins_apart(group);
        most = std::max(most, bins);
        all += bins;
    }
    const RowFormat& format = roots.front()->gradients.format;
    const std::size_t words = format.sum_words(), width = words * kRootTrees;
    scratch.bins.resize(width * (entries.tiles() > 1 ? all : most));
    scratch.rows.resize(width * std::min(layout.rows(), RootEntries::kTileRows));
    for (TreeRoot* root : roots)
        root->sums.resize(words * layout.slots());
    const auto& kernels = simd::kernels<RootKernels>();
    const auto fill_tile = format.joined ? kernels.fill_joined : kernels.fill_two_words;
    for (std::size_t tile = 0; tile < entries.tiles(); ++tile) {
        load_tile(tile, sample, roots, scratch);
        fill_tile(layout, entries, tile, roots, scratch);
    }
}

}  // namespace reboost::learners
