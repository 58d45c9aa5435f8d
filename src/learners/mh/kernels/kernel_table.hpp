#pragma once
/// The inner loops of AdaBoost.MH, one table per vector width and instruction set, chosen once at run time.
///
/// Glossary
///   - w: signed weights w_{i,l} · y_{i,l}, row-major n × stride floats; stride = K padded (`padded_classes`)
///   - W: floats of a row that one kernel handles: 1, 4, 8, 16, 32, 48 or 64
///   - cell: what a base classifier maps a row to: 0/1 for φ = −1/+1, or a leaf of a tree
///   - signs: cells × stride words, the sign bit of each vote (0 or 0x80000000): h_l(x_i) < 0
///   - hist: bins × W accumulators: the sum of w over the rows of a bin (float; double if W = 1)
///   - pivot: the most frequent bin; lists omit its rows; its sum is the total minus all other bins' sums
///
/// All instruction sets give the same bits: W fixes the lanes, sums are added in a fixed order, and
/// multiplication and addition are never fused.
#include "learners/grouped_rows.hpp"
#include "simd/isa.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace reboost::learners {

/// Best threshold of one column: edge γ = Σ_l |Σ_i w_{i,l} φ(x_i)| at the optimal votes (kdd2009 eq. 6, 7).
struct ThresholdScore {
    double edge = 0;
    std::uint32_t threshold = 0;  ///< 0: no threshold was found
};

/// Whole numbers of 1, 2 or 4 bytes each: a column's codes, one per row, or the numbers of rows.
struct Numbers {
    const void* first;
    unsigned bytes;

    [[gnu::always_inline]] std::uint32_t operator[](std::size_t n) const {
        if (bytes == 2) return static_cast<const std::uint16_t*>(first)[n];
        return bytes == 4 ? static_cast<const std::uint32_t*>(first)[n]
                          : static_cast<const std::uint8_t*>(first)[n];
    }
};
/// Rows outside the pivot bin, sorted by ascending code: `left` rows below the pivot, then the rows above it.
struct SortedRows {
    Numbers rows, codes;
    std::size_t left, count;
};
/// rows[begin] … rows[end − 1]; if `rows` is null, the rows begin … end − 1 themselves.
struct ScannedRows {
    const std::uint32_t* rows;
    std::size_t begin, end;

    ScannedRows(std::size_t first, std::size_t last) : rows(nullptr), begin(first), end(last) {}
    explicit ScannedRows(std::span<const std::uint32_t> named)
        : rows(named.data()), begin(0), end(named.size()) {}
};

/// The factors of one round, and their log2 in steps of 1/1024, for faded weights.
struct WeightFactors {
    float agree, disagree;
    std::int32_t agree_steps, disagree_steps;
};

/// The state of the weights of a block of kFadingBlock rows.
struct BlockFading {
    /// While no more steps than this are spent, no weight can fade, return, or reach the least level
    /// (fading_bodies.hpp); afterwards each product is checked. −1: unknown.
    std::int64_t limit = -1;
    std::int64_t check_after = -1;  ///< if more steps are spent, a costly new limit is computed
    bool some_faded = false;        ///< whether a weight is faded; valid while spent ≤ limit
};
inline constexpr std::size_t kFadingBlock = 16;

/// The blocks' states, and the steps spent: by how much any weight may have moved, up or down.
struct FadingBlocks {
    BlockFading* blocks;  ///< updated by the kernel
    std::int64_t spent;   ///< steps since no weight was faded, this round's included
};

struct Kernels {
    /// The number of dense columns that are scanned in one pass.
    static constexpr std::size_t kTogether = 4;
    std::size_t width;

    /// Bytes of a histogram's bin: `width` floats, or one double if K = 1.
    std::size_t accumulator_bytes() const { return width == 1 ? sizeof(double) : width * sizeof(float); }

    /// hist[codes[i]] += w[i] for each row i. Indexed by code type as in `data::BinnedColumn::codes`.
    void (*histogram[3])(const float* w, std::size_t stride, const void* codes, const ScannedRows& rows,
                         void* hist);
    /// Histograms of four columns of one-byte codes, in one pass over the weights.
    void (*four_histograms)(const float* w, std::size_t stride, const std::uint8_t* const codes[4],
                            const ScannedRows& rows, void* const hist[4]);
    /// Histograms of one to four columns of one-byte codes; four columns take one pass.
    void histograms(const float* w, std::size_t stride, std::span<const std::uint8_t* const> codes,
                    const ScannedRows& rows, void* const hist[4]) const {
        if (codes.size() == kTogether) return four_histograms(w, stride, codes.data(), rows, hist);
        for (std::size_t c = 0; c < codes.size(); ++c)
            histogram[0](w, stride, codes[c], rows, hist[c]);
    }
    /// For each of `count` groups: hist[group.bin] += w[row] for the next group.rows entries of `rows`. A
    /// bin's sum stays in registers. Row numbers count from `w`. Meanwhile `next_bytes` bytes at `next` are
    /// prefetched: the next histogram to be filled, which has left the cache since the last tile.
    void (*histogram_list)(const float* w, std::size_t stride, const std::uint16_t* rows,
                           const BinGroup* groups, std::size_t count, void* hist, const void* next,
                           std::size_t next_bytes);
    /// hist[entries[e]] += w[i] for each row i and e = starts[i] … starts[i + 1] − 1.
    void (*histogram_entries)(const float* w, std::size_t stride, const ScannedRows& rows,
                              const std::uint32_t* starts, const std::uint16_t* entries, void* hist);
    /// a −= b and a += b, for `bins` accumulators.
    void (*subtract)(void* a, const void* b, std::size_t bins);
    void (*add)(void* a, const void* b, std::size_t bins);

    /// Best threshold of a histogram; `total`: `stride` class sums. If the best edge is below `floor`, any
    /// lower edge may be returned; with floor 0 the result is always the best.
    ThresholdScore (*best_threshold)(const void* hist, std::uint32_t bins, std::uint32_t pivot,
                                     const double* total, float floor);
    /// edges[t] += the edge over these classes, for t in [1, bins): K > 64 is handled in chunks of classes.
    void (*add_edges)(const void* hist, std::uint32_t bins, std::uint32_t pivot, const double* total,
                      double* edges);
    /// Best threshold straight from a sorted list, sums in registers; `floor` as for best_threshold.
    ThresholdScore (*scan_sorted)(const float* w, std::size_t stride, const SortedRows& list,
                                  const double* total, float floor);

    /// sums[l] = Σ_i ±w_{i,l}, − if signs[cell_i] has the sign bit; 16 rows in float, their sums in double.
    void (*signed_sums)(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                        const std::uint32_t* signs, double* sums);
    /// Writes these ±w_{i,l} to `out`; sums[l] = Σ_i ±w_{i,l}.
    void (*signed_copy)(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                        const std::uint32_t* signs, float* out, double* sums);
    /// sums[l] = Σ_e w_{rows[e],l}: the class sums of a tree's node.
    void (*row_sums)(const float* w, std::size_t stride, const std::uint32_t* rows, std::size_t count,
                     double* sums);
    /// Multiplies w_{i,l} by by.agree if the vote has the sign of y, else by by.disagree (AdaBoost.MH line
    /// 4 with h = α v φ: two values, no exp per weight); below 2^-126 a weight fades (fading_bodies.hpp).
    /// sums[l] = Σ_i of the new signed weights, masses[l] = Σ_i of their absolute values.
    void (*update)(float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                   const std::uint32_t* signs, const WeightFactors& by, FadingBlocks fading, double* sums,
                   double* masses);
};

inline constexpr std::size_t kKernelWidths[] = {1, 4, 8, 16, 32, 48, 64};

/// The kernels of each width, compiled for each instruction set.
struct KernelTables {
    Kernels of_width[7];  ///< in the order of kKernelWidths
    static const KernelTables portable, avx2, avx512;
};

/// K rounded up to a kernel's width, above 64 to a multiple of 64.
inline std::size_t padded_classes(std::size_t classes) {
    for (const std::size_t width : kKernelWidths)
        if (classes <= width) return width;
    return (classes + 63) / 64 * 64;
}

/// Kernels of width min(padded, 64). `padded` as from `padded_classes`.
inline const Kernels& kernels_for(std::size_t padded, simd::Isa isa = simd::best_isa()) {
    std::size_t index = 0;
    while (index < 6 && kKernelWidths[index] < padded)
        ++index;
    return simd::kernels<KernelTables>(isa).of_width[index];
}

/// Calls `kernel(offset)` for each chunk of 64 classes, the most that a kernel can handle.
template <class F>
void for_class_chunks(std::size_t stride, F&& kernel) {
    for (std::size_t offset = 0; offset < stride; offset += 64)
        kernel(offset);
}

/// The inner loops of `assign_cells`, from a column's codes to cells. Indexed by the type of the codes.
struct CellKernels {
    /// cells[i] ^= (codes[i] ≥ threshold), i < count.
    void (*toggle[3])(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t* cells);
    /// Moves each row in cell `low` with code ≥ threshold to cell `high`.
    void (*raise[3])(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t low,
                     std::uint16_t high, std::uint16_t* cells);
    static const CellKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
