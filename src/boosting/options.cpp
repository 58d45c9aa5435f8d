#include "boosting/options.hpp"

#include "boosting/recipe.hpp"
#include "core/error.hpp"

namespace reboost::boosting {

BoosterFamily family_of(const BoosterOptions& booster) {
    return std::visit([](const auto& options) { return options.kFamily; }, booster);
}

BoosterFamily family_of(std::string_view booster) {
    BoosterOptions options;
    VariantField<BoosterOptions> choice(options);
    for (std::size_t i = 0; i < choice.size(); ++i)
        if (choice.alternative(i).name == booster) {
            choice.choose(i);
            return family_of(options);
        }
    throw UsageError("unknown booster '" + std::string(booster) + "'");
}

void describe(Fields& field, AdaBoostMhOptions& o) {
    field("rounds", o.rounds, {"T", 1, 1e9});
    field("weights", o.weights, {"initial weights: balanced (kdd2009 eq. 2) or uniform 1/(nK)"});
    field("alpha_smoothing", o.alpha_smoothing,
          {"s·n in α = ½ ln((ε⁺+s)/(ε⁻+s)); the authors' program: 0.01", 0, 1});
    field("max_alpha", o.max_alpha, {"cap of α as γ → 1", 0.1, 1000});
    field("oracle_every", o.oracle_every,
          {"stumps: every n rounds all features are evaluated beside the run, for its regret; 0: never", 0,
           1e9});
    field("rows", o.rows,
          {.help = "the rows that stumps are searched on; all rows are weighed and updated",
           .absent_at_default = true});
}

void describe(Fields& field, EvaluationOptions& o) {
    field("ties", o.ties,
          {"one-error where the true class ties with another: an error, or the first maximum wins"});
    field("test_every", o.test_every, {"rounds from one measurement of the test losses to the next", 1, 1e9});
    field("train_points_per_decade", o.train_points_per_decade,
          {"training losses at this many log-spaced rounds per decade, the first and the last included", 0,
           1e6});
    field("validation_fraction", o.validation_fraction,
          {"share of the training rows held out for validation", 0, 0.9});
    field("patience", o.patience,
          {"stop after this many rounds without a lower validation error; 0: never", 0, 1e9});
    field("ranking_points_per_decade", o.ranking_points_per_decade,
          {"AdaBoost.MH: AUC and balanced accuracy at this many log-spaced rounds per decade; 0: of "
           "binary sets after the last round",
           0, 1e6});
}

void describe(Fields& field, BanditProblemOptions& o) {
    field("rounds", o.rounds, {"n, the steps of a play", 1, 1e8});
    field("problem", o.problem,
          {"bernoulli arms, switching ones, or against_ucb: a sequence on which UCB1 earns nothing"});
    field("means", o.means, {"the arms' probabilities of paying 1", 0, 1});
    field("period", o.period, {"switching: steps until the means move on by one arm", 1, 1e9});
    field("plays", o.plays, {"independent plays; expectations are means over them", 1, 1e6});
}

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

void describe(Fields& field, GradientOptions& o) {
    field("rounds", o.rounds, {"M", 1, 1e9});
    field("shrinkage", o.shrinkage, {"ν", 1e-6, 1});
    field("row_sampling", o.row_sampling, {"fraction of the rows that the trees of a round see", 1e-6, 1});
    field("rows", o.rows,
          {.help = "how the rows of a round are drawn; all but uniform want row_sampling 1",
           .absent_at_default = true});
    field("loss_floor", o.loss_floor,
          {"stop when the training loss (a sum over rows) falls below this", 0, 1});
    field("leaf_clip", o.leaf_clip,
          {"a leaf's Newton step is clamped to ± this before ν: rare classes would diverge", 1e-6, 1e9});
}

void describe(Fields& field, AbcOptions& o) {
    describe(field, static_cast<GradientOptions&>(o));
    field("base_class", o.base_class, {"how the base class of a round is found"});
}

data::BinningOptions binning_of(const learners::LearnerOptions& learner) {
    return std::visit([](const auto& options) { return options.binning; }, learner);
}

}  // namespace reboost::boosting
