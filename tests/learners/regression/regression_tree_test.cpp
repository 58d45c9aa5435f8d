#include "core/error.hpp"
#include "learners/mh/tree_problem.hpp"
#include "learners/regression/histogram_search.hpp"
#include "learners/regression/tree_builder.hpp"
#include "support/grow_tree.hpp"
#include "support/plain_selector.hpp"
#include "support/stored_target.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using testing::column_of;
using testing::random_problem;
using Problem = testing::TreeProblem;

namespace {

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

/// Eq. 6 for rows split at code ≥ threshold; −1 where a side has fewer than `least` rows.
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
    const HistogramLayout layout(problem.matrix);
    RegressionTreeBuilder builder(problem.matrix, {}, layout, options, criterion);
    RegressionTree tree;
    std::vector<std::uint16_t> node_of_row(problem.matrix.rows);
    // Twice: the second tree of a builder must not see what the first left behind.
    for (int i = 0; i < 2; ++i)
        tree = testing::grow_tree(builder, testing::StoredTarget(problem.gradient, problem.hessian), rule,
                                  problem.rows, node_of_row);
    if (leaves) *leaves = node_of_row;
    return tree;
}

/// One column; every hessian is 1.
Problem one_column(const std::vector<std::uint16_t>& codes, std::uint32_t bins,
                   std::vector<double> gradient) {
    Problem problem;
    problem.matrix.rows = codes.size();
    problem.matrix.columns.push_back(column_of(codes, bins));
    problem.gradient = std::move(gradient);
    problem.hessian.assign(codes.size(), 1.0);
    problem.rows.resize(codes.size());
    std::iota(problem.rows.begin(), problem.rows.end(), 0U);
    return problem;
}

/// `selected`: by the search of the columns that a selector names, here all.
RegressionTree grow_either_way(const Problem& problem, const RegressionTreeOptions& options, bool selected) {
    const HistogramLayout layout(problem.matrix);
    RegressionTreeBuilder builder(problem.matrix, {}, layout, options, SplitCriterion::mart);
    const std::size_t columns = problem.matrix.features();
    reference::PlainSelector selector(columns, columns);
    std::vector<std::uint16_t> node_of_row(problem.matrix.rows);
    return testing::grow_tree(builder, testing::StoredTarget(problem.gradient, problem.hessian), {},
                              problem.rows, node_of_row, selected ? &selector : nullptr);
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

TEST_CASE("a leaf may hold exactly min_leaf_rows, and no fewer") {
    for (const bool few_below : {true, false})
        for (const bool selected : {false, true})
            for (const std::int64_t least : {2, 3}) {
                const Problem problem = few_below ? one_column({0, 0, 1, 1, 1, 1}, 2, {3, 3, 0, 0, 0, 0})
                                                  : one_column({0, 0, 0, 0, 1, 1}, 2, {0, 0, 0, 0, 3, 3});
                RegressionTreeOptions options;
                options.min_leaf_rows = least;
                options.min_split_rows = 2;
                CAPTURE(few_below, selected, least);
                CHECK(grow_either_way(problem, options, selected).leaves() == (least == 2 ? 2 : 1));
            }
}

TEST_CASE("of cuts with equal gains either search takes the first, counted from the column's end") {
    // Gradients 3, 0, -3 of two rows each: either cut leaves two rows alone. Bin 0 is the most frequent, the
    // first of equals: bins are added up from 2 down to it.
    const Problem problem = one_column({0, 0, 1, 1, 2, 2}, 3, {3, 3, 0, 0, -3, -3});
    RegressionTreeOptions options;
    options.leaves = 2;
    options.min_split_rows = 2;
    for (const bool selected : {false, true}) {
        const RegressionTree tree = grow_either_way(problem, options, selected);
        REQUIRE(tree.leaves() == 2);
        CHECK(tree.nodes[0].threshold == 2);
    }
}

TEST_CASE("of columns that tie the last one is cut, by full search and by that of selected columns") {
    // Column 1 is column 0, column 2 its mirror image, column 3 says less. Sums to 1/3 do not fit a float.
    const std::vector<std::uint16_t> codes{0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3};
    std::vector<std::uint16_t> mirrored;
    for (const std::uint16_t code : codes)
        mirrored.push_back(static_cast<std::uint16_t>(3 - code));
    Problem problem = one_column(codes, 4, {});
    for (std::size_t i = 0; i < codes.size(); ++i)
        problem.gradient.push_back((codes[i] < 2 ? 1 : -1) / 3.0 + 0.01 * static_cast<double>(i));
    for (const auto& [more, last, threshold] :
         std::vector<std::tuple<std::vector<std::vector<std::uint16_t>>, std::int32_t, std::uint32_t>>{
             {{codes}, 1, 2}, {{mirrored}, 1, 2}, {{codes, mirrored}, 2, 2}, {{mirrored, codes}, 2, 2}}) {
        Problem tied = problem;
        for (const auto& column : more)
            tied.matrix.columns.push_back(column_of(column, 4));
        tied.matrix.columns.push_back(column_of({0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, 2));
        RegressionTreeOptions options;
        options.leaves = 2;
        options.min_split_rows = 2;
        for (const bool selected : {false, true}) {
            const RegressionTree tree = grow_either_way(tied, options, selected);
            REQUIRE(tree.leaves() == 2);
            CHECK(tree.nodes[0].feature == last);
            CHECK(tree.nodes[0].threshold == threshold);
        }
    }
}

TEST_CASE("a selector that names every column grows the tree of full search, bit for bit") {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
        Problem problem = random_problem(500, 20, seed);
        // Mirror images and copies of half of the columns.
        for (std::size_t j = 0; j < 10; ++j) {
            const data::BinnedColumn column = problem.matrix.columns[j];
            std::vector<std::uint16_t> codes;
            for (std::size_t i = 0; i < 500; ++i)
                codes.push_back(static_cast<std::uint16_t>(j % 2 == 0 ? column.at(i)
                                                                      : column.bin_count - 1 - column.at(i)));
            problem.matrix.columns.push_back(column_of(std::move(codes), column.bin_count));
        }
        for (const auto criterion : {SplitCriterion::mart, SplitCriterion::logit})
            for (const std::int64_t least : {1, 6}) {
                RegressionTreeOptions options;
                options.leaves = 14;
                options.min_leaf_rows = least;
                const HistogramLayout layout(problem.matrix);
                const testing::StoredTarget target(problem.gradient, problem.hessian);
                RegressionTreeBuilder full(problem.matrix, {}, layout, options, criterion),
                    selected(problem.matrix, {}, layout, options, criterion);
                reference::PlainSelector every(30, 30);
                std::vector<std::uint16_t> leaves(500), leaves_selected(500);
                const RegressionTree tree = testing::grow_tree(full, target, {}, problem.rows, leaves);
                CHECK(tree.leaves() == 14);
                CHECK(tree ==
                      testing::grow_tree(selected, target, {}, problem.rows, leaves_selected, &every));
                CHECK(leaves == leaves_selected);
                CHECK(full.explained() == selected.explained());
            }
    }
}

TEST_CASE("full search and that of selected columns count values outside each column's most frequent bin") {
    const Problem problem = random_problem(400, 15, 4);
    RegressionTreeOptions options;
    options.leaves = 2;  // the root alone is searched
    std::uint64_t root = 0;
    for (const data::BinnedColumn& column : problem.matrix.columns)
        for (std::size_t i = 0; i < 400; ++i)
            root += column.at(i) != column.frequent_bin;
    const auto work_of = [&](std::int64_t leaves, FeatureSelector* selector, RegressionTree& tree) {
        options.leaves = leaves;
        const HistogramLayout layout(problem.matrix);
        RegressionTreeBuilder builder(problem.matrix, {}, layout, options, SplitCriterion::mart);
        std::vector<std::uint16_t> node_of_row(400);
        tree = testing::grow_tree(builder, testing::StoredTarget(problem.gradient, problem.hessian), {},
                                  problem.rows, node_of_row, selector);
        return builder.work();
    };
    reference::PlainSelector every(15, 15), again(15, 15);
    RegressionTree tree;
    CHECK(work_of(2, nullptr, tree) == root);
    CHECK(work_of(2, &every, tree) == root);
    // Both children, which hold the root's rows.
    const std::uint64_t deeper = work_of(3, &again, tree);
    REQUIRE(tree.leaves() == 3);
    CHECK(deeper == 2 * root);
}

TEST_CASE("a cut must gain more than 1e-20 of G²/H") {
    // Gradients m − 1 and m + 1: the cut gains 2, G²/H is 2 m².
    for (const bool selected : {false, true})
        for (const double m : {0.9e10, 1.1e10}) {
            RegressionTreeOptions options;
            options.min_split_rows = 2;
            CAPTURE(selected, m);
            CHECK(grow_either_way(one_column({0, 1}, 2, {m - 1, m + 1}), options, selected).leaves() ==
                  (m < 1e10 ? 2 : 1));
        }
}

TEST_CASE("an edge that a selector learns of is at most one, although sums are rounded") {
    Rng rng(1);
    for (int trial = 0; trial < 50; ++trial) {
        Problem problem;  // 300 rows and 700 rows of gradients that sum to 0: the cut explains all
        problem.matrix.rows = 1000;
        std::vector<std::uint16_t> codes(1000, 1);
        std::fill_n(codes.begin(), 300, std::uint16_t{0});
        problem.matrix.columns.push_back(column_of(codes, 2));
        const double size = rng.uniform();
        problem.gradient.assign(1000, -3 * size);
        std::fill_n(problem.gradient.begin(), 300, 7 * size);
        problem.hessian.assign(1000, 1.0);
        problem.rows.resize(1000);
        std::iota(problem.rows.begin(), problem.rows.end(), 0U);
        RegressionTreeOptions options;
        options.leaves = 2;
        const HistogramLayout layout(problem.matrix);
        RegressionTreeBuilder builder(problem.matrix, {}, layout, options, SplitCriterion::mart);
        reference::PlainSelector selector(1, 1);
        std::vector<std::uint16_t> node_of_row(1000);
        testing::grow_tree(builder, testing::StoredTarget(problem.gradient, problem.hessian), {},
                           problem.rows, node_of_row, &selector);
        REQUIRE(selector.reported().size() == 1);
        CHECK(selector.reported()[0].edge <= 1);
        CHECK(selector.reported()[0].edge > 1 - 1e-7);  // gains are compared as floats
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

TEST_CASE("a builder's trees do not depend on the form that sums of the trees before had") {
    const std::size_t rows = 20000;  // two tiles
    const Problem problem = random_problem(rows, 12, 10);
    const HistogramLayout layout(problem.matrix);
    const RootEntries entries(problem.matrix, layout);
    const LeafRule rule{1, 0.1, 50};
    RegressionTreeOptions options;
    options.leaves = 12;
    RegressionTreeBuilder builder(problem.matrix, {}, layout, options, SplitCriterion::mart);
    std::array<TreeRoot, 3> roots;
    RootScratch scratch;
    Rng rng(11, "forms");
    for (const bool joined : {false, true, false, true, true}) {
        std::vector<std::vector<double>> gradients(roots.size(), std::vector<double>(rows));
        std::vector<TreeRoot*> asked;
        for (std::size_t t = 0; t < roots.size(); ++t) {
            for (std::size_t i = 0; i < rows; ++i) {
                const double high = problem.matrix.columns[t].at(i) > 1 ? 0.8 : 0.2;
                gradients[t][i] = rng.uniform() < high ? 1 : -1;  // as large as each other: sums are, too
                if (joined && rng.below(50) > 0) gradients[t][i] *= 0.05;
            }
            const testing::StoredTarget target(gradients[t], problem.hessian);
            TreeRoot* const root = &roots[t];
            builder.prepare(target, builder.measure(target, problem.rows), problem.rows, {&root, 1});
            REQUIRE(root->gradients.format().joined == joined);
            asked.push_back(root);
        }
        fill_roots(layout, entries, problem.rows, asked, scratch);
        for (std::size_t t = 0; t < roots.size(); ++t) {
            RegressionTree tree;
            std::vector<std::uint16_t> leaves(rows), leaves_alone(rows);
            const std::uint64_t before = builder.work();
            builder.grow(problem.rows, nullptr, roots[t], tree, leaves);
            RegressionTreeBuilder fresh(problem.matrix, {}, layout, options, SplitCriterion::mart);
            const testing::StoredTarget target(gradients[t], problem.hessian);
            testing::grow_tree(fresh, target, rule, problem.rows, leaves_alone);
            CHECK(leaves == leaves_alone);
            CHECK(tree.leaves() == 12);
            CHECK(builder.work() - before == fresh.work());
            CHECK(builder.explained() == fresh.explained());
        }
    }
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
    const HistogramLayout layout(problem.matrix);
    RegressionTreeOptions options;
    options.leaves = 40000;
    CHECK_THROWS_AS(RegressionTreeBuilder(problem.matrix, {}, layout, options, SplitCriterion::mart),
                    UsageError);
    problem.matrix.columns[1].bin_count = 9000;
    CHECK_THROWS_WITH(HistogramLayout(problem.matrix), Catch::Contains("max_bins"));
}
