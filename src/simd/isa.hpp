#pragma once
/// Chooses an instruction set once at run time. Results have the same bits with all sets.
///
/// A family of kernels is a table of functions, with one static member for each set:
///
///     struct SomeKernels {
///         void (*do_this)(const double* values, std::size_t count);
///         static const SomeKernels portable, avx2, avx512;
///     };
///
/// One source, some_kernels.isa.cpp, defines the tables. It is compiled once for each set, with the set's
/// flags and its name as REBOOST_ISA (cmake/InstructionSets.cmake), and contains `const SomeKernels
/// SomeKernels::REBOOST_ISA = {do_this};`. All else in the source is in `namespace …::REBOOST_ISA`.
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace reboost::simd {

enum class Isa { portable, avx2, avx512 };

/// The best set that the processor has, but none above the one called `most`.
constexpr Isa best_isa(std::string_view most, bool has_avx2, bool has_avx512) {
    if (most == "avx512" && has_avx512) return Isa::avx512;
    return most != "portable" && has_avx2 ? Isa::avx2 : Isa::portable;
}

/// The best instruction set of this machine; REBOOST_ISA=portable|avx2|avx512 lowers it (for tests).
inline Isa best_isa() {
    static const Isa best = [] {
        const char* wish = std::getenv("REBOOST_ISA");
        const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
        return best_isa(wish ? wish : "avx512", __builtin_cpu_supports("avx2"), has_avx512);
    }();
    return best;
}

template <class Kernels>
const Kernels& kernels(Isa isa = best_isa()) {
    return isa == Isa::avx512 ? Kernels::avx512 : isa == Isa::avx2 ? Kernels::avx2 : Kernels::portable;
}

/// Vectors of 16 bytes, which every x86-64 processor has.
using Double2 [[gnu::vector_size(16), gnu::may_alias]] = double;
using Word2 [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;
/// At any element of an array.
using UnalignedWord2 [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(8)]] = std::uint64_t;

}  // namespace reboost::simd
