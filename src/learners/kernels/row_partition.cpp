#include "learners/kernels/row_partition.hpp"

#include "simd/isa.hpp"

#include <algorithm>
#include <variant>

namespace reboost::learners {

namespace {

PartitionCounts by_code(const std::vector<std::uint8_t>& codes, std::uint32_t threshold,
                        std::span<std::uint32_t> rows, std::uint32_t* scratch) {
    return simd::kernels<PartitionKernels>().by_code8(codes.data(), threshold, rows, scratch);
}
PartitionCounts by_code(const std::vector<std::uint16_t>& codes, std::uint32_t threshold,
                        std::span<std::uint32_t> rows, std::uint32_t* scratch) {
    return simd::kernels<PartitionKernels>().by_code16(codes.data(), threshold, rows, scratch);
}
PartitionCounts by_code(const std::vector<std::uint32_t>& codes, std::uint32_t threshold,
                        std::span<std::uint32_t> rows, std::uint32_t* scratch) {
    return simd::kernels<PartitionKernels>().by_code32(codes.data(), threshold, rows, scratch);
}

}  // namespace

std::size_t partition_rows(const data::BinnedColumn& column, std::uint32_t threshold,
                           std::span<std::uint32_t> rows, std::span<std::uint32_t> scratch) {
    const PartitionCounts counts = std::visit(
        [&](const auto& codes) { return by_code(codes, threshold, rows, scratch.data()); }, column.codes);
    std::copy_n(scratch.begin(), counts.high, rows.begin() + static_cast<std::ptrdiff_t>(counts.low));
    return counts.low;
}

void partition_by_side(const RowLists<std::uint16_t>& lists, std::size_t end, const std::uint8_t* side,
                       PartitionCounts& counts) {
    simd::kernels<PartitionKernels>().by_side16(lists, end, side, counts);
}
void partition_by_side(const RowLists<std::uint32_t>& lists, std::size_t end, const std::uint8_t* side,
                       PartitionCounts& counts) {
    simd::kernels<PartitionKernels>().by_side32(lists, end, side, counts);
}

}  // namespace reboost::learners
