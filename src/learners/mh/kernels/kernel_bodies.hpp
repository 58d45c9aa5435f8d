#pragma once
/// The kernels of kernel_table.hpp for W > 1; scalar_bodies.hpp has W = 1. For *.isa.cpp only.
#include "learners/mh/kernels/fading_bodies.hpp"
#include "learners/mh/kernels/histogram_bodies.hpp"
#include "learners/mh/kernels/threshold_bodies.hpp"

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// Rows summed in float before the sum is added to a double.
constexpr std::size_t kFloatBlock = 16;

/// Sums per class: float over a block, double over blocks.
template <int W>
struct ClassSums {
    Row<W> block = zero<W>();
    double sums[W] = {};

    __attribute__((always_inline)) void flush() {
        float values[W];
        store<W>(values, block);
        for (int l = 0; l < W; ++l)
            sums[l] += static_cast<double>(values[l]);
        block = zero<W>();
    }
    __attribute__((always_inline)) void write(double* out) const {
        for (int l = 0; l < W; ++l)
            out[l] = sums[l];
    }
};

template <int W>
void signed_sums(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                 const std::uint32_t* signs, double* out) {
    ClassSums<W> sums;
    for (std::size_t start = 0; start < rows; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < rows ? start + kFloatBlock : rows;
        for (std::size_t i = start; i < end; ++i)
            add_to<W>(sums.block, flip<W>(load<W>(w + i * stride), signs + std::size_t{cells[i]} * stride));
        sums.flush();
    }
    sums.write(out);
}

template <int W>
void signed_copy(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                 const std::uint32_t* signs, float* copy, double* out) {
    ClassSums<W> sums;
    for (std::size_t start = 0; start < rows; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < rows ? start + kFloatBlock : rows;
        for (std::size_t i = start; i < end; ++i) {
            const Row<W> row = flip<W>(load<W>(w + i * stride), signs + std::size_t{cells[i]} * stride);
            store<W>(copy + i * stride, row);
            add_to<W>(sums.block, row);
        }
        sums.flush();
    }
    sums.write(out);
}

template <int W>
void row_sums(const float* w, std::size_t stride, const std::uint32_t* rows, std::size_t count, double* out) {
    ClassSums<W> sums;
    for (std::size_t start = 0; start < count; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < count ? start + kFloatBlock : count;
        for (std::size_t e = start; e < end; ++e)
            add_to<W>(sums.block, load<W>(w + std::size_t{rows[e]} * stride));
        sums.flush();
    }
    sums.write(out);
}

/// Updates the weights of rows [start, end) if none can fade.
template <int W>
REBOOST_INLINE void update_block(float* w, std::size_t stride, std::size_t start, std::size_t end,
                                 const std::uint16_t* cells, const std::uint32_t* signs,
                                 const WeightFactors& by, Row<W>& sums, Row<W>& mass) {
    using F = typename Row<W>::F;
    using I = typename Row<W>::I;
    const F agree = F{} + by.agree, disagree = F{} + by.disagree;
    for (std::size_t i = start; i < end; ++i) {
        Row<W> row = load<W>(w + i * stride);
        const Row<W> product = flip<W>(row, signs + std::size_t{cells[i]} * stride);
        for (int k = 0; k < Row<W>::kCount; ++k) {
            const I opposed = (I)product.v[k] < 0;
            row.v[k] *= opposed ? disagree : agree;
        }
        store<W>(w + i * stride, row);
        add_to<W>(sums, row);
        add_to<W>(mass, absolute<W>(row));
    }
}

/// The factors of a row. Padding lanes are those that are 0 in the first row.
template <int W>
struct RowFactors {
    using F = typename Row<W>::F;
    using I = typename Row<W>::I;
    VectorFactors<F, I> v[Row<W>::kCount];

    RowFactors(const float* w, const WeightFactors& by) {
        const Row<W> first = load<W>(w);
        for (int k = 0; k < Row<W>::kCount; ++k)
            v[k] = vector_factors<F, I>(lanes_without((I)first.v[k], kMagnitudeBits), by);
    }
};

/// update_block for rows with faded weights.
template <FadingCase C, int W>
REBOOST_INLINE void update_block_with_fading(float* w, std::size_t stride, std::size_t start, std::size_t end,
                                             const std::uint16_t* cells, const std::uint32_t* signs,
                                             const RowFactors<W>& factors, Row<W>& sums, Row<W>& mass) {
    using I = typename Row<W>::I;
    for (std::size_t i = start; i < end; ++i) {
        Row<W> row = load<W>(w + i * stride);
        const Row<W> product = flip<W>(row, signs + std::size_t{cells[i]} * stride);
        for (int k = 0; k < Row<W>::kCount; ++k) {
            const LaneMask<I> opposed = negative_lanes((I)product.v[k]);
            row.v[k] = product_with_fading<C>(row.v[k], opposed, factors.v[k]);
        }
        store<W>(w + i * stride, row);
        add_to<W>(sums, row);
        add_to<W>(mass, absolute<W>(row));
    }
}

/// The state of rows [start, end) at `spent` steps.
template <int W>
BlockFading fading_of(const float* w, std::size_t stride, std::size_t start, std::size_t end,
                      std::int64_t spent) {
    using I = typename Row<W>::I;
    I steps = I{} + kMagnitudeBits;
    LaneMask<I> some_faded{};
    for (std::size_t i = start; i < end; ++i) {
        const Row<W> row = absolute<W>(load<W>(w + i * stride));
        for (int k = 0; k < Row<W>::kCount; ++k) {
            const I magnitude = (I)row.v[k], now = steps_to_crossing(magnitude);
            steps = now < steps ? now : steps;
            some_faded = (LaneMask<I>)(some_faded | negative_lanes((magnitude - kLeastNormal) & -magnitude));
        }
    }
    const int least = least_lane(steps);
    return {spent + least, spent + (least > kCheckSteps ? least : kCheckSteps), any_lane(some_faded)};
}

template <int W>
void update(float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
            const std::uint32_t* signs, const WeightFactors& by, FadingBlocks fading, double* out,
            double* masses) {
    static_assert(kFloatBlock % kFadingBlock == 0);
    const RowFactors<W> factors(w, by);
    ClassSums<W> sums, mass;
    BlockFading* block = fading.blocks;
    // Two loops although both blocks have 16 rows: compiled as one loop, late rounds take 4% longer
    // (docs/speed.md).
    for (std::size_t float_start = 0; float_start < rows; float_start += kFloatBlock) {
        const std::size_t float_end = float_start + kFloatBlock < rows ? float_start + kFloatBlock : rows;
        Row<W> block_sums = zero<W>(), block_mass = zero<W>();  // in registers
        for (std::size_t start = float_start; start < float_end; start += kFadingBlock, ++block) {
            const std::size_t end = start + kFadingBlock < rows ? start + kFadingBlock : rows;
            if (fading.spent > block->limit) {
                if (fading.spent < kDeepSpent)
                    update_block_with_fading<FadingCase::crossing>(w, stride, start, end, cells, signs,
                                                                   factors, block_sums, block_mass);
                else
                    update_block_with_fading<FadingCase::deep>(w, stride, start, end, cells, signs, factors,
                                                               block_sums, block_mass);
                if (fading.spent > block->check_after)
                    *block = fading_of<W>(w, stride, start, end, fading.spent);
            } else if (block->some_faded) {
                update_block_with_fading<FadingCase::faded>(w, stride, start, end, cells, signs, factors,
                                                            block_sums, block_mass);
            } else {
                update_block<W>(w, stride, start, end, cells, signs, by, block_sums, block_mass);
            }
        }
        sums.block = block_sums;
        mass.block = block_mass;
        sums.flush();
        mass.flush();
    }
    sums.write(out);
    mass.write(masses);
}

template <int W>
constexpr Kernels make_kernels() {
    return {W,
            histogram<W, std::uint8_t>,
            histogram<W, std::uint16_t>,
            histogram<W, std::uint32_t>,
            histogram8x4<W>,
            histogram_list<W>,
            histogram_rows<W, std::uint8_t>,
            histogram_rows<W, std::uint16_t>,
            histogram_rows<W, std::uint32_t>,
            histogram_rows8x4<W>,
            histogram_entries<W>,
            subtract<W>,
            add<W>,
            best_threshold<W>,
            add_edges<W>,
            scan_sorted<W, std::uint16_t>,
            scan_sorted<W, std::uint32_t>,
            signed_sums<W>,
            signed_copy<W>,
            row_sums<W>,
            update<W>};
}

}  // namespace reboost::learners::REBOOST_ISA
