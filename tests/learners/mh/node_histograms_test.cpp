#include "learners/mh/node_histograms.hpp"

#include "learners/mh/node_problem.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using testing::NodeProblem;

namespace {

struct Histograms {
    ScanColumns columns;
    std::vector<std::uint32_t> dense, sparse;
    NodeHistograms histograms;

    Histograms(const NodeProblem& problem, std::size_t slots)
        : columns(problem.matrix, problem.stride),
          dense(columns.in_form(ColumnForm::dense)),
          sparse(columns.in_form(ColumnForm::list)),
          histograms(columns, slots) {}

    void build(std::size_t slot, const std::vector<std::uint32_t>& rows, const NodeProblem& problem) {
        for (std::size_t batch = 0; batch < histograms.batches(); ++batch)
            histograms.build(slot, batch, rows, problem.weights.data());
    }
    void subtract(std::size_t slot, std::size_t child) {
        for (std::size_t batch = 0; batch < histograms.batches(); ++batch)
            histograms.subtract(slot, child, batch);
    }
    /// Each column's best threshold in the slot is as good as the best of plain sums over `rows`.
    void check(std::size_t slot, const std::vector<std::uint32_t>& rows, const NodeProblem& problem) {
        const std::vector<double> totals = problem.totals(rows);
        for (std::size_t c = 0; c < histograms.features().size(); ++c) {
            const std::uint32_t feature = histograms.features()[c];
            const ThresholdScore found = histograms.best(slot, c, totals, 0);
            INFO("column " << feature);
            CHECK(found.edge == problem.best_edge(rows, feature, false));
            CHECK(found.edge == problem.edge(rows, feature, found.threshold));
        }
    }
};

}  // namespace

TEST_CASE("A node's histograms are plain sums over its rows", "[nodes]") {
    const NodeProblem problem(2000, 23, 1);
    Histograms h(problem, 2);
    REQUIRE(h.dense.size() > 4);  // a batch of four and a rest
    REQUIRE(h.sparse.size() > 1);
    std::vector<std::uint32_t> all(2000), some;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        all[i] = i;
        if (i % 7 < 3) some.push_back(i);
    }
    h.build(0, {}, problem);
    h.check(0, all, problem);
    h.build(1, some, problem);
    h.check(1, some, problem);
    h.check(0, all, problem);
}

TEST_CASE("A child's histogram is its parent's minus its sibling's", "[nodes]") {
    const NodeProblem problem(2000, 23, 2);
    Histograms h(problem, 3);
    std::vector<std::uint32_t> below, above;
    for (std::uint32_t i = 0; i < 2000; ++i)
        (problem.matrix.columns[0].at(i) > 0 ? above : below).push_back(i);
    h.build(0, {}, problem);
    h.build(1, above, problem);
    h.subtract(0, 1);
    h.check(0, below, problem);
    h.check(1, above, problem);
    h.histograms.exchange(0, 1);
    h.check(1, below, problem);
    h.check(0, above, problem);
}
