#include "learners/regression/kernels/histogram.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "learners/mh/tree_problem.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

constexpr std::size_t kManyRows = 400, kMaxSlots = 65536;

data::BinnedMatrix bins_of(const std::vector<std::uint32_t>& bins) {
    Rng rng(8, "gradient layout");
    data::BinnedMatrix matrix;
    matrix.rows = kManyRows;
    for (const std::uint32_t count : bins) {
        std::vector<std::uint16_t> codes(kManyRows);
        for (auto& code : codes)
            code = static_cast<std::uint16_t>(rng.uniform() < 0.5 ? 0 : rng.below(count));
        matrix.columns.push_back(testing::column_of(std::move(codes), count));
    }
    return matrix;
}

/// Blocks follow one another over all groups, none of more slots than 16 bits tell apart.
void check_blocks(const HistogramLayout& layout) {
    std::size_t group = 0, slot = 0;
    for (const HistogramBlock& block : layout.blocks()) {
        CHECK(block.group_begin == group);
        CHECK(block.slot_begin == slot);
        CHECK(block.slot_end - block.slot_begin <= kMaxSlots);
        group = block.group_end;
        slot = block.slot_end;
    }
    CHECK(group == layout.groups().size());
    CHECK(slot == layout.slots());
}

/// Every bin of every column but its frequent one has its rows' sum.
void check_sums(const HistogramLayout& layout, const data::BinnedMatrix& matrix) {
    std::vector<GradientHessian> gradients(kManyRows);
    std::vector<std::uint32_t> rows(kManyRows);
    for (std::uint32_t i = 0; i < kManyRows; ++i) {
        gradients[i] = {static_cast<std::int64_t>(i) - 150, 1 + i * i};
        rows[i] = i;
    }
    AlignedVector<std::uint64_t> sums(2 * layout.slots());
    add_rows(layout, rows, gradients, sums);
    std::size_t wrong = 0;
    for (std::size_t j = 0; j < matrix.features(); ++j) {
        const data::BinnedColumn& column = matrix.columns[j];
        std::vector<GradientHessian> expected(column.bin_count);
        for (std::size_t i = 0; i < kManyRows; ++i)
            expected[column.at(i)] += gradients[i];
        for (std::uint32_t b = 0; b < column.bin_count; ++b)
            wrong += b != column.frequent_bin && sum_at(sums, layout.slot(j, b)) != expected[b];
    }
    CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("blocks of a gradient histogram are of about the same size") {
    std::vector<std::uint32_t> bins;
    for (std::uint32_t j = 0; j < 1000; ++j)
        bins.push_back(2 + j % 256);
    const data::BinnedMatrix matrix = bins_of(bins);
    const HistogramLayout layout(matrix);
    REQUIRE(layout.blocks().size() == 3);
    check_blocks(layout);
    check_sums(layout, matrix);
    const std::size_t even = layout.slots() / 3, group = 256 * kSegmentLanes;
    for (const HistogramBlock& block : layout.blocks()) {
        CHECK(block.slot_end - block.slot_begin > even - group);
        CHECK(block.slot_end - block.slot_begin < even + group);
    }
}

TEST_CASE("a column of as many bins as there may be fills a block of its own") {
    std::vector<std::uint32_t> bins(200, 100);
    bins.push_back(kMaxHistogramBins);
    bins.push_back(kMaxHistogramBins / 2);
    const data::BinnedMatrix matrix = bins_of(bins);
    const HistogramLayout layout(matrix);
    check_blocks(layout);
    check_sums(layout, matrix);
    CHECK_THROWS_AS(HistogramLayout(bins_of({10, kMaxHistogramBins + 1})), UsageError);
}
