#include "learners/mh/node_search.hpp"

#include "learners/mh/node_problem.hpp"
#include "support/plain_selector.hpp"
#include "support/team.hpp"

#include <map>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using testing::NodeProblem;

namespace {

/// A tree under way: which rows each of the search's nodes holds.
struct Growth {
    const NodeProblem& problem;
    ScanColumns columns;
    std::shared_ptr<parallel::Team> team;
    NodeSearch search;
    reference::PlainSelector selector;
    std::map<std::size_t, std::vector<std::uint32_t>> rows_of_node;
    std::uint32_t step = 0;

    /// `drawn`: columns asked for at each node; 0: all, with what nodes share. `exact`: scores as full
    /// search's.
    Growth(const NodeProblem& p, std::size_t drawn, int threads, bool exact = false)
        : problem(p),
          columns(p.matrix, p.stride),
          team(testing::team_of(threads)),
          search(columns, 8, *team),
          selector(p.matrix.features(), drawn, exact) {
        std::vector<std::uint32_t>& all = rows_of_node[0];
        for (std::uint32_t i = 0; i < p.matrix.rows; ++i)
            all.push_back(i);
        totals_ = p.totals(all);
        search.begin({p.weights.data(), totals_}, selector);
    }

    /// The node's best stump is checked against plain sums over all columns.
    void check_best(std::size_t node) {
        const std::vector<std::uint32_t>& rows = rows_of_node[node];
        selector.begin_round(0);
        const std::uint64_t work = search.work();
        const StumpChoice found = search.search(node, {step++, static_cast<std::int32_t>(node), -1, -1}, rows,
                                                problem.totals(rows), selector);
        if (selector.exhaustive()) CHECK(search.work() == work);  // the columns were scanned before
        // A gathered or a sorted column does not offer thresholds with all rows on one side.
        double expected = 0;
        for (const FeatureScore& score : selector.reported()) {
            const bool sorted = columns[score.feature].form == ColumnForm::sorted;
            const double best = problem.best_edge(rows, score.feature, sorted || !selector.exact());
            if (!selector.exhaustive()) CHECK(score.edge == best);  // full search stops below the best so far
            expected = std::max(expected, best);
        }
        INFO("node " << node << ", " << rows.size() << " rows");
        REQUIRE(found.found());
        CHECK(found.score.edge == expected);
        CHECK(found.score.edge == problem.edge(rows, found.feature, found.score.threshold));
    }
    /// Splits a node by a stump, the best one or not; returns the number of the node above.
    std::size_t split(std::size_t node, const StumpChoice& stump) {
        std::vector<std::uint32_t> below, above;
        std::vector<std::uint8_t> side(problem.matrix.rows, 0);
        for (const std::uint32_t row : rows_of_node[node]) {
            side[row] = problem.matrix.columns[stump.feature].at(row) >= stump.score.threshold ? 1 : 0;
            (side[row] != 0 ? above : below).push_back(row);
        }
        const std::vector<double> below_totals = problem.totals(below), above_totals = problem.totals(above);
        const std::size_t other = rows_of_node.size();
        search.split(node, other, {below, below_totals}, {above, above_totals}, side.data());
        rows_of_node[node] = std::move(below);
        rows_of_node[other] = std::move(above);
        return other;
    }

  private:
    std::vector<double> totals_;
};

void grow_and_check(std::size_t drawn, int threads, bool exact = false) {
    const NodeProblem problem(3000, 23, 4);
    Growth tree(problem, drawn, threads, exact);
    const auto middle = [&](std::uint32_t feature) {
        return StumpChoice{feature, {0, std::max(problem.matrix.columns[feature].bin_count / 2, 1U)}};
    };
    tree.check_best(0);
    const std::size_t first = tree.split(0, middle(1));
    tree.check_best(0);
    tree.check_best(first);
    const std::size_t second = tree.split(first, middle(7)), third = tree.split(0, middle(8));
    for (const std::size_t node : {std::size_t{0}, first, second, third})
        tree.check_best(node);
}

}  // namespace

TEST_CASE("Every node's best stump is that of plain sums, where nodes share what they scan", "[nodes]") {
    grow_and_check(0, 1);
    grow_and_check(0, 2);
}

TEST_CASE("Two threads find each node's best stump where a scan is long enough to be shared out", "[nodes]") {
    const NodeProblem problem(40000, 23, 4);
    Growth tree(problem, 0, 2);
    tree.check_best(0);
    const std::size_t above = tree.split(0, {1, {0, 1}});
    tree.check_best(0);
    tree.check_best(above);
}

TEST_CASE("Every node's best stump is that of plain sums, where columns are gathered afresh", "[nodes]") {
    grow_and_check(23, 1);
    grow_and_check(5, 1);
}

TEST_CASE("Every node's best stump is that of plain sums, where exact scores are computed on demand",
          "[nodes]") {
    grow_and_check(23, 1, true);
    grow_and_check(5, 1, true);
}
