#include "learners/kernels/gradient_histogram.hpp"

#include "learners/kernels/gradient_simd.hpp"

namespace reboost::learners {

namespace {

enum class RowUse { add, subtract, clear };

/// Rows ahead whose entries are fetched.
constexpr std::size_t kAhead = 6;

/// One load, add and store a stored value; sums of a block stay in the L2 cache while all rows pass.
template <RowUse kUse, class Pairs>
std::uint64_t use_rows(const GradientBlock& block, std::span<const std::uint32_t> rows, const Pairs& pairs,
                       GradientSums sums) {
    std::uint64_t* const base = sums.data() + 2 * std::size_t{block.slot_begin};
    const std::uint64_t* const offsets = block.offsets.data();
    const std::uint16_t* const entries = block.entries.data();
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t row = rows[i];
        if (i + kAhead < rows.size()) {
            const std::uint32_t next = rows[i + kAhead];
            __builtin_prefetch(entries + offsets[next]);
            if constexpr (kUse != RowUse::clear) __builtin_prefetch(pairs.at(next));
        }
        Word2 pair{};
        if constexpr (kUse != RowUse::clear) pair = pairs[row];
        const std::uint64_t begin = offsets[row], end = offsets[row + 1];
        used += end - begin;
        for (std::uint64_t e = begin; e < end; ++e) {
            Word2* const slot = reinterpret_cast<Word2*>(base + 2 * std::size_t{entries[e]});
            if constexpr (kUse == RowUse::add) *slot += pair;
            if constexpr (kUse == RowUse::subtract) *slot -= pair;
            if constexpr (kUse == RowUse::clear) *slot = pair;
        }
    }
    return used;
}

template <RowUse kUse>
std::uint64_t use_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       const RowPairs& pairs, GradientSums sums) {
    return pairs.read([&](const auto& reader) {
        std::uint64_t used = 0;
        for (const GradientBlock& block : layout.blocks())
            used += use_rows<kUse>(block, rows, reader, sums);
        return used;
    });
}

}  // namespace

std::uint64_t add_rows(const GradientBlock& block, std::span<const std::uint32_t> rows, const RowPairs& pairs,
                       GradientSums sums) {
    return pairs.read([&](const auto& reader) { return use_rows<RowUse::add>(block, rows, reader, sums); });
}

std::uint64_t add_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       const RowPairs& pairs, GradientSums sums) {
    return use_rows<RowUse::add>(layout, rows, pairs, sums);
}

std::uint64_t subtract_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                            const RowPairs& pairs, GradientSums sums) {
    return use_rows<RowUse::subtract>(layout, rows, pairs, sums);
}

void clear_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows, GradientSums sums) {
    use_rows<RowUse::clear>(layout, rows, RowPairs(), sums);
}

}  // namespace reboost::learners
