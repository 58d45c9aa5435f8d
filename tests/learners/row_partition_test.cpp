#include "learners/kernels/row_partition.hpp"

#include "core/rng.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

constexpr std::size_t kColumnRows = 500;

template <class Code>
data::BinnedColumn random_column(Rng& rng) {
    std::vector<Code> codes(kColumnRows);
    for (Code& code : codes)  // the whole width of the type: a fetch takes neighbours' bytes along
        code = static_cast<Code>(rng.uniform() * std::numeric_limits<Code>::max());
    data::BinnedColumn column;
    column.codes = std::move(codes);
    return column;
}

/// `count` of the column's rows, ascending, its last one among them.
std::vector<std::uint32_t> some_rows(std::size_t count) {
    std::vector<std::uint32_t> rows(count);
    for (std::size_t i = 0; i < count; ++i)
        rows[i] = static_cast<std::uint32_t>(kColumnRows - 1 - (count - 1 - i) * kColumnRows / count);
    return rows;
}

template <class Code>
void check_partition(std::uint64_t seed) {
    Rng rng(seed, "row partition");
    for (const std::size_t count : {1, 15, 16, 17, 31, 33, 160, 499, 500}) {
        const data::BinnedColumn column = random_column<Code>(rng);
        const auto& codes = std::get<std::vector<Code>>(column.codes);
        const std::vector<std::uint32_t> before = some_rows(count);
        for (const double share : {0.0, 0.3, 0.9, 1.0}) {
            const auto threshold = static_cast<std::uint32_t>(share * std::numeric_limits<Code>::max());
            std::vector<std::uint32_t> rows = before, expected = before, scratch(count);
            const auto middle = std::stable_partition(
                expected.begin(), expected.end(), [&](std::uint32_t row) { return codes[row] < threshold; });
            INFO(count << " rows, threshold " << threshold);
            REQUIRE(partition_rows(column, threshold, rows, scratch) ==
                    static_cast<std::size_t>(middle - expected.begin()));
            REQUIRE(rows == expected);
        }
    }
}

template <class Index>
void check_sides(std::size_t count, std::size_t first) {
    Rng rng(count, "side partition");
    std::vector<Index> rows(count);
    std::iota(rows.begin(), rows.end(), Index{0});
    std::shuffle(rows.begin(), rows.end(), std::mt19937(7));  // they stand by code, not by number
    std::vector<std::uint8_t> side(count, 1);
    for (std::size_t i = 0; i < count; ++i)
        side[i] = rng.uniform() < 0.4 ? 1 : 0;
    std::vector<Index> expected(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(first)), high;
    for (std::size_t i = first; i < count; ++i)
        (side[rows[i]] != 0 ? high : expected).push_back(rows[i]);
    const std::size_t low_count = expected.size() - first;
    std::vector<Index> spare(count);
    const RowLists lists{rows.data(), rows.data() + first, spare.data()};
    PartitionCounts counts{first, 0, 0};
    const auto by_side = simd::kernels<PartitionKernels>().by_side[sizeof(Index) == 2 ? 0 : 1];
    by_side(lists, first + (count - first) / 2, side.data(), counts);
    by_side(lists, count, side.data(), counts);
    REQUIRE(counts.read == count);
    REQUIRE(counts.low == low_count);
    REQUIRE(counts.high == high.size());
    CHECK(std::equal(expected.begin(), expected.end(), rows.begin()));
    CHECK(std::equal(high.begin(), high.end(), spare.begin()));
}

}  // namespace

TEST_CASE("Rows are partitioned by code, stable, whatever the width of the codes", "[learners]") {
    check_partition<std::uint8_t>(1);
    check_partition<std::uint16_t>(2);
    check_partition<std::uint32_t>(3);
}

TEST_CASE("Rows are partitioned by their side, in place and in two parts", "[learners]") {
    for (const std::size_t count : {1, 2, 16, 33, 100, 480})
        for (const std::size_t first : {std::size_t{0}, count / 3}) {
            check_sides<std::uint16_t>(count, first);
            check_sides<std::uint32_t>(count, first);
        }
}
