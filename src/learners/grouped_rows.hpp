#pragma once
/// Rows grouped by bin, so that a sum over a bin stays in registers.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// The next `rows` rows belong to this bin.
struct BinGroup {
    std::uint16_t bin, rows;
};

/// Rows grouped by bin, in tiles of at most kMaxTileRows rows, so that row numbers fit 16 bits.
struct GroupedRows {
    static constexpr std::size_t kMaxTileRows = 32768;

    /// A position in `rows` and `groups`.
    struct Place {
        std::size_t row, group;
    };

    std::vector<std::uint16_t> rows;  ///< ascending in a group
    std::vector<BinGroup> groups;

    Place end() const { return {rows.size(), groups.size()}; }

    /// Appends the rows of a tile by their codes (each < bins), except the rows in bin `left_out`.
    /// Smallest groups first: then branch prediction of loop ends is better.
    template <class Code>
    void append(std::span<const Code> codes, std::uint32_t bins, std::uint32_t left_out) {
        std::vector<std::uint16_t> count(bins, 0), order;
        for (const Code code : codes)
            if (code != left_out) ++count[code];
        for (std::uint32_t bin = 0; bin < bins; ++bin)
            if (count[bin] > 0) order.push_back(static_cast<std::uint16_t>(bin));
        std::ranges::stable_sort(order, {}, [&](std::uint16_t bin) { return count[bin]; });
        std::vector<std::size_t> next(bins);
        std::size_t end = rows.size();
        for (const std::uint16_t bin : order) {
            groups.push_back({bin, count[bin]});
            next[bin] = end;
            end += count[bin];
        }
        rows.resize(end);
        for (std::size_t i = 0; i < codes.size(); ++i)
            if (codes[i] != left_out) rows[next[codes[i]]++] = static_cast<std::uint16_t>(i);
    }
};

}  // namespace reboost::learners
