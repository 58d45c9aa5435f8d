#include "learners/regression/kernels/histogram.hpp"

#include <cstring>

namespace reboost::learners {
namespace REBOOST_ISA {

enum class RowUse { add, subtract };

/// How many rows ahead entries are prefetched, and how many rows ahead the offsets of entries.
constexpr std::size_t kAhead = 6, kFarAhead = 16;
constexpr std::size_t kLineBytes = 64, kEntryBytes = sizeof(std::uint16_t);
/// Entries per word read.
constexpr std::size_t kEntries = sizeof(std::uint64_t) / kEntryBytes;

/// Prefetches what a row needs: the offsets of its entries, then its entries, gradient and hessian.
template <class Gradients>
struct Fetch {
    const HistogramBlock& block;
    std::span<const std::uint32_t> rows;
    const Gradients& gradients;

    [[gnu::always_inline]] void offsets(std::size_t i) const {
        if (i < rows.size()) __builtin_prefetch(block.offsets.data() + rows[i]);
    }
    [[gnu::always_inline]] void entries(std::size_t i) const {
        if (i >= rows.size()) return;
        const std::uint32_t row = rows[i];
        const auto at = reinterpret_cast<std::uintptr_t>(block.entries.data());
        const std::uintptr_t begin = at + kEntryBytes * block.offsets[row];
        const std::uintptr_t end = at + kEntryBytes * block.offsets[row + 1];
        for (std::uintptr_t line = begin / kLineBytes * kLineBytes; line < end; line += kLineBytes)
            __builtin_prefetch(reinterpret_cast<const void*>(line));
        __builtin_prefetch(gradients.at(row));
    }
    [[gnu::always_inline]] void first_rows() const {
        for (std::size_t i = 0; i < kFarAhead; ++i)
            offsets(i);
        for (std::size_t i = 0; i < kAhead; ++i)
            entries(i);
    }
};

/// One load, add and store per stored value. A block's sums stay in the cache while all rows pass.
template <RowUse kUse, class Gradients>
std::uint64_t use_rows_of(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                          const Gradients& gradients, std::uint64_t* sums) {
    using Sum = typename Gradients::Sum;
    Sum* const slots = reinterpret_cast<Sum*>(sums);
    const std::uint64_t* const offsets = block.offsets.data();
    const std::uint16_t* const entries = block.entries.data();
    const Fetch<Gradients> fetch{block, rows, gradients};
    fetch.first_rows();
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t row = rows[i];
        fetch.offsets(i + kFarAhead);
        fetch.entries(i + kAhead);
        const Sum gradient_hessian = gradients[row];
        const std::uint64_t begin = offsets[row], end = offsets[row + 1];
        used += end - begin;
        const auto use = [&](std::uint64_t slot) {
            if constexpr (kUse == RowUse::add)
                slots[slot] += gradient_hessian;
            else
                slots[slot] -= gradient_hessian;
        };
        std::uint64_t e = begin;
        for (; e + kEntries <= end; e += kEntries) {
            std::uint64_t four;
            std::memcpy(&four, entries + e, sizeof four);
            use(four & 0xffff);
            use(four >> 16 & 0xffff);
            use(four >> 32 & 0xffff);
            use(four >> 48);
        }
        for (; e < end; ++e)
            use(entries[e]);
    }
    return used;
}

template <RowUse kUse>
std::uint64_t use_rows(const HistogramBlock& block, std::span<const std::uint32_t> rows,
                       const RowGradients& gradients, std::uint64_t* sums) {
    return gradients.read_sums(
        [&](const auto& reader) { return use_rows_of<kUse>(block, rows, reader, sums); });
}

}  // namespace REBOOST_ISA

const HistogramKernels HistogramKernels::REBOOST_ISA = {REBOOST_ISA::use_rows<REBOOST_ISA::RowUse::add>,
                                                        REBOOST_ISA::use_rows<REBOOST_ISA::RowUse::subtract>};

}  // namespace reboost::learners
