#pragma once
/// Sums of weights: in a histogram's bin, and over rows. For *.isa.cpp only.
#include "learners/mh/kernels/kernel_table.hpp"
#include "simd/float_vectors.hpp"

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// The sum of a bin: W floats in registers; a double if W = 1.
template <int W>
struct BinOf {
    using Value = float;
    using Sum = Row<W>;
};
template <>
struct BinOf<1> {
    using Value = double;
    using Sum = double;
};
template <int W>
using BinValue = typename BinOf<W>::Value;
template <int W>
using BinSum = typename BinOf<W>::Sum;

template <int W>
REBOOST_INLINE BinSum<W> load_weights(const float* w, std::size_t stride, std::size_t row) {
    if constexpr (W == 1)
        return static_cast<double>(w[row]);
    else
        return load<W>(w + row * stride);
}
template <int W>
REBOOST_INLINE BinSum<W> load_bin(const BinValue<W>* hist, std::size_t bin) {
    if constexpr (W == 1)
        return hist[bin];
    else
        return load<W>(hist + bin * W);
}
template <int W>
REBOOST_INLINE void store_bin(BinValue<W>* hist, std::size_t bin, const BinSum<W>& sum) {
    if constexpr (W == 1)
        hist[bin] = sum;
    else
        store<W>(hist + bin * W, sum);
}

/// The number of rows whose float sum is added to a double at once.
constexpr std::size_t kFloatBlock = 16;

/// Sums per class: float over a block, double over blocks.
template <int W>
struct ClassSums {
    Row<W> block = {};
    double sums[W] = {};

    __attribute__((always_inline)) void flush() {
        float values[W];
        store<W>(values, block);
        for (int l = 0; l < W; ++l)
            sums[l] += static_cast<double>(values[l]);
        block = {};
    }
    __attribute__((always_inline)) void write(double* out) const {
        for (int l = 0; l < W; ++l)
            out[l] = sums[l];
    }
};

/// Writes the class sums of row(0) … row(count − 1) to `out`.
template <int W, class RowAt>
REBOOST_INLINE void sum_in_blocks(std::size_t count, const RowAt& row, double* out) {
    ClassSums<W> sums;
    for (std::size_t start = 0; start < count; start += kFloatBlock) {
        const std::size_t end = start + kFloatBlock < count ? start + kFloatBlock : count;
        for (std::size_t i = start; i < end; ++i)
            sums.block += row(i);
        sums.flush();
    }
    sums.write(out);
}

template <int W>
void signed_sums(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                 const std::uint32_t* signs, double* out) {
    const auto row = [=](std::size_t i) __attribute__((always_inline)) {
        return flip<W>(load<W>(w + i * stride), signs + std::size_t{cells[i]} * stride);
    };
    sum_in_blocks<W>(rows, row, out);
}

template <int W>
void signed_copy(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                 const std::uint32_t* signs, float* copy, double* out) {
    const auto row = [=](std::size_t i) __attribute__((always_inline)) {
        const Row<W> flipped = flip<W>(load<W>(w + i * stride), signs + std::size_t{cells[i]} * stride);
        store<W>(copy + i * stride, flipped);
        return flipped;
    };
    sum_in_blocks<W>(rows, row, out);
}

template <int W>
void row_sums(const float* w, std::size_t stride, const std::uint32_t* rows, std::size_t count, double* out) {
    const auto row = [=](std::size_t e) __attribute__((always_inline)) {
        return load<W>(w + std::size_t{rows[e]} * stride);
    };
    sum_in_blocks<W>(count, row, out);
}

// The binary case, W = 1.

/// The signs of one SIMD vector of rows, looked up one by one so that later steps can use SIMD.
REBOOST_INLINE IR row_signs(const std::uint16_t* cells, const std::uint32_t* signs) {
    std::uint32_t values[kRegisterLanes];
    for (int lane = 0; lane < kRegisterLanes; ++lane)
        values[lane] = signs[cells[lane]];
    return load_vector<IR>(values);
}

/// A double sum of floats: sixteen partial sums, added up in a fixed order.
struct RowSum {
    D4 chains[4] = {};
    double rest = 0;

    __attribute__((always_inline)) void add(const float* sixteen) {
        for (int k = 0; k < 4; ++k)
            chains[k] += __builtin_convertvector(load_vector<F4>(sixteen + 4 * k), D4);
    }
    __attribute__((always_inline)) double total() const {
        const D4 low = chains[0] + chains[2], high = chains[1] + chains[3], v = low + high;
        return ((v[0] + v[2]) + (v[1] + v[3])) + rest;
    }
};

REBOOST_INLINE float flip_one(float value, std::uint32_t sign) {
    std::uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    bits ^= sign;
    __builtin_memcpy(&value, &bits, sizeof bits);
    return value;
}

template <>
void signed_sums<1>(const float* w, std::size_t, std::size_t rows, const std::uint16_t* cells,
                    const std::uint32_t* signs, double* sums) {
    RowSum sum;
    std::size_t i = 0;
    for (; i + 16 <= rows; i += 16) {
        float signed_rows[16];
        for (std::size_t k = 0; k < 16; k += kRegisterLanes) {
            const FR row = (FR)((IR)load_vector<FR>(w + i + k) ^ row_signs(cells + i + k, signs));
            store_vector(signed_rows + k, row);
        }
        sum.add(signed_rows);
    }
    for (; i < rows; ++i)
        sum.rest += static_cast<double>(flip_one(w[i], signs[cells[i]]));
    sums[0] = sum.total();
}

template <>
void signed_copy<1>(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                    const std::uint32_t* signs, float* copy, double* sums) {
    for (std::size_t i = 0; i < rows; ++i)
        copy[i] = flip_one(w[i], signs[cells[i]]);
    signed_sums<1>(w, stride, rows, cells, signs, sums);
}

template <>
void row_sums<1>(const float* w, std::size_t, const std::uint32_t* rows, std::size_t count, double* sums) {
    sums[0] = 0;
    for (std::size_t e = 0; e < count; ++e)
        sums[0] += static_cast<double>(w[rows[e]]);
}

}  // namespace reboost::learners::REBOOST_ISA
