#include "learners/mh/sparse_rows.hpp"

#include <algorithm>
#include <limits>

namespace reboost::learners {
namespace {

const std::vector<std::uint8_t>& codes_of(const ScanColumns& columns, std::uint32_t feature) {
    return std::get<std::vector<std::uint8_t>>(columns.codes().columns[feature].codes);
}

void fill(const ScanColumns& columns, std::span<const std::uint32_t> features,
          std::span<const std::size_t> offsets, SparseBlock& block) {
    const std::size_t n = columns.rows();
    block.starts.assign(n + 1, 0);
    for (std::size_t c = block.first; c < block.last; ++c) {
        const std::vector<std::uint8_t>& codes = codes_of(columns, features[c]);
        for (std::size_t i = 0; i < n; ++i)
            block.starts[i + 1] += codes[i] != columns[features[c]].pivot;
    }
    for (std::size_t i = 0; i < n; ++i)
        block.starts[i + 1] += block.starts[i];
    block.entries.resize(block.starts[n]);
    std::vector<std::uint32_t> next(block.starts.begin(), block.starts.end() - 1);
    for (std::size_t c = block.first; c < block.last; ++c) {
        const std::vector<std::uint8_t>& codes = codes_of(columns, features[c]);
        const std::size_t base = offsets[c] - offsets[block.first];
        for (std::size_t i = 0; i < n; ++i)
            if (codes[i] != columns[features[c]].pivot)
                block.entries[next[i]++] = static_cast<std::uint16_t>(base + codes[i]);
    }
}

}  // namespace

std::vector<SparseBlock> sparse_blocks(const ScanColumns& columns, std::span<const std::uint32_t> features,
                                       std::span<const std::size_t> offsets, std::size_t max_accumulators) {
    const std::size_t limit =
        std::min<std::size_t>(max_accumulators, std::numeric_limits<std::uint16_t>::max());
    std::vector<SparseBlock> blocks;
    for (std::size_t first = 0; first < features.size();) {
        std::size_t last = first + 1;
        while (last < features.size() && offsets[last + 1] - offsets[first] <= limit)
            ++last;
        blocks.push_back({first, last, {}, {}});
        fill(columns, features, offsets, blocks.back());
        first = last;
    }
    return blocks;
}

}  // namespace reboost::learners
