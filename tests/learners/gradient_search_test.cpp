#include "learners/kernels/gradient_search.hpp"

#include "core/rng.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

constexpr int kCountShift = 40;

/// Columns of 2 to 301 bins, half of their rows in one bin; their sums fill two blocks.
data::BinnedMatrix wide_matrix(std::size_t rows, Rng& rng) {
    data::BinnedMatrix matrix;
    matrix.rows = rows;
    for (std::uint32_t j = 0; j < 250; ++j) {
        data::BinnedColumn column;
        column.bin_count = 2 + j % 4 * 100 + static_cast<std::uint32_t>(rng.below(2));
        column.frequent_bin = static_cast<std::uint32_t>(rng.below(column.bin_count));
        std::vector<std::uint16_t> codes(rows);
        for (std::uint16_t& code : codes)
            code = static_cast<std::uint16_t>(rng.below(2) == 0 ? column.frequent_bin
                                                                : rng.below(column.bin_count));
        column.frequent_rows =
            static_cast<std::uint32_t>(std::count(codes.begin(), codes.end(), column.frequent_bin));
        column.codes = std::move(codes);
        matrix.columns.push_back(std::move(column));
    }
    return matrix;
}

struct Node {
    std::vector<std::uint32_t> rows;
    AlignedVector<std::uint64_t> sums;
    NodeSums total;
};

Node node_of(const GradientLayout& layout, std::vector<std::uint32_t> rows,
             const std::vector<GradientPair>& pairs, double least) {
    Node node{std::move(rows), AlignedVector<std::uint64_t>(2 * layout.slots()), {}};
    add_rows(layout, node.rows, pairs, std::span(node.sums));
    GradientPair total;
    for (const std::uint32_t row : node.rows)
        total += pairs[row];
    node.total = {static_cast<double>(total.gradient),
                  static_cast<double>(total.weight & ((std::uint64_t{1} << kCountShift) - 1)),
                  static_cast<double>(node.rows.size()), kCountShift, least};
    return node;
}

void check_equal(const BestCut& found, const BestCut& expected) {
    CHECK(found.score == expected.score);
    CHECK(found.feature == expected.feature);
    CHECK(found.upper == expected.upper);
    CHECK(found.position == expected.position);
}

bool all_zero(const AlignedVector<std::uint64_t>& sums) {
    return std::all_of(sums.begin(), sums.end(), [](std::uint64_t v) { return v == 0; });
}

}  // namespace

TEST_CASE("a search block by block finds what a search of whole histograms finds, and leaves zeros") {
    Rng rng(5);
    const std::size_t rows = 600;
    const data::BinnedMatrix matrix = wide_matrix(rows, rng);
    const GradientLayout layout(matrix);
    REQUIRE(layout.blocks().size() == 2);
    std::vector<GradientPair> pairs(rows);
    std::vector<std::uint32_t> all, light, heavy;
    for (std::uint32_t i = 0; i < rows; ++i) {
        pairs[i] = {static_cast<std::int64_t>(rng.below(2000)) - 1000,
                    1 + rng.below(500) + (std::uint64_t{1} << kCountShift)};
        all.push_back(i);
        (rng.below(4) == 0 ? light : heavy).push_back(i);
    }
    const auto least = GENERATE(1.0, 10.0);
    Node parent = node_of(layout, all, pairs, least), less = node_of(layout, light, pairs, least),
         more = node_of(layout, heavy, pairs, least);
    const BestCut expected_light = search_cuts(layout, less.sums, less.total);
    const BestCut expected_heavy = search_cuts(layout, more.sums, more.total);
    REQUIRE(expected_light.feature >= 0);
    AlignedVector<std::uint64_t> block(2 * layout.largest_block());

    SECTION("from a node's rows") {
        const RowSearch found = search_rows(layout, light, pairs, less.total, block);
        check_equal(found.best, expected_light);
        CHECK(found.used == layout.entries(light));
        CHECK(all_zero(block));
    }
    SECTION("of both children of a split, wherever the lighter one's sums come from and go to") {
        const auto light_sums = GENERATE(LightSums::filled, LightSums::kept, LightSums::dropped);
        AlignedVector<std::uint64_t> remaining = parent.sums, own(2 * layout.slots(), 77);
        if (light_sums == LightSums::filled) own = less.sums;
        const GradientSums given = light_sums == LightSums::dropped ? GradientSums() : GradientSums(own);
        const SplitResult found = split_and_search(
            layout, {light, pairs, remaining, given, light_sums, block, more.total, less.total});
        check_equal(found.light, expected_light);
        check_equal(found.heavy, expected_heavy);
        CHECK(found.used == (light_sums == LightSums::filled ? 0 : layout.entries(light)));
        CHECK(remaining == more.sums);
        if (light_sums != LightSums::dropped) CHECK(own == less.sums);
        CHECK(all_zero(block));
    }
}
