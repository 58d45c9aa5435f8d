#pragma once
/// Filling, adding and subtracting histograms for W > 1. For *.isa.cpp only.
#include "learners/mh/kernels/kernel_table.hpp"
#include "simd/float_vectors.hpp"

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

template <int W, class Code>
void histogram(const float* w, std::size_t stride, const Code* codes, std::size_t begin, std::size_t end,
               void* out) {
    auto* hist = static_cast<float*>(out);
    for (std::size_t i = begin; i < end; ++i) {
        float* bin = hist + static_cast<std::size_t>(codes[i]) * W;
        Row<W> sum = load<W>(bin);
        add_to<W>(sum, load<W>(w + i * stride));
        store<W>(bin, sum);
    }
}

/// Four columns of byte codes with their histograms: a row of weights is loaded once for all of them.
template <int W>
struct FourColumns {
    const std::uint8_t *c0, *c1, *c2, *c3;
    float *h0, *h1, *h2, *h3;

    FourColumns(const std::uint8_t* const codes[4], void* const out[4])
        : c0(codes[0]),
          c1(codes[1]),
          c2(codes[2]),
          c3(codes[3]),
          h0(static_cast<float*>(out[0])),
          h1(static_cast<float*>(out[1])),
          h2(static_cast<float*>(out[2])),
          h3(static_cast<float*>(out[3])) {}

    __attribute__((always_inline)) void add(const float* w, std::size_t stride, std::size_t i) const {
        const Row<W> row = load<W>(w + i * stride);
        float* const bins[4] = {h0 + std::size_t{c0[i]} * W, h1 + std::size_t{c1[i]} * W,
                                h2 + std::size_t{c2[i]} * W, h3 + std::size_t{c3[i]} * W};
        for (float* bin : bins) {
            Row<W> sum = load<W>(bin);
            add_to<W>(sum, row);
            store<W>(bin, sum);
        }
    }
};

template <int W>
void histogram8x4(const float* w, std::size_t stride, const std::uint8_t* const codes[4], std::size_t begin,
                  std::size_t end, void* const out[4]) {
    const FourColumns<W> columns(codes, out);
    for (std::size_t i = begin; i < end; ++i)
        columns.add(w, stride, i);
}

template <int W>
void histogram_list(const float* w, std::size_t stride, const std::uint16_t* rows, const BinGroup* groups,
                    std::size_t count, void* out, const void* next, std::size_t next_bytes) {
    constexpr std::size_t kLine = 64;
    auto* hist = static_cast<float*>(out);
    const char* fetch = static_cast<const char*>(next);
    const char* const fetch_end = fetch + next_bytes;
    for (const BinGroup* group = groups; group < groups + count; ++group) {
        if (fetch < fetch_end) {
            __builtin_prefetch(fetch, 1);
            fetch += kLine;
        }
        float* bin = hist + std::size_t{group->bin} * W;
        Row<W> sum = load<W>(bin);
        for (const std::uint16_t* const end = rows + group->rows; rows < end; ++rows)
            add_to<W>(sum, load<W>(w + std::size_t{*rows} * stride));
        store<W>(bin, sum);
    }
}

template <int W, class Code>
void histogram_rows(const float* w, std::size_t stride, const Code* codes, const std::uint32_t* rows,
                    std::size_t count, void* out) {
    auto* hist = static_cast<float*>(out);
    for (std::size_t e = 0; e < count; ++e) {
        const std::size_t i = rows[e];
        float* bin = hist + static_cast<std::size_t>(codes[i]) * W;
        Row<W> sum = load<W>(bin);
        add_to<W>(sum, load<W>(w + i * stride));
        store<W>(bin, sum);
    }
}

template <int W>
void histogram_rows8x4(const float* w, std::size_t stride, const std::uint8_t* const codes[4],
                       const std::uint32_t* rows, std::size_t count, void* const out[4]) {
    const FourColumns<W> columns(codes, out);
    for (std::size_t e = 0; e < count; ++e)
        columns.add(w, stride, rows[e]);
}

template <int W>
void histogram_entries(const float* w, std::size_t stride, const std::uint32_t* rows, std::size_t count,
                       const std::uint32_t* starts, const std::uint16_t* entries, void* out) {
    auto* hist = static_cast<float*>(out);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t index = rows ? rows[i] : i;
        const Row<W> row = load<W>(w + index * stride);
        for (std::uint32_t e = starts[index]; e < starts[index + 1]; ++e) {
            float* bin = hist + std::size_t{entries[e]} * W;
            Row<W> sum = load<W>(bin);
            add_to<W>(sum, row);
            store<W>(bin, sum);
        }
    }
}

template <int W>
void subtract(void* a, const void* b, std::size_t bins) {
    auto* x = static_cast<float*>(a);
    const auto* y = static_cast<const float*>(b);
    for (std::size_t i = 0; i < bins * W; ++i)
        x[i] -= y[i];
}

template <int W>
void add(void* a, const void* b, std::size_t bins) {
    auto* x = static_cast<float*>(a);
    const auto* y = static_cast<const float*>(b);
    for (std::size_t i = 0; i < bins * W; ++i)
        x[i] += y[i];
}

}  // namespace reboost::learners::REBOOST_ISA
