#include "learners/regression/kernels/root_histograms.hpp"

#include "simd/double_vectors.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace reboost::learners {

namespace {

/// Sums of a pass's four trees side by side: words of one, and words of all.
struct PairsAbreast {
    using Sum = Word2;
    static constexpr std::size_t kWords = 2 * kRootTrees;
};
struct JoinedAbreast {
    using Sum = std::uint64_t;
    static constexpr std::size_t kWords = kRootTrees;
};

/// Where a bin of each tree goes.
struct Destinations {
    std::array<std::uint64_t*, kRootTrees> sums{};
    std::size_t count = 0;
};

/// Bins of one group's segments, side by side. An odd number apart: bins at one position of eight segments
/// are in eight sets of the cache.
std::size_t bins_of_segment(const GradientGroup& group) {
    return group.length | 1;
}
std::size_t bins_of_group(const GradientGroup& group) {
    return kGradientLanes * bins_of_segment(group);
}

/// Slot after slot of each tree: the segments' bins take turns there.
template <class Abreast>
[[gnu::always_inline]] inline void write_group(const GradientGroup& group, const std::uint64_t* bins,
                                               const Destinations& to) {
    using Sum = typename Abreast::Sum;
    const std::size_t apart = bins_of_segment(group);
    for (std::size_t p = 0; p < group.length; ++p)
        for (std::size_t t = 0; t < to.count; ++t) {
            Sum* const sums = reinterpret_cast<Sum*>(to.sums[t]) + group.begin + kGradientLanes * p;
            for (std::size_t lane = 0; lane < kGradientLanes; ++lane)
                sums[lane] = reinterpret_cast<const Sum*>(bins + Abreast::kWords * (lane * apart + p))[t];
        }
}

/// One load of a row's four pairs and one add a stored value, in as many registers of V as that takes; a
/// bin's sums stay there. Bins are told apart by their positions in the segment.
template <class Abreast, class V>
[[gnu::always_inline]] inline void add_segment(const RootEntries::Segment& entries,
                                               const std::uint64_t* pairs, std::uint64_t* bins) {
    using Word = typename V::Word;
    constexpr std::size_t kParts = Abreast::kWords / V::kLanes;
    const auto* const added = reinterpret_cast<const Word*>(pairs);
    const std::uint16_t* row = entries.rows;
    for (const BinGroup& group : entries.groups) {
        Word* const bin = reinterpret_cast<Word*>(bins) + kParts * group.bin;
        Word sum[kParts];
        for (std::size_t k = 0; k < kParts; ++k)
            sum[k] = bin[k];
        for (const std::uint16_t* const end = row + group.rows; row < end; ++row)
            for (std::size_t k = 0; k < kParts; ++k)
                sum[k] += added[kParts * *row + k];
        for (std::size_t k = 0; k < kParts; ++k)
            bin[k] = sum[k];
    }
}

template <class Abreast, class V>
[[gnu::always_inline]] inline void fill_body(const GradientLayout& layout, const RootEntries& entries,
                                             std::size_t tile, const Destinations& to, RootScratch& scratch) {
    std::uint64_t* bins = scratch.bins.data();
    for (std::size_t g = 0; g < layout.groups().size(); ++g) {
        const GradientGroup& group = layout.groups()[g];
        const std::size_t words = Abreast::kWords * bins_of_group(group);
        if (tile == 0) std::fill_n(bins, words, 0);
        for (std::size_t lane = 0; lane < kGradientLanes; ++lane)
            add_segment<Abreast, V>(entries.entries(tile, kGradientLanes * g + lane), scratch.rows.data(),
                                    bins + words / kGradientLanes * lane);
        if (tile + 1 == entries.tiles()) write_group<Abreast>(group, bins, to);
        if (entries.tiles() > 1) bins += words;
    }
}

template <class Abreast>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void fill_avx512(const GradientLayout& layout,
                                                              const RootEntries& entries, std::size_t tile,
                                                              const Destinations& to, RootScratch& scratch) {
    using V = std::conditional_t<Abreast::kWords >= Eight::kLanes, Eight, Four>;
    fill_body<Abreast, V>(layout, entries, tile, to, scratch);
}
template <class Abreast>
[[gnu::target("avx2")]] void fill_avx2(const GradientLayout& layout, const RootEntries& entries,
                                       std::size_t tile, const Destinations& to, RootScratch& scratch) {
    fill_body<Abreast, Four>(layout, entries, tile, to, scratch);
}
template <class Abreast>
void fill_tile(const GradientLayout& layout, const RootEntries& entries, std::size_t tile,
               const Destinations& to, RootScratch& scratch) {
    switch (best_isa()) {
        case Isa::avx512:
            return fill_avx512<Abreast>(layout, entries, tile, to, scratch);
        case Isa::avx2:
            return fill_avx2<Abreast>(layout, entries, tile, to, scratch);
        case Isa::portable:
            return fill_body<Abreast, Two>(layout, entries, tile, to, scratch);
    }
}

/// The pairs of the tile's rows side by side, zeros for rows outside the sample. Takes the tile's rows off
/// `sample`.
void load_tile(std::size_t tile, std::span<const std::uint32_t>& sample, std::span<TreeRoot* const> roots,
               RootScratch& scratch) {
    const std::size_t first = tile * RootEntries::kTileRows, end = first + RootEntries::kTileRows;
    const auto rest = std::ranges::lower_bound(sample, end);
    const std::span<const std::uint32_t> rows(sample.begin(), rest);
    sample = {rest, sample.end()};
    std::ranges::fill(scratch.rows, 0);
    for (std::size_t t = 0; t < roots.size(); ++t)
        RowPairs(roots[t]->pairs).read_sums([&](const auto& pairs) {
            using Sum = typename std::remove_cvref_t<decltype(pairs)>::Sum;
            auto* const to = reinterpret_cast<Sum*>(scratch.rows.data()) + t;
            for (const std::uint32_t row : rows)
                to[kRootTrees * (row - first)] = pairs[row];
        });
}

/// Which position of its segment each of some rows falls into; segment.length: none.
void find_positions(const data::BinnedColumn& column, const GradientSegment& segment, std::size_t first,
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

RootEntries::RootEntries(const data::BinnedMatrix& matrix, const GradientLayout& layout)
    : rows_of_matrix_(matrix.rows), segments_(layout.segments().size()) {
    std::size_t stored = 0;
    for (const data::BinnedColumn& column : matrix.columns)
        stored += matrix.rows - column.frequent_rows;
    entries_.rows.reserve(stored);
    std::vector<std::uint16_t> positions;
    for (std::size_t first = 0; first < matrix.rows; first += kTileRows) {
        positions.resize(std::min(kTileRows, matrix.rows - first));
        for (const GradientSegment& segment : layout.segments()) {
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

void fill_roots(const GradientLayout& layout, const RootEntries& entries,
                std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                RootScratch& scratch) {
    std::size_t most = 0, all = 0;
    for (const GradientGroup& group : layout.groups()) {
        most = std::max(most, bins_of_group(group));
        all += bins_of_group(group);
    }
    const PairFormat& format = roots.front()->pairs.format();
    const std::size_t words = format.sum_words(), width = words * kRootTrees;
    scratch.bins.resize(width * (entries.tiles() > 1 ? all : most));
    scratch.rows.resize(width * std::min(layout.rows(), RootEntries::kTileRows));
    Destinations to;
    for (TreeRoot* root : roots) {
        root->sums.resize(words * layout.slots());
        to.sums[to.count++] = root->sums.data();
    }
    for (std::size_t tile = 0; tile < entries.tiles(); ++tile) {
        load_tile(tile, sample, roots, scratch);
        if (format.joined)
            fill_tile<JoinedAbreast>(layout, entries, tile, to, scratch);
        else
            fill_tile<PairsAbreast>(layout, entries, tile, to, scratch);
    }
}

}  // namespace reboost::learners
