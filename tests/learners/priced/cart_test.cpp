#include "learners/priced/cart.hpp"

#include "core/mapped.hpp"
#include "support/budget_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

double training_errors(const DecisionTree& tree, const std::vector<std::uint8_t>& collapsed,
                       const data::BinnedSplit& data, const CutPrices& prices) {
    const TreeAnswers said = answers(tree, collapsed, data.train, prices);
    double errors = 0;
    for (std::size_t i = 0; i < said.prediction.size(); ++i)
        errors += said.prediction[i] != data.train_labels.y[i];
    return errors;
}

/// The number of nodes of a subtree if each node with collapsed[node] ≠ 0 is a leaf.
std::size_t reached(const DecisionTree& tree, const std::vector<std::uint8_t>& collapsed, std::size_t root) {
    const TreeNode& node = tree.nodes[root];
    if (collapsed[root] != 0 || node.leaf()) return 1;
    return 1 + reached(tree, collapsed, static_cast<std::size_t>(node.below)) +
           reached(tree, collapsed, static_cast<std::size_t>(node.above));
}

}  // namespace

TEST_CASE("a decision tree of two levels is grown, pruned and priced by hand") {
    // y = x0 and (x1 or x2's first row): x0 parts off four minuses, x1 the rest.
    const data::BinnedSplit data = testing::budget_problem(
        {{1, 1, 1, 1, 0, 0, 0, 0}, {1, 1, 1, 0, 1, 0, 0, 0}}, {1, 1, 1, -1, -1, -1, -1, -1});
    const CutPrices prices = testing::cut_prices(data, {0.5, 2});
    const DecisionTree tree = grow_tree(data.train, data.train_labels);
    REQUIRE(tree.nodes.size() == 5);
    CHECK(tree.nodes[0].split == Split{0, 1});  // 8·Gini/2: 0.75, as for column 1, which comes later
    std::vector<std::uint8_t> collapsed(5, 0);
    CHECK(training_errors(tree, collapsed, data, prices) == 0);
    // Half of the rows see x0 only, the others both.
    CHECK(answers(tree, collapsed, data.train, prices).mean_price == Approx(0.5 + 2 * 0.5));
    const std::vector<PruningStep> links = weakest_links(tree);
    REQUIRE(links.size() == 2);
    collapsed[links[0].node] = 1;
    CHECK(links[0].nodes_left == 3);
    CHECK(training_errors(tree, collapsed, data, prices) == 1);
    collapsed[links[1].node] = 1;
    CHECK(links[1].node == 0);
    CHECK(links[1].nodes_left == 1);
    CHECK(training_errors(tree, collapsed, data, prices) == 3);
    CHECK(answers(tree, collapsed, data.train, prices).mean_price == 0);
}

TEST_CASE("pruning takes the subtree that saves the fewest errors per leaf, not the smallest") {
    // Node 1 saves 4 errors by two leaves more, its child 3 and node 2 save 3 by one leaf more.
    DecisionTree tree;
    tree.nodes.resize(9);
    const auto branch = [&](std::size_t node, std::int32_t below, std::int32_t above, double errors) {
        tree.nodes[node].below = below;
        tree.nodes[node].above = above;
        tree.nodes[node].errors = errors;
    };
    branch(0, 1, 2, 12);
    branch(1, 3, 4, 4);
    branch(2, 5, 6, 3);
    branch(3, 7, 8, 3);
    const std::vector<PruningStep> steps = weakest_links(tree);
    CHECK(mapped(steps, &PruningStep::node) == std::vector<std::size_t>{1, 2, 0});
    CHECK(mapped(steps, &PruningStep::nodes_left) == std::vector<std::size_t>{5, 3, 1});
}

TEST_CASE("pruning only raises the training error, one step at a time down to the root") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const data::BinnedSplit data = testing::random_budget_problem(seed, 120, 6, 10);
        const std::size_t items = CutPrices::items(PriceUnit::cut, cuts_of_columns(data));
        const CutPrices prices = testing::cut_prices(data, testing::random_prices(seed, items));
        const DecisionTree tree = grow_tree(data.train, data.train_labels);
        std::vector<std::uint8_t> collapsed(tree.nodes.size(), 0);
        double errors = training_errors(tree, collapsed, data, prices);
        std::size_t nodes = tree.nodes.size();
        for (const PruningStep& step : weakest_links(tree)) {
            collapsed[step.node] = 1;
            CHECK(step.nodes_left == reached(tree, collapsed, 0));
            CHECK(step.nodes_left < nodes);
            CHECK(training_errors(tree, collapsed, data, prices) >= errors);
            errors = training_errors(tree, collapsed, data, prices);
            nodes = step.nodes_left;
        }
        CHECK(nodes == 1);
    }
}

TEST_CASE("a decision tree that cuts off one row after the other grows as deep as there are rows") {
    constexpr std::size_t kRows = 3000;
    // Labels alternate along the column: each cut parts off one end.
    std::vector<float> column(kRows);
    std::vector<int> labels(kRows);
    for (std::size_t i = 0; i < kRows; ++i) {
        column[i] = static_cast<float>(i);
        labels[i] = i % 2 == 0 ? 1 : -1;
    }
    const data::BinnedSplit data = testing::budget_problem({column}, labels);
    const DecisionTree tree = grow_tree(data.train, data.train_labels);
    CHECK(tree.nodes.size() == 2 * kRows - 1);
    const CutPrices prices = testing::cut_prices(data, std::vector<double>(kRows - 1, 1));
    const std::vector<std::uint8_t> whole(tree.nodes.size(), 0);
    CHECK(training_errors(tree, whole, data, prices) == 0);
}
