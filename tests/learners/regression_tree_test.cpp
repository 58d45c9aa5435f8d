#include "core/error.hpp"
#include "core/rng.hpp"
#include "learners/regression_tree_builder.hpp"
#include "learners/regression_tree_histogram_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

struct Problem {
    data::BinnedMatrix matrix;
    std::vector<double> gradient, hessian;
    std::vector<std::uint32_t> rows;
};

data::BinnedColumn column_of(std::vector<std::uint16_t> codes, std::uint32_t bins) {
    data::BinnedColumn column;
    column.bin_count = bins;
    std::vector<std::uint32_t> counts(bins, 0);
    for (const std::uint16_t code : codes)
        ++counts[code];
    const auto most = std::max_element(counts.begin(), counts.end());
    column.frequent_bin = static_cast<std::uint32_t>(most - counts.begin());
    column.frequent_rows = *most;
    if (bins <= 256)
        column.codes = std::vector<std::uint8_t>(codes.begin(), codes.end());
    else
        column.codes = std::move(codes);
    return column;
}

/// Columns of all kinds: sparse with the frequent bin at either end or in the middle, dense, constant,
/// duplicate, many bins.
Problem random_problem(std::size_t n, std::size_t features, std::uint64_t seed) {
    Rng rng(seed, "regression tree");
    Problem problem;
    problem.matrix.rows = n;
    for (std::size_t j = 0; j < features; ++j) {
        const auto bins = static_cast<std::uint32_t>(j % 7 == 3 ? 1 : j % 11 == 5 ? 300 : 2 + rng.below(40));
        const auto frequent = static_cast<std::uint32_t>(j % 3 == 0   ? 0
                                                         : j % 3 == 1 ? bins - 1
                                                                      : rng.below(bins));
        const double share = j % 2 == 0 ? 0.7 : 0;
        std::vector<std::uint16_t> codes(n);
        for (auto& code : codes)
            code = static_cast<std::uint16_t>(rng.uniform() < share ? frequent : rng.below(bins));
        problem.matrix.columns.push_back(column_of(std::move(codes), bins));
    }
    if (features > 9) problem.matrix.columns[9] = problem.matrix.columns[1];
    for (std::size_t i = 0; i < n; ++i) {
        const double p = 1 / (1 + std::exp(-6 * rng.normal()));
        const bool own = rng.uniform() < (problem.matrix.columns[0].at(i) > 0 ? 0.7 : 0.2);
        problem.gradient.push_back(own ? 1 - p : -p);
        problem.hessian.push_back(p * (1 - p));
    }
    problem.rows.resize(n);
    std::iota(problem.rows.begin(), problem.rows.end(), 0U);
    return problem;
}

/// The grid of one tree's target; `weight` empty: each row weighs 1.
GradientGrid on_grid(const std::vector<std::uint32_t>& rows, std::span<const double> gradient,
                     std::span<const double> weight, RowCounts counts, std::vector<GradientPair>& pairs,
                     PairForm form = PairForm::two_words) {
    std::vector<double> g(gradient.begin(), gradient.end()), w(weight.begin(), weight.end());
    g.resize(pairs.size());
    w.resize(pairs.size(), 1.0);
    TargetTile tile;
    PairStore store;
    PairStore* const kept = &store;
    const StoredTarget target(g, w);
    const auto weights = weight.empty() ? GridWeights::ones : GridWeights::hessians;
    const auto extents = measure_targets(target, rows, pairs.size(), weights, tile);
    const GradientGrid grid =
        round_to_grid(target, extents, rows, pairs.size(), {weights, counts, form}, {&kept, 1}, tile)[0];
    for (const std::uint32_t row : rows)
        pairs[row] = RowPairs(store)[row];
    return grid;
}

struct Sums {
    long double g = 0, w = 0;
    std::size_t n = 0;
};

Sums sum(const Problem& problem, SplitCriterion criterion, const std::vector<std::uint32_t>& rows) {
    Sums s;
    for (const std::uint32_t i : rows) {
        s.g += static_cast<long double>(problem.gradient[i]);
        s.w += criterion == SplitCriterion::mart ? 1.0L : static_cast<long double>(problem.hessian[i]);
        ++s.n;
    }
    return s;
}

/// Eq. 6 for rows parted at code ≥ threshold; −1 where a side has fewer than `least` rows.
long double plain_gain(const Problem& problem, SplitCriterion criterion,
                       const std::vector<std::uint32_t>& rows, std::size_t feature, std::uint32_t threshold,
                       std::size_t least) {
    std::vector<std::uint32_t> left, right;
    for (const std::uint32_t i : rows)
        (problem.matrix.columns[feature].at(i) < threshold ? left : right).push_back(i);
    if (left.size() < least || right.size() < least) return -1;
    const Sums l = sum(problem, criterion, left), r = sum(problem, criterion, right),
               t = sum(problem, criterion, rows);
    return l.g * l.g / l.w + r.g * r.g / r.w - t.g * t.g / t.w;
}

long double best_plain_gain(const Problem& problem, SplitCriterion criterion,
                            const std::vector<std::uint32_t>& rows, const RegressionTreeOptions& options) {
    long double best = 0;
    if (rows.size() < static_cast<std::size_t>(options.min_split_rows)) return best;
    for (std::size_t j = 0; j < problem.matrix.features(); ++j)
        for (std::uint32_t t = 1; t < problem.matrix.columns[j].bin_count; ++t)
            best = std::max(best, plain_gain(problem, criterion, rows, j, t,
                                             static_cast<std::size_t>(options.min_leaf_rows)));
    return best;
}

/// Grows the tree anew, plainly: at each step the split that was chosen must be as good as the best of any
/// open leaf.
void check_against_plain(const Problem& problem, SplitCriterion criterion,
                         const RegressionTreeOptions& options, const RegressionTree& tree,
                         const LeafRule& rule) {
    std::vector<std::vector<std::uint32_t>> rows_of_node(tree.nodes.size());
    rows_of_node[0] = problem.rows;
    std::vector<std::pair<std::size_t, long double>> open{
        {0, best_plain_gain(problem, criterion, problem.rows, options)}};
    const auto least = static_cast<std::size_t>(options.min_leaf_rows);
    for (std::size_t next = 1; next < tree.nodes.size(); next += 2) {
        const auto parent = static_cast<std::size_t>(
            std::find_if(tree.nodes.begin(), tree.nodes.end(),
                         [&](const RegressionNode& n) { return n.left == static_cast<std::int32_t>(next); }) -
            tree.nodes.begin());
        const RegressionNode& node = tree.nodes[parent];
        const auto feature = static_cast<std::size_t>(node.feature);
        const long double gain =
            plain_gain(problem, criterion, rows_of_node[parent], feature, node.threshold, least);
        for (const auto& [leaf, best] : open)
            CHECK(static_cast<double>(gain) >= static_cast<double>(best) * (1 - 1e-6));
        std::erase_if(open, [&](const auto& entry) { return entry.first == parent; });
        for (const std::uint32_t i : rows_of_node[parent])
            rows_of_node[problem.matrix.columns[feature].at(i) < node.threshold ? next : next + 1].push_back(
                i);
        for (const std::size_t child : {next, next + 1})
            open.emplace_back(child, best_plain_gain(problem, criterion, rows_of_node[child], options));
    }
    if (tree.leaves() < static_cast<std::size_t>(options.leaves))
        for (const auto& [leaf, best] : open)
            CHECK(static_cast<double>(best) < 1e-9);
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
        if (!tree.nodes[node].is_leaf()) continue;
        const Sums s = sum(problem, SplitCriterion::logit, rows_of_node[node]);
        const auto newton = static_cast<double>(static_cast<long double>(rule.correction) * s.g / s.w);
        const double expected = rule.shrinkage * std::clamp(newton, -rule.clip, rule.clip);
        CHECK(tree.nodes[node].value == Approx(expected).epsilon(1e-9).margin(1e-15));
    }
}

RegressionTree grow(const Problem& problem, const RegressionTreeOptions& options, SplitCriterion criterion,
                    const LeafRule& rule, std::vector<std::uint16_t>* leaves = nullptr) {
    const GradientLayout layout(problem.matrix);
    RegressionTreeBuilder builder(problem.matrix, {}, layout, options, criterion);
    RegressionTree tree;
    std::vector<std::uint16_t> node_of_row(problem.matrix.rows);
    // Twice: the second tree of a builder must not see what the first left behind.
    for (int i = 0; i < 2; ++i)
        builder.grow(StoredTarget(problem.gradient, problem.hessian), rule, problem.rows, nullptr, tree,
                     node_of_row);
    if (leaves) *leaves = node_of_row;
    return tree;
}

}  // namespace

TEST_CASE("the fast tree equals plain search: gains within 1e-6 of the best, leaf values within 1e-9") {
    const LeafRule rule{0.9, 0.1, 50};
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        for (const auto criterion : {SplitCriterion::mart, SplitCriterion::logit}) {
            for (const std::int64_t least : {1, 7}) {
                const Problem problem = random_problem(seed == 3 ? 40 : 400, 15, seed);
                RegressionTreeOptions options;
                options.leaves = 12;
                options.min_leaf_rows = least;
                options.min_split_rows = 10;
                const RegressionTree tree = grow(problem, options, criterion, rule);
                CHECK(tree.leaves() > 2);
                check_against_plain(problem, criterion, options, tree, rule);
            }
        }
    }
}

TEST_CASE("node_of_row names the leaf that routing finds, and routing adds its value") {
    const Problem problem = random_problem(300, 12, 5);
    std::vector<std::uint16_t> leaves, routed(300);
    const RegressionTree tree = grow(problem, {}, SplitCriterion::logit, {}, &leaves);
    RowRouter router;
    router.find_leaves(tree, problem.matrix, problem.rows, routed);
    CHECK(leaves == routed);
    std::vector<double> scores(300, 1.0);
    router.add_values(tree, problem.matrix, -1, scores);
    for (std::size_t i = 0; i < 300; ++i)
        CHECK(scores[i] == 1.0 - tree.nodes[leaves[i]].value);
}

TEST_CASE("a tree on constant columns or equal responses is a single leaf") {
    Problem problem = random_problem(50, 1, 1);
    problem.matrix.columns[0] = column_of(std::vector<std::uint16_t>(50, 0), 1);
    CHECK(grow(problem, {}, SplitCriterion::mart, {}).nodes.size() == 1);
    Problem equal = random_problem(50, 5, 2);
    std::fill(equal.gradient.begin(), equal.gradient.end(), 0.1);
    std::fill(equal.hessian.begin(), equal.hessian.end(), 0.2);
    CHECK(grow(equal, {}, SplitCriterion::logit, {}).nodes.size() == 1);
}

TEST_CASE(
    "a child's histogram is exactly its parent's minus its sibling's, and empty bins are exactly zero") {
    const Problem problem = random_problem(500, 15, 6);
    const GradientLayout layout(problem.matrix);
    std::vector<GradientPair> pairs(500);
    on_grid(problem.rows, problem.gradient, problem.hessian, RowCounts::packed, pairs);
    std::vector<std::uint32_t> left(problem.rows.begin(), problem.rows.begin() + 123),
        right(problem.rows.begin() + 123, problem.rows.end());
    AlignedVector<std::uint64_t> whole(2 * layout.slots()), part(2 * layout.slots()),
        other(2 * layout.slots());
    add_rows(layout, problem.rows, pairs, std::span(whole));
    add_rows(layout, left, pairs, std::span(part));
    add_rows(layout, right, pairs, std::span(other));
    for (std::size_t s = 0; s < whole.size(); ++s)
        REQUIRE(whole[s] - part[s] == other[s]);
    subtract_rows(layout, problem.rows, pairs, std::span(whole));
    CHECK(std::all_of(whole.begin(), whole.end(), [](std::uint64_t v) { return v == 0; }));
}

TEST_CASE("the grid keeps values to 2^-30 of the largest and no weight falls to zero") {
    const Problem problem = random_problem(1000, 2, 7);
    std::vector<GradientPair> pairs(1000);
    std::vector<double> weight = problem.hessian;
    weight[3] = 1e-300;
    for (const RowCounts counts : {RowCounts::none, RowCounts::packed}) {
        const GradientGrid grid = on_grid(problem.rows, problem.gradient, weight, counts, pairs);
        GradientPair sum;
        for (std::size_t i = 0; i < 1000; ++i) {
            CHECK(grid.gradient(pairs[i]) * grid.gradient_unit ==
                  Approx(problem.gradient[i]).margin(0x1p-30));
            CHECK(grid.weight(pairs[i]) * grid.weight_unit == Approx(weight[i]).margin(0x1p-30));
            CHECK(grid.weight(pairs[i]) >= 1);
            sum += pairs[i];
        }
        CHECK(sum == grid.total);
        if (counts == RowCounts::packed) CHECK(sum.weight >> grid.count_shift == 1000);
    }
}

TEST_CASE("rows of a longer matrix land on the grid as all rows of a shorter one do") {
    for (const std::size_t count : {1, 8, 1003}) {
        Problem problem = random_problem(count, 2, 8);
        for (const RowCounts counts : {RowCounts::none, RowCounts::packed})
            for (const bool weighted : {true, false}) {
                const std::span<const double> weight =
                    weighted ? std::span<const double>(problem.hessian) : std::span<const double>{};
                std::vector<GradientPair> all(count), some(count + 1);
                const GradientGrid one = on_grid(problem.rows, problem.gradient, weight, counts, all);
                const GradientGrid other = on_grid(problem.rows, problem.gradient, weight, counts, some);
                CHECK(one.total == other.total);
                CHECK(one.gradient_unit == other.gradient_unit);
                CHECK(one.weight_unit == other.weight_unit);
                CHECK(some.back() == GradientPair{});
                some.pop_back();
                CHECK(some == all);
            }
    }
}

TEST_CASE("pairs in one word are those in two") {
    // Where they fit and where they do not; some of the rows; weights over thirty powers of two.
    for (const std::size_t count : {1000, 140000, 200000, 600000}) {
        Rng rng(9);
        std::vector<double> gradient(count), hessian(count);
        std::vector<std::uint32_t> most;
        for (std::size_t i = 0; i < count; ++i) {
            hessian[i] = std::ldexp(rng.uniform(), -static_cast<int>(rng.below(30)));
            gradient[i] = rng.normal() * hessian[i];
            if (rng.below(50) > 0) most.push_back(static_cast<std::uint32_t>(i));
        }
        gradient[17] = -6;  // the largest, below 0
        for (const bool weighted : {true, false})
            for (const RowCounts counts : {RowCounts::none, RowCounts::packed}) {
                const std::span<const double> weight =
                    weighted ? std::span<const double>(hessian) : std::span<const double>{};
                std::vector<GradientPair> two(count), one(count);
                const GradientGrid grid = on_grid(most, gradient, weight, counts, two);
                const GradientGrid other =
                    on_grid(most, gradient, weight, counts, one, PairForm::one_word_if_it_fits);
                CHECK(grid.total == other.total);
                CHECK(one == two);
            }
    }
}

TEST_CASE("one word is taken for gradients of many rows, and for weighted ones of very many") {
    const auto weight_bits = [](std::size_t rows, GridWeights weights, RowCounts counts) {
        std::vector<std::uint32_t> all(rows);
        std::iota(all.begin(), all.end(), 0U);
        const std::vector<double> halves(rows, 0.5);
        const StoredTarget target(halves, halves);
        TargetTile tile;
        PairStore store;
        PairStore* const kept = &store;
        round_to_grid(target, measure_targets(target, all, rows, weights, tile), all, rows,
                      {weights, counts, PairForm::one_word_if_it_fits}, {&kept, 1}, tile);
        return store.format().weight_bits;
    };
    CHECK(weight_bits(100000, GridWeights::ones, RowCounts::none) == 0);
    CHECK(weight_bits(140000, GridWeights::ones, RowCounts::none) == 1);
    CHECK(weight_bits(140000, GridWeights::hessians, RowCounts::none) == 0);
    CHECK(weight_bits(600000, GridWeights::hessians, RowCounts::none) == 31);
    CHECK(weight_bits(600000, GridWeights::hessians, RowCounts::packed) == 25);
}

TEST_CASE("sums of equal weights at the edge of the grid do not run into the counts") {
    for (const std::size_t rows : {3UL, 16383UL, 16384UL, 100000UL, 1048576UL}) {
        std::vector<std::uint32_t> all(rows);
        std::iota(all.begin(), all.end(), 0U);
        const std::vector<double> ones(rows, 1.0);
        std::vector<GradientPair> pairs(rows);
        const GradientGrid grid = on_grid(all, ones, ones, RowCounts::packed, pairs);
        GradientPair sum;
        for (const GradientPair& pair : pairs)
            sum += pair;
        CHECK(sum.weight >> grid.count_shift == rows);
        CHECK(grid.weight(sum) * grid.weight_unit == static_cast<double>(rows));
        CHECK(grid.gradient(sum) * grid.gradient_unit == static_cast<double>(rows));
    }
}

TEST_CASE("a threshold lies in the middle of the gap, in the column's own scale") {
    data::BinCuts cuts;
    cuts.cuts = {1, 2, 3, 50, 100};
    CHECK(middle_threshold(&cuts, 1, 2) == 2);
    CHECK(middle_threshold(&cuts, 0, 5) == 4);  // between 1 and 100: the cut at 50
    CHECK(middle_threshold(&cuts, 0, 3) == 2);  // between 1 and 3: the cut at 2
    CHECK(middle_threshold(&cuts, 2, 6) == 6);  // above are missing values only
    CHECK(middle_threshold(nullptr, 2, 5) == 4);
}

TEST_CASE("saved trees load equal, and broken ones are refused") {
    const Problem problem = random_problem(200, 10, 8);
    const std::vector<RegressionTree> trees{grow(problem, {}, SplitCriterion::mart, {}),
                                            grow(problem, {}, SplitCriterion::logit, {})};
    Archive archive;
    save_trees(trees, archive);
    CHECK(load_trees(archive) == trees);
    auto left = archive.get<std::int32_t>("left");
    left[0] = 10000;
    archive.put("left", left);
    CHECK_THROWS_AS(load_trees(archive), DataError);
    archive.put("left", std::vector<std::int32_t>{1});
    CHECK_THROWS_AS(load_trees(archive), DataError);
}

TEST_CASE("columns with too many bins and impossible numbers of leaves are refused") {
    Problem problem = random_problem(20, 2, 9);
    const GradientLayout layout(problem.matrix);
    RegressionTreeOptions options;
    options.leaves = 40000;
    CHECK_THROWS_AS(RegressionTreeBuilder(problem.matrix, {}, layout, options, SplitCriterion::mart),
                    UsageError);
    problem.matrix.columns[1].bin_count = 9000;
    CHECK_THROWS_WITH(GradientLayout(problem.matrix), Catch::Contains("max_bins"));
}
