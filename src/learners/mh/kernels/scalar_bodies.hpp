#pragma once
/// W = 1, the binary case: one weight per row, accumulators in double (they cost nothing here), no padding.
/// `stride` is 1. For *.isa.cpp only.
#include "learners/mh/kernels/fading_bodies.hpp"
#include "learners/mh/kernels/threshold_bodies.hpp"

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

namespace scalar {

template <class Code>
void histogram(const float* w, std::size_t, const Code* codes, std::size_t begin, std::size_t end,
               void* out) {
    auto* hist = static_cast<double*>(out);
    for (std::size_t i = begin; i < end; ++i)
        hist[codes[i]] += static_cast<double>(w[i]);
}

inline void histogram8x4(const float* w, std::size_t stride, const std::uint8_t* const codes[4],
                         std::size_t begin, std::size_t end, void* const out[4]) {
    for (int f = 0; f < 4; ++f)
        histogram<std::uint8_t>(w, stride, codes[f], begin, end, out[f]);
}

inline void histogram_list(const float* w, std::size_t, const std::uint16_t* rows, const BinGroup* groups,
                           std::size_t count, void* out, const void*, std::size_t) {
    auto* hist = static_cast<double*>(out);
    for (const BinGroup* group = groups; group < groups + count; ++group) {
        double sum = hist[group->bin];
        for (const std::uint16_t* const end = rows + group->rows; rows < end; ++rows)
            sum += static_cast<double>(w[*rows]);
        hist[group->bin] = sum;
    }
}

template <class Code>
void histogram_rows(const float* w, std::size_t, const Code* codes, const std::uint32_t* rows,
                    std::size_t count, void* out) {
    auto* hist = static_cast<double*>(out);
    for (std::size_t e = 0; e < count; ++e)
        hist[codes[rows[e]]] += static_cast<double>(w[rows[e]]);
}

inline void histogram_rows8x4(const float* w, std::size_t stride, const std::uint8_t* const codes[4],
                              const std::uint32_t* rows, std::size_t count, void* const out[4]) {
    for (int f = 0; f < 4; ++f)
        histogram_rows<std::uint8_t>(w, stride, codes[f], rows, count, out[f]);
}

inline void histogram_entries(const float* w, std::size_t, const std::uint32_t* rows, std::size_t count,
                              const std::uint32_t* starts, const std::uint16_t* entries, void* out) {
    auto* hist = static_cast<double*>(out);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t index = rows ? rows[i] : i;
        for (std::uint32_t e = starts[index]; e < starts[index + 1]; ++e)
            hist[entries[e]] += static_cast<double>(w[index]);
    }
}

inline void subtract(void* a, const void* b, std::size_t bins) {
    for (std::size_t i = 0; i < bins; ++i)
        static_cast<double*>(a)[i] -= static_cast<const double*>(b)[i];
}

inline void add(void* a, const void* b, std::size_t bins) {
    for (std::size_t i = 0; i < bins; ++i)
        static_cast<double*>(a)[i] += static_cast<const double*>(b)[i];
}

inline ThresholdScore best_threshold(const void* in, std::uint32_t bins, std::uint32_t pivot,
                                     const double* total, float) {
    const auto* hist = static_cast<const double*>(in);
    ThresholdScore left, right;
    double balance = total[0];
    for (std::uint32_t t = 1; t <= pivot; ++t) {
        balance -= 2 * hist[t - 1];
        const double edge = __builtin_fabs(balance);
        if (edge > left.edge) left = {edge, t};
    }
    balance = total[0];
    for (std::uint32_t t = bins - 1; t > pivot; --t) {
        balance -= 2 * hist[t];
        const double edge = __builtin_fabs(balance);
        if (edge >= right.edge) right = {edge, t};
    }
    return right.edge > left.edge ? right : left;
}

inline void add_edges(const void* in, std::uint32_t bins, std::uint32_t pivot, const double* total,
                      double* edges) {
    const auto* hist = static_cast<const double*>(in);
    double balance = total[0];
    for (std::uint32_t t = 1; t <= pivot; ++t) {
        balance -= 2 * hist[t - 1];
        edges[t] += __builtin_fabs(balance);
    }
    balance = total[0];
    for (std::uint32_t t = bins - 1; t > pivot; --t) {
        balance -= 2 * hist[t];
        edges[t] += __builtin_fabs(balance);
    }
}

template <class Index>
ThresholdScore scan_sorted(const float* w, std::size_t, SortedRows<Index> list, const double* total, float) {
    const auto code = [&list](std::size_t e) { return code_of(list.codes, list.rows[e]); };
    ThresholdScore left, right;
    double balance = total[0];
    for (std::size_t e = 0; e < list.left; ++e) {
        balance -= 2 * static_cast<double>(w[list.rows[e]]);
        const double edge = __builtin_fabs(balance);
        if (edge > left.edge && (e + 1 == list.left || code(e) != code(e + 1))) left = {edge, code(e) + 1};
    }
    balance = total[0];
    for (std::size_t e = list.count; e > list.left; --e) {
        balance -= 2 * static_cast<double>(w[list.rows[e - 1]]);
        const double edge = __builtin_fabs(balance);
        if (edge >= right.edge && (e - 1 == list.left || code(e - 1) != code(e - 2)))
            right = {edge, code(e - 1)};
    }
    return right.edge > left.edge ? right : left;
}

/// The signs of a register of rows, looked up first so that the rest can use SIMD vectors.
REBOOST_INLINE IR row_signs(const std::uint16_t* cells, const std::uint32_t* signs) {
    std::uint32_t values[kRegisterLanes];
    for (int lane = 0; lane < kRegisterLanes; ++lane)
        values[lane] = signs[cells[lane]];
    IR result;
    __builtin_memcpy(&result, values, sizeof result);
    return result;
}

REBOOST_INLINE FR load_rows(const float* w) {
    return load_vector<FR>(w);
}

/// A double sum of floats in sixteen partial sums, added in a fixed shape.
struct RowSum {
    D4 chains[4] = {};
    double rest = 0;

    __attribute__((always_inline)) void add(const float* sixteen) {
        for (int k = 0; k < 4; ++k) {
            chains[k] += __builtin_convertvector(load_vector<F4>(sixteen + 4 * k), D4);
        }
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

inline void signed_sums(const float* w, std::size_t, std::size_t rows, const std::uint16_t* cells,
                        const std::uint32_t* signs, double* sums) {
    RowSum sum;
    std::size_t i = 0;
    for (; i + 16 <= rows; i += 16) {
        float signed_rows[16];
        for (std::size_t k = 0; k < 16; k += kRegisterLanes) {
            const FR row = (FR)((IR)load_rows(w + i + k) ^ row_signs(cells + i + k, signs));
            store_vector(signed_rows + k, row);
        }
        sum.add(signed_rows);
    }
    for (; i < rows; ++i)
        sum.rest += static_cast<double>(flip_one(w[i], signs[cells[i]]));
    sums[0] = sum.total();
}

inline void signed_copy(const float* w, std::size_t stride, std::size_t rows, const std::uint16_t* cells,
                        const std::uint32_t* signs, float* copy, double* sums) {
    for (std::size_t i = 0; i < rows; ++i)
        copy[i] = flip_one(w[i], signs[cells[i]]);
    signed_sums(w, stride, rows, cells, signs, sums);
}

inline void row_sums(const float* w, std::size_t, const std::uint32_t* rows, std::size_t count,
                     double* sums) {
    sums[0] = 0;
    for (std::size_t e = 0; e < count; ++e)
        sums[0] += static_cast<double>(w[rows[e]]);
}

inline void update(float* w, std::size_t, std::size_t rows, const std::uint16_t* cells,
                   const std::uint32_t* signs, const WeightFactors& by, FadingBlocks, double* sums,
                   double* masses) {
    RowSum sum, mass;
    const VectorFactors<FR, IR> factors = vector_factors<FR, IR>(LaneMask<IR>{}, by);
    std::size_t i = 0;
    for (; i + 16 <= rows; i += 16) {
        float magnitudes[16];
        for (std::size_t k = 0; k < 16; k += kRegisterLanes) {
            const FR row = load_rows(w + i + k);
            const LaneMask<IR> opposed = negative_lanes((IR)row ^ row_signs(cells + i + k, signs));
            const FR updated = product_with_fading<FadingCase::deep>(row, opposed, factors);
            const IR magnitude = (IR)updated & kMagnitudeBits;
            store_vector(w + i + k, updated);
            store_vector(magnitudes + k, magnitude);
        }
        sum.add(w + i);
        mass.add(magnitudes);
    }
    for (; i < rows; ++i) {
        const F4 one = {w[i], w[i], w[i], w[i]};  // an addition would flush it
        const bool opposed = __builtin_signbit(flip_one(w[i], signs[cells[i]])) != 0;
        w[i] = product_with_fading<FadingCase::deep>(one, opposed ? ~I4{} : I4{},
                                                     vector_factors<F4, I4>(I4{}, by))[0];
        sum.rest += static_cast<double>(w[i]);
        mass.rest += static_cast<double>(__builtin_fabsf(w[i]));
    }
    sums[0] = sum.total();
    masses[0] = mass.total();
}

constexpr Kernels kTable = {1,
                            histogram<std::uint8_t>,
                            histogram<std::uint16_t>,
                            histogram<std::uint32_t>,
                            histogram8x4,
                            histogram_list,
                            histogram_rows<std::uint8_t>,
                            histogram_rows<std::uint16_t>,
                            histogram_rows<std::uint32_t>,
                            histogram_rows8x4,
                            histogram_entries,
                            subtract,
                            add,
                            best_threshold,
                            add_edges,
                            scan_sorted<std::uint16_t>,
                            scan_sorted<std::uint32_t>,
                            signed_sums,
                            signed_copy,
                            row_sums,
                            update};

}  // namespace scalar

}  // namespace reboost::learners::REBOOST_ISA
