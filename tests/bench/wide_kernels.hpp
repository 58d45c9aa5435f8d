#pragma once
/// The simplest loops over whole vectors, for the instruction set of this machine: what the program's own
/// kernels are measured against. They share nothing with src/, so that they stay the same when the program
/// gets faster.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace reboost::bench {

struct WideKernels {
    float (*read_all)(const float* values, std::size_t count);
    void (*read_and_write_all)(float* values, std::size_t count, float factor);
    void (*list_histogram)(const float* w, const std::uint16_t* rows, const std::uint8_t* codes,
                           std::size_t count, float* hist);
    float (*list_sum)(const float* w, const std::uint16_t* rows, std::size_t count);
    float (*best_edge)(const float* hist, std::size_t bins, const float* totals);
};

/// AVX-512, AVX2 or what the compiler flags say, by what the CPU has.
const WideKernels& wide_kernels();
std::string_view wide_kernels_name();

}  // namespace reboost::bench
