#pragma once
/// The choice of an instruction set, made once at run time. Results are the same bits on all.
///
/// A family of kernels is a table of functions, declared with one member per set:
///
///     struct SomeKernels {
///         void (*do_this)(const double* values, std::size_t count);
///         static const SomeKernels portable, avx2, avx512;
///     };
///
/// One source, some_kernels.isa.cpp, defines them: it is compiled once per set, with the set's flags and its
/// name as REBOOST_ISA (cmake/InstructionSets.cmake), and says `const SomeKernels SomeKernels::REBOOST_ISA =
/// {do_this};`. Everything else in it stands in `namespace …::REBOOST_ISA`.

namespace reboost::simd {

enum class Isa { portable, avx2, avx512 };

/// The best instruction set of this machine; REBOOST_ISA=portable|avx2|avx512 in the environment lowers it
/// (for tests).
Isa best_isa();

template <class Kernels>
const Kernels& kernels(Isa isa = best_isa()) {
    return isa == Isa::avx512 ? Kernels::avx512 : isa == Isa::avx2 ? Kernels::avx2 : Kernels::portable;
}

}  // namespace reboost::simd
