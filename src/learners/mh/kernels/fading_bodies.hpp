#pragma once
/// The weight update, and weights below the smallest normal float. For *.isa.cpp only.
///
/// At zero training error the weights of easy examples fall by thousands of octaves, and rise again once the
/// margins of other examples have caught up. Normal floats end at 2^-126. A smaller weight is *faded*: its
/// bits are a denormal pattern, which arithmetic treats as zero (flush_to_zero.hpp), and count its level in
/// steps of 1/1024 octave, down to 2^-8317. The level of a normal weight is its upper bits, a log2 with a
/// linear mantissa; the error, at most 0.09 octaves, occurs only when a weight fades or returns. A zero stays
/// zero. Everything here requires denormals-are-zero mode.
#include "learners/mh/kernels/sum_bodies.hpp"

namespace reboost::learners::REBOOST_ISA {

constexpr int kLeastNormal = 0x00800000, kLevelShift = 13;
constexpr int kLeastLevel = kLeastNormal >> kLevelShift;  // the level of 2^-126
constexpr int kFadedOffset = kLeastLevel - kLeastNormal;  // level of a faded weight: its magnitude plus this
constexpr int kLevelError = 100;                          // steps: more than 0.09 octaves

/// Returns the weights after an update, for normal and faded lanes; `product`: weight times factor.
template <class F, class I>
REBOOST_INLINE F with_levels(F w, F product, I steps) {
    const I bits = (I)w, magnitude = bits & 0x7fffffff;
    const I level = (magnitude < kLeastNormal ? magnitude + kFadedOffset : magnitude >> kLevelShift) + steps;
    const I code = level - kFadedOffset;
    const I result = level >= kLeastLevel ? level << kLevelShift : (code > 1 ? code : I{} + 1);
    const I is_normal = ((I)product & 0x7fffffff) >= kLeastNormal;
    return (is_normal | (magnitude == 0)) != 0 ? product : (F)(result | (bits ^ magnitude));
}

constexpr int kExponentBits = 0x7f800000;  // all zero if a weight is faded or zero
constexpr int kMagnitudeBits = 0x7fffffff;
constexpr int kCheckSteps = 256;  // least number of steps between two checks of a block: some eight rounds

/// The factors of one SIMD vector, and their steps. Steps are 0 in padding lanes, so that padding stays 0.
template <class F, class I>
struct VectorFactors {
    F agree, disagree;
    I agree_steps, disagree_steps;
    LaneMask<I> padding;
};
template <class F, class I>
REBOOST_INLINE VectorFactors<F, I> vector_factors(LaneMask<I> padding, const WeightFactors& by) {
    return {F{} + by.agree, F{} + by.disagree, choose(padding, I{}, I{} + by.agree_steps),
            choose(padding, I{}, I{} + by.disagree_steps), padding};
}

/// Which cases a product of weights has to handle.
enum class FadingCase {
    none,     ///< no lane is faded, or can fade
    faded,    ///< some lanes are faded
    crossing  ///< some lanes may also fade, return, or reach the least level
};

/// Multiplies one SIMD vector of weights by the factors that `opposed` selects; faded weights add steps to
/// their code instead. `with_levels` computes the lanes whose code leaves its range.
template <FadingCase C, class F, class I>
REBOOST_INLINE F product_with_fading(F w, LaneMask<I> opposed, const VectorFactors<F, I>& by) {
    const F product = w * choose(opposed, by.disagree, by.agree);
    const I steps = choose(opposed, by.disagree_steps, by.agree_steps);
    const LaneMask<I> faded = lanes_without((I)w, kExponentBits);
    const F result = (F)add_where(faded, (I)w, steps, (I)product);
    if constexpr (C == FadingCase::faded) return result;
    const auto crosses = faded ^ lanes_without((I)result, kExponentBits);
    const auto reaches_least = lanes_without((I)result, kMagnitudeBits) & ~by.padding;
    if (!any_lane((LaneMask<I>)(crosses | reaches_least))) return result;
    return choose(by.padding, result, with_levels<F, I>(w, product, steps));
}

/// The number of steps before a weight of this magnitude can fade, return, or reach the least level.
template <class I>
REBOOST_INLINE I steps_to_crossing(I magnitude) {
    const I below = magnitude - 1, above = kLeastNormal - 1 - magnitude;
    const I of_faded = below < above ? below : above;
    const I of_normal = (magnitude >> kLevelShift) - (kLeastLevel + kLevelError);
    const I steps = magnitude < kLeastNormal ? of_faded : of_normal;
    return magnitude == 0 ? I{} + kMagnitudeBits : steps;  // padding, or a weight that stays zero
}

template <class I>
REBOOST_INLINE int least_lane(I v) {
    int least = kMagnitudeBits;
    for (unsigned lane = 0; lane < sizeof v / sizeof least; ++lane)
        least = v[lane] < least ? v[lane] : least;
    return least;
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

template <FadingCase C, int W>
REBOOST_INLINE void update_block(float* w, std::size_t stride, std::size_t start, std::size_t end,
                                 const std::uint16_t* cells, const std::uint32_t* signs,
                                 const WeightFactors& by, const RowFactors<W>& factors, Row<W>& sums,
                                 Row<W>& mass) {
    using F = typename Row<W>::F;
    using I = typename Row<W>::I;
    const F agree = F{} + by.agree, disagree = F{} + by.disagree;
    for (std::size_t i = start; i < end; ++i) {
        Row<W> row = load<W>(w + i * stride);
        const Row<W> product = flip<W>(row, signs + std::size_t{cells[i]} * stride);
        for (int k = 0; k < Row<W>::kCount; ++k) {
            if constexpr (C == FadingCase::none) {
                const I opposed = (I)product.v[k] < 0;
                row.v[k] *= opposed ? disagree : agree;
            } else {
                const LaneMask<I> opposed = negative_lanes((I)product.v[k]);
                row.v[k] = product_with_fading<C>(row.v[k], opposed, factors.v[k]);
            }
        }
        store<W>(w + i * stride, row);
        sums += row;
        mass += absolute<W>(row);
    }
}

/// The fading state of rows [start, end) after `spent` steps.
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
    // Two loops although both blocks have 16 rows: one loop makes late rounds 4% slower (docs/speed.md).
    for (std::size_t float_start = 0; float_start < rows; float_start += kFloatBlock) {
        const std::size_t float_end = float_start + kFloatBlock < rows ? float_start + kFloatBlock : rows;
        Row<W> block_sums = {}, block_mass = {};  // held in registers
        for (std::size_t start = float_start; start < float_end; start += kFadingBlock, ++block) {
            const std::size_t end = start + kFadingBlock < rows ? start + kFadingBlock : rows;
            const auto update_rows = [&]<FadingCase C>() __attribute__((always_inline)) {
                update_block<C, W>(w, stride, start, end, cells, signs, by, factors, block_sums, block_mass);
            };
            if (fading.spent > block->limit) {
                update_rows.template operator()<FadingCase::crossing>();
                if (fading.spent > block->check_after)
                    *block = fading_of<W>(w, stride, start, end, fading.spent);
            } else if (block->some_faded) {
                update_rows.template operator()<FadingCase::faded>();
            } else {
                update_rows.template operator()<FadingCase::none>();
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

template <>
void update<1>(float* w, std::size_t, std::size_t rows, const std::uint16_t* cells,
               const std::uint32_t* signs, const WeightFactors& by, FadingBlocks, double* sums,
               double* masses) {
    RowSum sum, mass;
    const VectorFactors<FR, IR> factors = vector_factors<FR, IR>(LaneMask<IR>{}, by);
    std::size_t i = 0;
    for (; i + 16 <= rows; i += 16) {
        float magnitudes[16];
        for (std::size_t k = 0; k < 16; k += kRegisterLanes) {
            const FR row = load_vector<FR>(w + i + k);
            const LaneMask<IR> opposed = negative_lanes((IR)row ^ row_signs(cells + i + k, signs));
            const FR updated = product_with_fading<FadingCase::crossing>(row, opposed, factors);
            const IR magnitude = (IR)updated & kMagnitudeBits;
            store_vector(w + i + k, updated);
            store_vector(magnitudes + k, magnitude);
        }
        sum.add(w + i);
        mass.add(magnitudes);
    }
    for (; i < rows; ++i) {
        const F4 one = {w[i], w[i], w[i], w[i]};  // F4{} + w[i] would flush a faded weight
        const bool opposed = __builtin_signbit(flip_one(w[i], signs[cells[i]])) != 0;
        w[i] = product_with_fading<FadingCase::crossing>(one, opposed ? ~I4{} : I4{},
                                                         vector_factors<F4, I4>(I4{}, by))[0];
        sum.rest += static_cast<double>(w[i]);
        mass.rest += static_cast<double>(__builtin_fabsf(w[i]));
    }
    sums[0] = sum.total();
    masses[0] = mass.total();
}

}  // namespace reboost::learners::REBOOST_ISA
