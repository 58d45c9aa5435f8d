#include "boosting/options/budget.hpp"

namespace reboost::boosting {

namespace {

void describe_budgeted(Fields& field, BudgetedOptions& o) {
    field("budget", o.budget, {"B; null: without limit", 0, 1e300});
    field("prices", o.prices, {"what features cost"});
    field("unaffordable", o.unaffordable, {"when the chosen hypothesis cannot be paid"});
    field("max_alpha", o.max_alpha, {"cap of α as γ → 1", 0.1, 1000});
    field("trials", o.trials, {"several trials in one run"});
}

}  // namespace

void describe(Fields& field, PriceOptions& o) {
    field("rule", o.rule,
          {"uniform: 1 each; random: U[low,high]; correlated: those draws, dearer the more useful the "
           "feature; file: from a file; named: the number after the @ in the column's name"});
    field("low", o.low, {"random, correlated: the lowest price", 0, 1e9});
    field("high", o.high, {"random, correlated: the highest price", 0, 1e9});
    field("correlation", o.correlation,
          {"correlated: 1, ranked by the edge at the initial weights; 0, not at all", 0, 1});
    field("file", o.file, {"file: numbers separated by blanks, commas or line ends; # begins a comment"});
    field("unit", o.unit,
          {"what a price buys: one cut of a column (ijcai2015), or a column with all its cuts"});
}

void describe(Fields& field, TrialOptions& o) {
    field("count", o.count, {"trials; 0: one training on the data set's own parts", 0, 1e6});
    field("train_rows", o.train_rows, {"training rows that a trial draws", 0, 1e9});
    field("test_rows", o.test_rows, {"test rows that a trial draws; 0: all others", 0, 1e9});
    field("budget_step", o.budget_step, {"the error is recorded at these steps of the budget", 1e-6, 1e9});
    field("budget_max", o.budget_max, {"and up to this budget", 1e-6, 1e9});
}

void describe(Fields& field, BudgetedOptions& o) {
    field("rounds", o.rounds, {"T at most", 1, 1e9});
    describe_budgeted(field, o);
}

void describe(Fields& field, AdaBoostBtSmoothedOptions& o) {
    field("rounds", o.rounds, {"T at most", 1, 1e9});
    field("tau", o.tau, {"scales what was spent; 0 is Greedy", 0, 1});
    describe_budgeted(field, o);
}

void describe(Fields& field, AdaBoostBtHybridOptions& o) {
    field("rounds", o.rounds, {"T at most", 1, 1e9});
    field("switch_quality", o.switch_quality,
          {"turn smoothed when the best −ln(1−γ²)/c of unpaid features is below this", 0, 1e300});
    field("tau", o.tau, {"scales what was spent", 0, 1});
    describe_budgeted(field, o);
}

void describe(Fields& field, AdaBoostRsOptions& o) {
    field("rounds", o.rounds, {"T of the AdaBoost that is drawn from", 1, 1e9});
    field("draw", o.draw, {"drawn once, or anew for each test example"});
    field("weights", o.weights, {"drawn in proportion to α, or to α over the price"});
    describe_budgeted(field, o);
}

void describe(Fields& field, DecisionTreeOptions& o) {
    field("max_nodes", o.max_nodes, {"the tree is grown to this many nodes, leaves included", 1, 1e6});
    field("prices", o.prices, {"what features cost"});
    field("trials", o.trials, {"trials"});
}

}  // namespace reboost::boosting
