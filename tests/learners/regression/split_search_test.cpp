#include "learners/regression/kernels/split_search.hpp"

#include "core/rng.hpp"
#include "learners/regression/kernels/root_histograms.hpp"

#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

constexpr int kCountShift = 40;

/// Columns of 2 to 301 bins, half of their rows in one bin; their sums fill two blocks.
data::BinnedMatrix wide_matrix(std::size_t rows, Rng& rng) {
    data::BinnedMatrix matrix;
    matrix.rows = rows;
    for (std::uint32_t j = 0; j < 450; ++j) {
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

Node node_of(const HistogramLayout& layout, std::vector<std::uint32_t> rows,
             const std::vector<GradientHessian>& gradients, double least) {
    Node node{std::move(rows), AlignedVector<std::uint64_t>(2 * layout.slots()), {}};
    add_rows(layout, node.rows, gradients, std::span(node.sums));
    GradientHessian total;
    for (const std::uint32_t row : node.rows)
        total += gradients[row];
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

/// The best cut by one plain pass over each segment.
BestCut plain_search(const HistogramLayout& layout, HistogramSums sums, const NodeSums& node) {
    const double ratio = node.gradient / node.weight;
    BestCut best;
    for (std::size_t s = 0; s < layout.segments().size(); ++s) {
        const HistogramSegment& segment = layout.segments()[s];
        const HistogramGroup& group = layout.groups()[s / kSegmentLanes];
        GradientHessian left;
        for (std::uint32_t p = 0; segment.feature >= 0 && p < segment.length; ++p) {
            left += sum_at(sums, group.begin + kSegmentLanes * p + s % kSegmentLanes);
            const auto weight =
                static_cast<double>(left.weight & ((std::uint64_t{1} << node.count_shift) - 1));
            const auto rows = static_cast<double>(left.weight >> static_cast<unsigned>(node.count_shift));
            if (rows < node.least || node.rows - rows < node.least) continue;
            const double d = static_cast<double>(left.gradient) - ratio * weight;
            const double score =
                static_cast<double>(static_cast<float>(d * d / (weight * (node.weight - weight))));
            const auto later = [&] {
                if (segment.feature != best.feature) return segment.feature > best.feature;
                return best.upper && !segment.upper;  // positions come in their order
            };
            if (score > best.score || (score > 0 && score == best.score && later()))
                best = {score, segment.feature, segment.upper, p};
        }
    }
    return best;
}

bool all_zero(const AlignedVector<std::uint64_t>& sums) {
    return std::all_of(sums.begin(), sums.end(), [](std::uint64_t v) { return v == 0; });
}

}  // namespace

TEST_CASE("a search block by block finds what a search of whole histograms finds, and leaves zeros") {
    Rng rng(5);
    const std::size_t rows = 600;
    const data::BinnedMatrix matrix = wide_matrix(rows, rng);
    const HistogramLayout layout(matrix);
    REQUIRE(layout.blocks().size() == 2);
    std::vector<GradientHessian> gradients(rows);
    std::vector<std::uint32_t> all, light, heavy;
    for (std::uint32_t i = 0; i < rows; ++i) {
        gradients[i] = {static_cast<std::int64_t>(rng.below(2000)) - 1000,
                        1 + rng.below(500) + (std::uint64_t{1} << kCountShift)};
        all.push_back(i);
        (rng.below(4) == 0 ? light : heavy).push_back(i);
    }
    const auto least = GENERATE(1.0, 10.0);
    Node parent = node_of(layout, all, gradients, least), less = node_of(layout, light, gradients, least),
         more = node_of(layout, heavy, gradients, least);
    const BestCut expected_light = search_cuts(layout, less.sums, less.total);
    const BestCut expected_heavy = search_cuts(layout, more.sums, more.total);
    REQUIRE(expected_light.feature >= 0);
    AlignedVector<std::uint64_t> block(2 * layout.largest_block());

    SECTION("from a node's rows") {
        const RowSearchResult found = search_rows(layout, light, gradients, less.total, block);
        check_equal(found.best, expected_light);
        CHECK(found.used == layout.entries(light));
        CHECK(all_zero(block));
    }
    SECTION("of both children of a split, wherever the lighter one's sums come from and go to") {
        const auto light_sums = GENERATE(LightSums::filled, LightSums::kept, LightSums::dropped);
        AlignedVector<std::uint64_t> remaining = parent.sums, own(2 * layout.slots(), 77);
        if (light_sums == LightSums::filled) own = less.sums;
        const HistogramSums given = light_sums == LightSums::dropped ? HistogramSums() : HistogramSums(own);
        const SplitResult found = split_and_search(
            layout, {light, gradients, remaining, given, light_sums, block, more.total, less.total});
        check_equal(found.light, expected_light);
        check_equal(found.heavy, expected_heavy);
        CHECK(found.used == (light_sums == LightSums::filled ? 0 : layout.entries(light)));
        CHECK(remaining == more.sums);
        if (light_sums != LightSums::dropped) CHECK(own == less.sums);
        CHECK(all_zero(block));
    }
}

TEST_CASE("no cut is skipped, however far apart weights and gradients are") {
    Rng rng(7);
    const std::size_t rows = 500;
    const data::BinnedMatrix matrix = wide_matrix(rows, rng);
    const HistogramLayout layout(matrix);
    for (const int reach : {0, 10, 20, 30}) {  // weights and gradients over 2^reach
        for (const std::int64_t slant : {std::int64_t{0}, std::int64_t{1} << 30}) {
            std::vector<GradientHessian> gradients(rows);
            std::vector<std::uint32_t> all(rows);
            std::iota(all.begin(), all.end(), 0U);
            for (GradientHessian& pair : gradients) {
                const std::uint64_t bits = 1 + rng.below(static_cast<std::uint64_t>(reach) + 1);
                const auto size = static_cast<std::int64_t>(rng.below(std::uint64_t{1} << bits));
                // With a slant nearly all of a gradient is its weight's share: cuts gain next to nothing.
                const std::uint64_t weight = 1 + rng.below(std::uint64_t{1} << bits);
                pair = {(rng.below(2) == 0 ? size : -size) + slant * static_cast<std::int64_t>(weight >> 20U),
                        weight + (std::uint64_t{1} << kCountShift)};
            }
            for (const double least : {1.0, 10.0}) {
                const Node node = node_of(layout, all, gradients, least);
                AlignedVector<std::uint64_t> sums = node.sums;
                const BestCut expected = plain_search(layout, sums, node.total);
                REQUIRE(expected.feature >= 0);
                check_equal(search_cuts(layout, sums, node.total), expected);
            }
        }
    }
}

TEST_CASE("sums of joined gradients are those of two words, and so are the cuts") {
    Rng rng(6);
    const std::size_t rows = 600;
    const data::BinnedMatrix matrix = wide_matrix(rows, rng);
    const HistogramLayout layout(matrix);
    const RowFormat format{10, 0, true};
    std::vector<GradientHessian> gradients(rows);
    GradientStore joined;
    joined.reset(rows, format);
    std::vector<std::uint32_t> all, light;
    for (std::uint32_t i = 0; i < rows; ++i) {
        const auto gradient =
            static_cast<std::int64_t>(rng.below(std::uint64_t{1} << 42U)) - (std::int64_t{1} << 41U);
        gradients[i] = {gradient, 1};
        joined.words[i] = static_cast<std::uint64_t>(gradient) << 10U | 1U;
        all.push_back(i);
        if (rng.below(4) == 0) light.push_back(i);
        CHECK(RowGradients(joined)[i] == gradients[i]);
    }
    const auto sums_of = [&](const std::vector<std::uint32_t>& of, const RowGradients& from) {
        AlignedVector<std::uint64_t> sums(from.format().sum_words() * layout.slots());
        add_rows(layout, of, from, std::span(sums));
        return sums;
    };
    const auto node_sums = [&](const std::vector<std::uint32_t>& of, const RowFormat& in) {
        GradientHessian total;
        for (const std::uint32_t row : of)
            total += gradients[row];
        return NodeSums{static_cast<double>(total.gradient),
                        static_cast<double>(total.weight),
                        static_cast<double>(of.size()),
                        0,
                        10,
                        in.weight_bits};
    };
    const auto check_sums = [&](const std::vector<std::uint32_t>& of, auto found) {
        AlignedVector<std::uint64_t> expected = sums_of(of, gradients);
        bool equal = found.size() >= layout.slots();
        for (std::size_t slot = 0; equal && slot < layout.slots(); ++slot)
            equal = sum_at(found, slot, format) == sum_at(expected, slot);
        CHECK(equal);
    };
    check_sums(all, sums_of(all, joined));

    SECTION("of a node and of the children of a split") {
        AlignedVector<std::uint64_t> expected_sums = sums_of(light, gradients), parent = sums_of(all, joined),
                                     own(layout.slots(), 77), block(layout.largest_block());
        std::vector<std::uint32_t> heavy;
        std::set_difference(all.begin(), all.end(), light.begin(), light.end(), std::back_inserter(heavy));
        const BestCut expected = search_cuts(layout, expected_sums, node_sums(light, {}));
        REQUIRE(expected.feature >= 0);
        check_equal(search_rows(layout, light, joined, node_sums(light, format), block).best, expected);
        const SplitResult found =
            split_and_search(layout, {light, joined, parent, own, LightSums::kept, block,
                                      node_sums(heavy, format), node_sums(light, format)});
        check_equal(found.light, expected);
        AlignedVector<std::uint64_t> rest = sums_of(heavy, gradients);
        check_equal(found.heavy, search_cuts(layout, rest, node_sums(heavy, {})));
        check_sums(light, own);
        check_sums(heavy, parent);
        CHECK(all_zero(block));
        subtract_rows(layout, heavy, joined, parent);
        CHECK(all_zero(parent));
    }
    SECTION("of roots") {
        std::array<TreeRoot, 3> roots;
        std::vector<TreeRoot*> asked;
        for (TreeRoot& root : roots) {
            root.gradients = joined;
            root.sums.assign(2 * layout.slots(), 77);  // of a tree of another format
            asked.push_back(&root);
        }
        RootScratch scratch;
        fill_roots(layout, RootEntries(matrix, layout), light, asked, scratch);
        for (const TreeRoot& root : roots)
            check_sums(light, root.sums);
    }
}
