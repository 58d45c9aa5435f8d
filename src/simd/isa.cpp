#include "simd/isa.hpp"

#include <cstdlib>
#include <string_view>

namespace reboost::simd {
namespace {

Isa detect() {
    const char* wish = std::getenv("REBOOST_ISA");
    const std::string_view most = wish ? wish : "avx512";
    if (most == "avx512" && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return Isa::avx512;
    if (most != "portable" && __builtin_cpu_supports("avx2")) return Isa::avx2;
    return Isa::portable;
}

}  // namespace

Isa best_isa() {
    static const Isa isa = detect();
    return isa;
}

}  // namespace reboost::simd
