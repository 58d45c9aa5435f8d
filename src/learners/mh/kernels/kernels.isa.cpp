/// The kernels of kernel_table.hpp. If W = 1 (binary), accumulators are doubles and rows have no padding.
#include "learners/mh/kernels/fading_bodies.hpp"
#include "learners/mh/kernels/threshold_bodies.hpp"

namespace reboost::learners {
namespace REBOOST_ISA {

template <class Use>
REBOOST_INLINE void for_each_row(const ScannedRows& range, const Use& use) {
    if (range.rows == nullptr)
        for (std::size_t i = range.begin; i < range.end; ++i)
            use(i);
    else
        for (std::size_t e = range.begin; e < range.end; ++e)
            use(std::size_t{range.rows[e]});
}

template <int W>
REBOOST_INLINE void add_to_bin(BinValue<W>* hist, std::size_t bin, const BinSum<W>& row) {
    BinSum<W> sum = load_bin<W>(hist, bin);
    sum += row;
    store_bin<W>(hist, bin, sum);
}

template <int W, class Code>
void histogram(const float* w, std::size_t stride, const void* column, const ScannedRows& rows, void* out) {
    const auto* codes = static_cast<const Code*>(column);
    auto* hist = static_cast<BinValue<W>*>(out);
    for_each_row(
        rows, [&](std::size_t i) __attribute__((always_inline)) {
            add_to_bin<W>(hist, codes[i], load_weights<W>(w, stride, i));
        });
}

template <int W>
void four_histograms(const float* w, std::size_t stride, const std::uint8_t* const codes[4],
                     const ScannedRows& rows, void* const out[4]) {
    const std::uint8_t *const c0 = codes[0], *const c1 = codes[1], *const c2 = codes[2], *const c3 = codes[3];
    const auto hist = [out](int column) { return static_cast<BinValue<W>*>(out[column]); };
    BinValue<W>*const h0 = hist(0), *const h1 = hist(1), *const h2 = hist(2), *const h3 = hist(3);
    for_each_row(
        rows, [&](std::size_t i) __attribute__((always_inline)) {
            const BinSum<W> row = load_weights<W>(w, stride, i);
            // All codes are read first: for all the compiler knows, storing a bin may change them.
            const std::size_t bins[4] = {c0[i], c1[i], c2[i], c3[i]};
            add_to_bin<W>(h0, bins[0], row);
            add_to_bin<W>(h1, bins[1], row);
            add_to_bin<W>(h2, bins[2], row);
            add_to_bin<W>(h3, bins[3], row);
        });
}

template <int W>
void histogram_list(const float* w, std::size_t stride, const std::uint16_t* rows, const BinGroup* groups,
                    std::size_t count, void* out, const void* next, std::size_t next_bytes) {
    constexpr std::size_t kLine = 64;
    auto* hist = static_cast<BinValue<W>*>(out);
    const char* fetch = static_cast<const char*>(next);
    const char* const fetch_end = fetch + next_bytes;
    for (const BinGroup* group = groups; group < groups + count; ++group) {
        if (fetch < fetch_end) {
            __builtin_prefetch(fetch, 1);
            fetch += kLine;
        }
        BinSum<W> sum = load_bin<W>(hist, group->bin);
        for (const std::uint16_t* const end = rows + group->rows; rows < end; ++rows)
            sum += load_weights<W>(w, stride, *rows);
        store_bin<W>(hist, group->bin, sum);
    }
}

template <int W>
void histogram_entries(const float* w, std::size_t stride, const ScannedRows& rows,
                       const std::uint32_t* starts, const std::uint16_t* entries, void* out) {
    auto* hist = static_cast<BinValue<W>*>(out);
    for_each_row(
        rows, [&](std::size_t i) __attribute__((always_inline)) {
            const BinSum<W> row = load_weights<W>(w, stride, i);
            for (std::uint32_t e = starts[i]; e < starts[i + 1]; ++e)
                add_to_bin<W>(hist, entries[e], row);
        });
}

template <int W, int Sign>
void add(void* a, const void* b, std::size_t bins) {
    for (std::size_t i = 0; i < bins * W; ++i)
        static_cast<BinValue<W>*>(a)[i] += Sign * static_cast<const BinValue<W>*>(b)[i];
}

/// cells[i] = use(cells[i], mask) for each row; mask: 0xFFFF if code ≥ threshold, else 0. Vectorises.
template <class Code, class Use>
[[gnu::always_inline]] inline void compare(const void* column, std::uint32_t threshold, std::size_t count,
                                           std::uint16_t* cells, const Use& use) {
    const auto* codes = static_cast<const Code*>(column);
    constexpr std::uint32_t kLargest = static_cast<Code>(~Code{0});
    if (threshold > kLargest) return;
    const auto limit = static_cast<Code>(threshold);
    for (std::size_t i = 0; i < count; ++i)
        cells[i] = static_cast<std::uint16_t>(
            use(cells[i], static_cast<std::uint16_t>(-static_cast<int>(codes[i] >= limit))));
}

template <class Code>
void toggle(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t* cells) {
    compare<Code>(codes, threshold, count, cells,
                  [](std::uint16_t cell, std::uint16_t above) { return cell ^ (above & 1U); });
}

template <class Code>
void raise(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t low,
           std::uint16_t high, std::uint16_t* cells) {
    compare<Code>(codes, threshold, count, cells, [=](std::uint16_t cell, std::uint16_t above) {
        const auto moves = static_cast<std::uint16_t>(-static_cast<int>(cell == low) & above);
        return (cell & ~moves) | (high & moves);
    });
}

template <int W>
constexpr Kernels make_kernels() {
    return {W,
            {histogram<W, std::uint8_t>, histogram<W, std::uint16_t>, histogram<W, std::uint32_t>},
            four_histograms<W>,
            histogram_list<W>,
            histogram_entries<W>,
            add<W, -1>,
            add<W, 1>,
            best_threshold<W>,
            add_edges<W>,
            scan_sorted<W>,
            signed_sums<W>,
            signed_copy<W>,
            row_sums<W>,
            update<W>};
}

}  // namespace REBOOST_ISA

const KernelTables KernelTables::REBOOST_ISA = {
    {REBOOST_ISA::make_kernels<1>(), REBOOST_ISA::make_kernels<4>(), REBOOST_ISA::make_kernels<8>(),
     REBOOST_ISA::make_kernels<16>(), REBOOST_ISA::make_kernels<32>(), REBOOST_ISA::make_kernels<48>(),
     REBOOST_ISA::make_kernels<64>()}};

const CellKernels CellKernels::REBOOST_ISA = {
    {REBOOST_ISA::toggle<std::uint8_t>, REBOOST_ISA::toggle<std::uint16_t>,
     REBOOST_ISA::toggle<std::uint32_t>},
    {REBOOST_ISA::raise<std::uint8_t>, REBOOST_ISA::raise<std::uint16_t>, REBOOST_ISA::raise<std::uint32_t>}};

}  // namespace reboost::learners
