#include "learners/kernels/gradient_roots.hpp"

#include "learners/kernels/gradient_simd.hpp"

#include <algorithm>
#include <variant>

namespace reboost::learners {

namespace {

struct Destinations {
    std::array<std::uint64_t*, kRootTrees> sums{};
    std::size_t count = 0;
};

/// One load of a row's four pairs, one add, one store a stored value; a column's bins stay in the L1 cache.
[[gnu::always_inline]] inline void fill_body(const GradientLayout& layout, const GradientColumns& columns,
                                             const Destinations& to, RootScratch& scratch) {
    const auto* pairs = reinterpret_cast<const Word8*>(scratch.rows.data());
    auto* bins = reinterpret_cast<Word8*>(scratch.bins.data());
    for (std::size_t j = 0; j < columns.features(); ++j) {
        const std::uint32_t count = columns.bins(j), frequent = columns.frequent(j);
        if (count < 2) continue;
        for (std::uint32_t b = 0; b < count; ++b)
            bins[b] = Word8{};
        const auto rows = columns.rows(j);
        const std::uint16_t* codes = columns.codes(j);
        for (std::size_t e = 0; e < rows.size(); ++e)
            bins[codes[e]] += pairs[rows[e]];
        for (std::uint32_t b = 0; b < count; ++b) {
            if (b == frequent) continue;
            const std::size_t slot = layout.slot(j, b);
            const auto* sums = reinterpret_cast<const Word2*>(bins + b);
            for (std::size_t t = 0; t < to.count; ++t)
                *reinterpret_cast<Word2*>(to.sums[t] + 2 * slot) = sums[t];
        }
    }
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void fill_avx512(const GradientLayout& layout,
                                                              const GradientColumns& columns,
                                                              const Destinations& to, RootScratch& scratch) {
    fill_body(layout, columns, to, scratch);
}
[[gnu::target("avx2")]] void fill_avx2(const GradientLayout& layout, const GradientColumns& columns,
                                       const Destinations& to, RootScratch& scratch) {
    fill_body(layout, columns, to, scratch);
}
void fill_baseline(const GradientLayout& layout, const GradientColumns& columns, const Destinations& to,
                   RootScratch& scratch) {
    fill_body(layout, columns, to, scratch);
}

}  // namespace

GradientColumns::GradientColumns(const data::BinnedMatrix& matrix) : offsets_{0} {
    std::size_t stored = 0;
    for (const data::BinnedColumn& column : matrix.columns)
        stored += matrix.rows - column.frequent_rows;
    rows_.reserve(stored);
    codes_.reserve(stored);
    for (const data::BinnedColumn& column : matrix.columns) {
        bins_.push_back(column.bin_count);
        frequent_.push_back(column.frequent_bin);
        std::visit(
            [&](const auto& codes) {
                for (std::size_t i = 0; i < matrix.rows; ++i) {
                    if (codes[i] == column.frequent_bin) continue;
                    rows_.push_back(static_cast<std::uint32_t>(i));
                    codes_.push_back(static_cast<std::uint16_t>(codes[i]));
                }
            },
            column.codes);
        offsets_.push_back(rows_.size());
    }
}

void fill_roots(const GradientLayout& layout, const GradientColumns& columns,
                std::span<const std::uint32_t> sample, std::span<TreeRoot* const> roots,
                RootScratch& scratch) {
    constexpr std::size_t kWidth = 2 * kRootTrees;
    std::uint32_t most = 0;
    for (std::size_t j = 0; j < columns.features(); ++j)
        most = std::max(most, columns.bins(j));
    scratch.bins.resize(kWidth * most);
    scratch.rows.assign(kWidth * layout.rows(), std::uint64_t{0});  // rows outside the sample add nothing
    Destinations to;
    for (TreeRoot* root : roots) {
        const std::size_t t = to.count++;
        root->sums.resize(2 * layout.slots());
        to.sums[t] = root->sums.data();
        for (const std::uint32_t row : sample) {
            scratch.rows[kWidth * row + 2 * t] = static_cast<std::uint64_t>(root->pairs[row].gradient);
            scratch.rows[kWidth * row + 2 * t + 1] = root->pairs[row].weight;
        }
    }
    switch (instruction_set()) {
        case InstructionSet::avx512:
            return fill_avx512(layout, columns, to, scratch);
        case InstructionSet::avx2:
            return fill_avx2(layout, columns, to, scratch);
        case InstructionSet::baseline:
            return fill_baseline(layout, columns, to, scratch);
    }
}

}  // namespace reboost::learners
