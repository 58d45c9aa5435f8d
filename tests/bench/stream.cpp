#include "bench/results.hpp"
#include "bench/statistics.hpp"
#include "bench/wide_kernels.hpp"
#include "core/error.hpp"
#include "core/matrix.hpp"

#include <algorithm>

namespace reboost::bench {
namespace {

constexpr int kRepetitions = 7;
/// Bytes that one repetition moves at least, so that the clock's resolution does not count.
constexpr std::uint64_t kBytesPerRepetition = std::uint64_t{512} << 20;

StreamLevel measure_level(const std::string& name, std::uint64_t bytes) {
    const std::size_t count = bytes / sizeof(float) / 128 * 128;
    AlignedVector<float> values(count, 1.0F);
    const auto passes = std::max<std::uint64_t>(1, kBytesPerRepetition / bytes);
    const double moved = static_cast<double>(count * sizeof(float) * passes);
    const WideKernels& kernels = wide_kernels();
    std::vector<double> reads, writes;
    volatile float sink = 0;
    for (int repetition = 0; repetition < kRepetitions; ++repetition) {
        const Timer read_timer;
        for (std::uint64_t pass = 0; pass < passes; ++pass)
            sink = sink + kernels.read_all(values.data(), count);
        reads.push_back(moved / read_timer.cpu_seconds());
        const Timer write_timer;
        for (std::uint64_t pass = 0; pass < passes; ++pass)
            kernels.read_and_write_all(values.data(), count, 1.0F);
        writes.push_back(2 * moved / write_timer.cpu_seconds());
    }
    return {name, count * sizeof(float), *std::max_element(reads.begin(), reads.end()),
            *std::max_element(writes.begin(), writes.end()), median(reads)};
}

}  // namespace

std::vector<StreamLevel> measure_streams(const Machine& machine) {
    const std::uint64_t l1 = machine.l1_bytes > 0 ? machine.l1_bytes : 32U << 10;
    const std::uint64_t l2 = machine.l2_bytes > 0 ? machine.l2_bytes : 1U << 20;
    const std::uint64_t memory = std::clamp<std::uint64_t>(8 * machine.l3_bytes, 256U << 20, 1U << 30);
    return {measure_level("L1", l1 / 2), measure_level("L2", l2 / 2), measure_level("memory", memory)};
}

const StreamLevel& stream_level(const std::vector<StreamLevel>& levels, const std::string& name) {
    for (const StreamLevel& level : levels)
        if (level.name == name) return level;
    throw Error("no stream was measured at level '" + name + "'");
}

}  // namespace reboost::bench
