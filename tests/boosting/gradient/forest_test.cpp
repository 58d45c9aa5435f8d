#include "boosting/gradient/forest.hpp"

#include "core/rng.hpp"
#include "support/grow_tree.hpp"
#include "support/team.hpp"

#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;

namespace {

constexpr std::size_t kRows = 600, kForestClasses = 13;

data::BinnedMatrix random_matrix(Rng& rng) {
    data::BinnedMatrix matrix;
    matrix.rows = kRows;
    for (std::uint32_t j = 0; j < 9; ++j) {
        std::vector<std::uint8_t> codes(kRows);
        std::size_t zeros = 0;
        for (std::uint8_t& code : codes) {
            code = static_cast<std::uint8_t>(rng.uniform() < 0.5 ? 0 : rng.below(12));
            zeros += code == 0 ? 1 : 0;
        }
        data::BinnedColumn column;
        column.bin_count = 12;
        column.frequent_bin = 0;
        column.frequent_rows = static_cast<std::uint32_t>(zeros);
        column.codes = std::move(codes);
        matrix.columns.push_back(std::move(column));
    }
    return matrix;
}

}  // namespace

TEST_CASE("Trees of many waves are those that a builder grows one by one, on any number of threads") {
    Rng rng(3, "forest");
    const data::BinnedMatrix matrix = random_matrix(rng);
    std::vector<std::int32_t> truth(kRows);
    for (std::size_t i = 0; i < kRows; ++i)
        truth[i] = static_cast<std::int32_t>((matrix.columns[0].at(i) + rng.below(4)) % kForestClasses);
    GradientScores scores(truth, kForestClasses);
    scores.refresh(testing::alone());
    std::vector<std::uint32_t> sample, every_row(kRows);
    std::iota(every_row.begin(), every_row.end(), 0U);
    const bool all = GENERATE(true, false);
    for (std::uint32_t row = 0; row < kRows; ++row)
        if (all || row % 3 != 0) sample.push_back(row);
    learners::RegressionTreeOptions options;
    options.leaves = 8;
    options.min_leaf_rows = 5;
    const learners::LeafRule rule;
    const auto criterion = GENERATE(learners::SplitCriterion::mart, learners::SplitCriterion::logit);
    for (const int threads : {1, 2}) {
        const auto team = testing::team_of(threads);
        GradientForest forest(matrix, {}, options, {criterion, rule}, *team);
        std::vector<TreeJob> jobs(kForestClasses);  // on one thread four waves
        for (std::size_t k = 0; k < kForestClasses; ++k)
            jobs[k].k = k;
        forest.grow(scores, jobs, {sample, {}}, nullptr);
        const learners::HistogramLayout layout(matrix);
        learners::RegressionTreeBuilder builder({matrix, {}, layout}, options, criterion);
        std::uint64_t work = 0;
        for (std::size_t k = 0; k < kForestClasses; ++k) {
            INFO(threads << " threads, tree " << k);
            const ClassPair of_class{k, -1};
            std::vector<std::uint16_t> node_of_row(kRows);
            const learners::RegressionTree tree =
                testing::grow_tree(builder, ClassTargets(scores, {&of_class, 1}), rule, sample, node_of_row);
            CHECK(tree.leaves() > 2);
            CHECK((jobs[k].tree == tree));
            CHECK(jobs[k].explained == builder.explained());
            // Rows that are not in the sample have leaves, too.
            learners::RowRouter().find_leaves(tree, matrix, every_row, node_of_row);
            REQUIRE(std::ranges::equal(node_of_row, std::span(jobs[k].node_of_row).first(kRows)));
            CHECK(jobs[k].work > 0);
            work += jobs[k].work;
        }
        CHECK(forest.work() == work);
    }
}
