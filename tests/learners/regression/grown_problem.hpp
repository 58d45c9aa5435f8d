#pragma once
/// Growing one tree on a small problem.
#include "learners/mh/tree_problem.hpp"
#include "support/grow_tree.hpp"
#include "support/plain_selector.hpp"
#include "support/stored_target.hpp"

#include <numeric>

namespace reboost::testing {

inline learners::RegressionTreeOptions tree_options(std::int64_t leaves, std::int64_t min_leaf_rows = 1,
                                                    std::int64_t min_split_rows = 10) {
    learners::RegressionTreeOptions options;
    options.leaves = leaves;
    options.min_leaf_rows = min_leaf_rows;
    options.min_split_rows = min_split_rows;
    return options;
}

/// A builder for one problem, which outlives it, and the leaves of the tree grown last.
struct GrownProblem {
    const TreeProblem& problem;
    learners::HistogramLayout layout;
    learners::RegressionTreeBuilder builder;
    std::vector<std::uint16_t> leaves;

    explicit GrownProblem(const TreeProblem& p, const learners::RegressionTreeOptions& options = {},
                          learners::SplitCriterion criterion = learners::SplitCriterion::mart)
        : problem(p),
          layout(p.matrix),
          builder({p.matrix, {}, layout}, options, criterion),
          leaves(p.matrix.rows) {}

    learners::RegressionTree grow(learners::FeatureSelector* selector = nullptr,
                                  const learners::LeafRule& rule = {}) {
        return grow_tree(builder, StoredTarget(problem.gradient, problem.hessian), rule, problem.rows, leaves,
                         selector);
    }
    /// By the search of the columns that a selector names, here all.
    learners::RegressionTree grow_selected() {
        reference::PlainSelector every(problem.matrix.features(), problem.matrix.features());
        return grow(&every);
    }
};

/// One column; every hessian is 1.
inline TreeProblem one_column(const std::vector<std::uint16_t>& codes, std::uint32_t bins,
                              std::vector<double> gradient) {
    TreeProblem problem;
    problem.matrix.rows = codes.size();
    problem.matrix.columns.push_back(column_of(codes, bins));
    problem.gradient = std::move(gradient);
    problem.hessian.assign(codes.size(), 1.0);
    problem.rows.resize(codes.size());
    std::iota(problem.rows.begin(), problem.rows.end(), 0U);
    return problem;
}

}  // namespace reboost::testing
