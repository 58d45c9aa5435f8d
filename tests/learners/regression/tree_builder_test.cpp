#include "core/error.hpp"
#include "learners/regression/grown_problem.hpp"

#include <algorithm>
#include <tuple>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using testing::column_of;
using testing::GrownProblem;
using testing::one_column;
using testing::random_problem;
using testing::tree_options;
using Problem = testing::TreeProblem;

TEST_CASE("a leaf may hold exactly min_leaf_rows, and no fewer") {
    for (const bool few_below : {true, false})
        for (const bool selected : {false, true})
            for (const std::int64_t least : {2, 3}) {
                const Problem problem = few_below ? one_column({0, 0, 1, 1, 1, 1}, 2, {3, 3, 0, 0, 0, 0})
                                                  : one_column({0, 0, 0, 0, 1, 1}, 2, {0, 0, 0, 0, 3, 3});
                GrownProblem grown(problem, tree_options(20, least, 2));
                CAPTURE(few_below, selected, least);
                CHECK((selected ? grown.grow_selected() : grown.grow()).leaves() == (least == 2 ? 2 : 1));
            }
}

TEST_CASE("of cuts with equal gains either search takes the first, counted from the column's end") {
    // Gradients 3, 0, -3 of two rows each: either cut leaves two rows alone. Bin 0 is the most frequent, the
    // first of equals: bins are added up from 2 down to it.
    const Problem problem = one_column({0, 0, 1, 1, 2, 2}, 3, {3, 3, 0, 0, -3, -3});
    GrownProblem grown(problem, tree_options(2, 1, 2));
    for (const RegressionTree& tree : {grown.grow(), grown.grow_selected()}) {
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
        GrownProblem grown(tied, tree_options(2, 1, 2));
        for (const RegressionTree& tree : {grown.grow(), grown.grow_selected()}) {
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
                GrownProblem full(problem, tree_options(14, least), criterion),
                    selected(problem, tree_options(14, least), criterion);
                const RegressionTree tree = full.grow();
                CHECK(tree.leaves() == 14);
                CHECK(tree == selected.grow_selected());
                CHECK(full.leaves == selected.leaves);
                CHECK(full.builder.explained() == selected.builder.explained());
            }
    }
}

TEST_CASE("full search and that of selected columns count values outside each column's most frequent bin") {
    const Problem problem = random_problem(400, 15, 4);
    std::uint64_t root = 0;
    for (const data::BinnedColumn& column : problem.matrix.columns)
        for (std::size_t i = 0; i < 400; ++i)
            root += column.at(i) != column.frequent_bin;
    GrownProblem full(problem, tree_options(2)), selected(problem, tree_options(2)),
        deeper(problem, tree_options(3));
    full.grow();
    CHECK(full.builder.work() == root);
    selected.grow_selected();
    CHECK(selected.builder.work() == root);
    REQUIRE(deeper.grow_selected().leaves() == 3);
    CHECK(deeper.builder.work() == 2 * root);  // both children, which hold the root's rows
}

TEST_CASE("a cut must gain more than 1e-20 of G²/H") {
    // Gradients m − 1 and m + 1: the cut gains 2, G²/H is 2 m².
    for (const double m : {0.9e10, 1.1e10}) {
        const Problem problem = one_column({0, 1}, 2, {m - 1, m + 1});
        GrownProblem grown(problem, tree_options(20, 1, 2));
        CAPTURE(m);
        for (const RegressionTree& tree : {grown.grow(), grown.grow_selected()})
            CHECK(tree.leaves() == (m < 1e10 ? 2 : 1));
    }
}

TEST_CASE("an edge that a selector learns of is at most one, although sums are rounded") {
    Rng rng(1);
    for (int trial = 0; trial < 50; ++trial) {
        // 300 rows and 700 rows of gradients that sum to 0: the cut explains all.
        std::vector<std::uint16_t> codes(1000, 1);
        std::fill_n(codes.begin(), 300, std::uint16_t{0});
        const double size = rng.uniform();
        std::vector<double> gradient(1000, -3 * size);
        std::fill_n(gradient.begin(), 300, 7 * size);
        const Problem problem = one_column(codes, 2, gradient);
        reference::PlainSelector selector(1, 1);
        GrownProblem(problem, tree_options(2)).grow(&selector);
        REQUIRE(selector.reported().size() == 1);
        CHECK(selector.reported()[0].edge <= 1);
        CHECK(selector.reported()[0].edge > 1 - 1e-7);  // gains are compared as floats
    }
}

TEST_CASE("a builder's trees do not depend on the form that sums of the trees before had") {
    const std::size_t rows = 20000;  // two tiles
    const Problem problem = random_problem(rows, 12, 10);
    const LeafRule rule{1, 0.1, 50};
    GrownProblem grown(problem, tree_options(12));
    RegressionTreeBuilder& builder = grown.builder;
    const RootEntries entries(problem.matrix, grown.layout);
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
            REQUIRE(root->gradients.format.joined == joined);
            asked.push_back(root);
        }
        fill_roots(grown.layout, entries, problem.rows, asked, scratch);
        for (std::size_t t = 0; t < roots.size(); ++t) {
            RegressionTree tree;
            std::vector<std::uint16_t> leaves(rows), leaves_alone(rows);
            const std::uint64_t before = builder.work();
            builder.grow(problem.rows, nullptr, roots[t], tree, leaves);
            RegressionTreeBuilder fresh({problem.matrix, {}, grown.layout}, tree_options(12),
                                        SplitCriterion::mart);
            const testing::StoredTarget target(gradients[t], problem.hessian);
            testing::grow_tree(fresh, target, rule, problem.rows, leaves_alone);
            CHECK(leaves == leaves_alone);
            CHECK(tree.leaves() == 12);
            CHECK(builder.work() - before == fresh.work());
            CHECK(builder.explained() == fresh.explained());
        }
    }
}

TEST_CASE("columns with too many bins are refused") {
    Problem problem = random_problem(20, 2, 9);
    problem.matrix.columns[1].bin_count = 9000;
    CHECK_THROWS_WITH(HistogramLayout(problem.matrix), Catch::Contains("max_bins"));
}
