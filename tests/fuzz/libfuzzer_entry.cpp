/// The entry point that libFuzzer calls; REBOOST_FUZZ_TARGET is set for each fuzzer's program.
#ifdef REBOOST_FUZZ_TARGET
#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    reboost::fuzz::REBOOST_FUZZ_TARGET({bytes, count});
    return 0;
}
#endif
