#include "core/error.hpp"
#include "learners/regression/grown_problem.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using testing::column_of;
using testing::GrownProblem;
using testing::one_column;
using testing::random_problem;
using testing::tree_options;
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

}  // namespace

TEST_CASE("the fast tree equals plain search: gains within 1e-6 of the best, leaf values within 1e-9") {
    const LeafRule rule{0.9, 0.1, 50};
    for (const std::uint64_t seed : {1U, 2U, 3U})
        for (const auto criterion : {SplitCriterion::mart, SplitCriterion::logit})
            for (const std::int64_t least : {1, 7}) {
                const Problem problem = random_problem(seed == 3 ? 40 : 400, 15, seed);
                const RegressionTreeOptions options = tree_options(12, least);
                GrownProblem grown(problem, options, criterion);
                grown.grow(nullptr, rule);  // the second tree must not see what the first left behind
                const RegressionTree tree = grown.grow(nullptr, rule);
                CHECK(tree.leaves() > 2);
                check_against_plain(problem, criterion, options, tree, rule);
            }
}

TEST_CASE("node_of_row names the leaf that routing finds, and routing adds its value") {
    const Problem problem = random_problem(300, 12, 5);
    std::vector<std::uint16_t> routed(300);
    GrownProblem grown(problem, {}, SplitCriterion::logit);
    const RegressionTree tree = grown.grow();
    RowRouter router;
    router.find_leaves(tree, problem.matrix, problem.rows, routed);
    CHECK(grown.leaves == routed);
    std::vector<double> scores(300, 1.0);
    router.add_values(tree, problem.matrix, scores);
    for (std::size_t i = 0; i < 300; ++i)
        CHECK(scores[i] == 1.0 + tree.nodes[grown.leaves[i]].value);
}

TEST_CASE("a tree on constant columns or equal responses is a single leaf") {
    Problem problem = random_problem(50, 1, 1);
    problem.matrix.columns[0] = column_of(std::vector<std::uint16_t>(50, 0), 1);
    CHECK(GrownProblem(problem).grow().nodes.size() == 1);
    Problem equal = random_problem(50, 5, 2);
    std::fill(equal.gradient.begin(), equal.gradient.end(), 0.1);
    std::fill(equal.hessian.begin(), equal.hessian.end(), 0.2);
    CHECK(GrownProblem(equal, {}, SplitCriterion::logit).grow().nodes.size() == 1);
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
    std::vector<RegressionTree> trees{GrownProblem(problem).grow(),
                                      GrownProblem(problem, {}, SplitCriterion::logit).grow()};
    Archive archive;
    StateIO saving = StateIO::saving_to(archive);
    state_of_trees(saving, trees);
    std::vector<RegressionTree> again(1);
    const auto load = [&] {
        StateIO loading = StateIO::loading_from(archive);
        state_of_trees(loading, again);
    };
    load();
    CHECK(again == trees);
    auto left = archive.get<std::int32_t>("left");
    left[0] = 10000;
    archive.put("left", left);
    CHECK_THROWS_AS(load(), DataError);
    archive.put("left", std::vector<std::int32_t>{1});
    CHECK_THROWS_AS(load(), DataError);
}
