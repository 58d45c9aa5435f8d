#include "learners/kernels/gradient_roots.hpp"

#include "learners/kernels/gradient_simd.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace reboost::learners {

namespace {

/// Sums of a pass's four trees side by side.
struct PairsAbreast {
    using Sum = Word2;
    using Vector = Word8;
};
struct JoinedAbreast {
    using Sum = std::uint64_t;
    using Vector = Word4;
};
static_assert(kRootTrees == 4);

/// Where a bin of each tree goes.
struct Destinations {
    std::array<std::uint64_t*, kRootTrees> sums{};
    std::size_t count = 0;
};

template <class Abreast>
void write_column(const GradientLayout& layout, const GradientColumns& columns, std::size_t j,
                  const typename Abreast::Vector* bins, const Destinations& to) {
    using Sum = typename Abreast::Sum;
    for (std::uint32_t b = 0; b < columns.bins(j); ++b) {
        if (b == columns.frequent(j)) continue;
        const std::size_t slot = layout.slot(j, b);
        const auto* sums = reinterpret_cast<const Sum*>(bins + b);
        for (std::size_t t = 0; t < to.count; ++t)
            reinterpret_cast<Sum*>(to.sums[t])[slot] = sums[t];
    }
}

/// One load of a row's four pairs and one add a stored value; a bin's sums stay in a register.
template <class Abreast>
[[gnu::always_inline]] inline void fill_body(const GradientLayout& layout, const GradientColumns& columns,
                                             std::size_t tile, const Destinations& to, RootScratch& scratch) {
    using Vector = typename Abreast::Vector;
    const auto* pairs = reinterpret_cast<const Vector*>(scratch.rows.data());
    auto* bins = reinterpret_cast<Vector*>(scratch.bins.data());
    for (std::size_t j = 0; j < columns.features(); ++j) {
        const std::uint32_t count = columns.bins(j);
        if (count < 2) continue;
        for (std::uint32_t b = 0; b < count && tile == 0; ++b)
            bins[b] = Vector{};
        const GradientColumns::Entries entries = columns.entries(tile, j);
        const std::uint16_t* row = entries.rows;
        for (const BinGroup& group : entries.groups) {
            Vector sum = bins[group.bin];
            for (const std::uint16_t* const end = row + group.rows; row < end; ++row)
                sum += pairs[*row];
            bins[group.bin] = sum;
        }
        if (tile + 1 == columns.tiles()) write_column<Abreast>(layout, columns, j, bins, to);
        if (columns.tiles() > 1) bins += count;
    }
}

template <class Abreast>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void fill_avx512(const GradientLayout& layout,
                                                              const GradientColumns& columns,
                                                              std::size_t tile, const Destinations& to,
                                                              RootScratch& scratch) {
    fill_body<Abreast>(layout, columns, tile, to, scratch);
}
template <class Abreast>
[[gnu::target("avx2")]] void fill_avx2(const GradientLayout& layout, const GradientColumns& columns,
                                       std::size_t tile, const Destinations& to, RootScratch& scratch) {
    fill_body<Abreast>(layout, columns, tile, to, scratch);
}
template <class Abreast>
void fill_tile(const GradientLayout& layout, const GradientColumns& columns, std::size_t tile,
               const Destinations& to, RootScratch& scratch) {
    switch (best_isa()) {
        case Isa::avx512:
            return fill_avx512<Abreast>(layout, columns, tile, to, scratch);
        case Isa::avx2:
            return fill_avx2<Abreast>(layout, columns, tile, to, scratch);
        case Isa::portable:
            return fill_body<Abreast>(layout, columns, tile, to, scratch);
    }
}

/// The pairs of the tile's rows side by side, zeros for rows outside the sample. Takes the tile's rows off
/// `sample`.
void load_tile(std::size_t tile, std::span<const std::uint32_t>& sample, std::span<TreeRoot* const> roots,
               RootScratch& scratch) {
    const std::size_t first = tile * GradientColumns::kTileRows, end = first + GradientColumns::kTileRows;
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

}  // namespace

GradientColumns::GradientColumns(const data::BinnedMatrix& matrix) : rows_of_matrix_(matrix.rows) {
    std::size_t stored = 0;
    for (const data::BinnedColumn& column : matrix.columns) {
        stored += matrix.rows - column.frequent_rows;
        bins_.push_back(column.bin_count);
        frequent_.push_back(column.frequent_bin);
    }
    entries_.rows.reserve(stored);
    for (std::size_t first = 0; first < matrix.rows; first += kTileRows) {
        const std::size_t end = std::min(first + kTileRows, matrix.rows);
        for (const data::BinnedColumn& column : matrix.columns) {
            starts_.push_back(entries_.end());
            std::visit(
                [&](const auto& codes) {
                    entries_.append(std::span(codes).subspan(first, end - first), column.bin_count,
                                    column.frequent_bin);
                },
                column.codes);
        }
    }
    starts_.push_back(entries_.end());
    entries_.groups.shrink_to_fit();
}

void fill_roots(const GradientLayout& layout, const GradientColumns& columns,
                std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                RootScratch& scratch) {
    std::size_t most = 0, all = 0;
    for (std::size_t j = 0; j < columns.features(); ++j) {
        most = std::max<std::size_t>(most, columns.bins(j));
        all += columns.bins(j) < 2 ? 0 : columns.bins(j);
    }
    const PairFormat& format = roots.front()->pairs.format();
    const std::size_t words = format.sum_words(), width = words * kRootTrees;
    scratch.bins.resize(width * (columns.tiles() > 1 ? all : most));
    scratch.rows.resize(width * std::min(layout.rows(), GradientColumns::kTileRows));
    Destinations to;
    for (TreeRoot* root : roots) {
        root->sums.resize(words * layout.slots());
        for (const std::uint32_t slot : layout.padding())  // they may hold sums of another format
            std::ranges::fill(std::span(root->sums).subspan(words * slot, words), 0);
        to.sums[to.count++] = root->sums.data();
    }
    for (std::size_t tile = 0; tile < columns.tiles(); ++tile) {
        load_tile(tile, sample, roots, scratch);
        if (format.joined)
            fill_tile<JoinedAbreast>(layout, columns, tile, to, scratch);
        else
            fill_tile<PairsAbreast>(layout, columns, tile, to, scratch);
    }
}

}  // namespace reboost::learners
