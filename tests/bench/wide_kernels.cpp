#include "bench/wide_kernels.hpp"

namespace reboost::bench {
namespace {

namespace portable {
#include "bench/wide_bodies.hpp"
}  // namespace portable

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define REBOOST_BENCH_X86
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include "bench/wide_bodies.hpp"
}  // namespace avx2
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")
namespace avx512 {
#include "bench/wide_bodies.hpp"
}  // namespace avx512
#pragma GCC pop_options
#endif

struct Choice {
    const WideKernels& kernels;
    std::string_view name;
};

Choice choose() {
#ifdef REBOOST_BENCH_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return {avx512::kTable, "avx512"};
    if (__builtin_cpu_supports("avx2")) return {avx2::kTable, "avx2"};
#endif
    return {portable::kTable, "portable"};
}

}  // namespace

const WideKernels& wide_kernels() {
    return choose().kernels;
}

std::string_view wide_kernels_name() {
    return choose().name;
}

}  // namespace reboost::bench
