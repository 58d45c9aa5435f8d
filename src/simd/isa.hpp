#pragma once
/// Which instruction set kernels are taken for, decided once at run time. Results are the same bits on all.

namespace reboost::learners {

enum class Isa { portable, avx2, avx512 };

/// The best instruction set of this machine; REBOOST_ISA=portable|avx2|avx512 in the environment lowers it
/// (for tests).
Isa best_isa();

}  // namespace reboost::learners
