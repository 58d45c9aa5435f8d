#pragma once
/// Hyper-parameters of the boosters and of their evaluation, each described once.
#include "boosting/rows/sampler.hpp"
#include "learners/priced/account.hpp"
#include "metrics/classification.hpp"
#include "selectors/base_class.hpp"
#include "selectors/rows.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace reboost::boosting {

enum class BoosterFamily { adaboost_mh, gradient, budgeted, bandit_problem };

/// Which learners a booster can use.
enum class LearnerNeed {
    any,        ///< the booster uses no learner; any is accepted
    votes,      ///< a learner whose hypotheses vote: stump, product, tree
    stump,      ///< the stump, in place of which a rule that ranks cuts by price has its own search
    regression  ///< a learner that fits gradients: regression_tree
};

/// Defaults of the traits that a booster's options state besides `kName` and `kFamily`.
struct BoosterTraits {
    /// Whether the booster itself, not only its selector, draws random numbers from `seed`.
    static constexpr bool kDraws = false;
    /// Whether a selector chooses the features that are searched.
    static constexpr bool kUsesSelector = true;
    LearnerNeed learner_need() const { return LearnerNeed::votes; }
    /// Whether the booster draws random numbers from `dataset.seed` (prices, trials).
    bool draws_by_dataset_seed() const { return false; }
    /// Boosting rounds per progress step; a trial, or a play of a bandit problem, is one step.
    std::int64_t rounds_per_progress_step() const { return 1; }
    /// Average number of learners fitted per round, for this number of classes.
    double learners_per_round(double /*classes*/) const { return 1; }
    // std::int64_t progress_steps() const: number of progress steps of a run. Each booster defines it.
};

enum class InitialWeights { balanced, uniform };

/// Discrete AdaBoost.MH (kdd2009 §2).
struct AdaBoostMhOptions : BoosterTraits {
    static constexpr std::string_view kName = "adaboost_mh";
    static constexpr BoosterFamily kFamily = BoosterFamily::adaboost_mh;
    std::int64_t rounds = 1000;
    InitialWeights weights = InitialWeights::balanced;
    double alpha_smoothing = 0;
    double max_alpha = 20;
    std::int64_t oracle_every = 0;
    selectors::RowOptions rows = {};
    std::int64_t progress_steps() const { return rounds; }
};
void describe(Fields& field, AdaBoostMhOptions& o);

/// Options common to mart, robust logitboost and their abc forms (abc2010 Algorithms 1 and 2).
struct GradientOptions : BoosterTraits {
    static constexpr BoosterFamily kFamily = BoosterFamily::gradient;
    static constexpr bool kDraws = true;
    std::int64_t rounds = 1000;
    double shrinkage = 0.1;
    double row_sampling = 1;
    RowSamplerOptions rows = {};
    double loss_floor = 2e-14;
    double leaf_clip = 50;
    LearnerNeed learner_need() const { return LearnerNeed::regression; }
    std::int64_t progress_steps() const { return rounds; }
    /// One tree per class.
    double learners_per_round(double classes) const { return classes; }
};
void describe(Fields& field, GradientOptions& o);

/// Multiple additive regression trees (Friedman 2001): splits by abc2010 eq. 8.
struct MartOptions : GradientOptions {
    static constexpr std::string_view kName = "mart";
};

/// Robust logitboost (abc2010 Algorithm 1): splits by eq. 7.
struct LogitboostOptions : GradientOptions {
    static constexpr std::string_view kName = "logitboost";
};

/// Options of the abc forms, which add a base-class rule.
struct AbcOptions : GradientOptions {
    selectors::BaseClassOptions base_class{"gap"};
    /// K − 1 trees for each base class tried (abc2010 §3).
    double learners_per_round(double classes) const { return (classes - 1) * base_class->tried(classes); }
};
void describe(Fields& field, AbcOptions& o);

/// abc-mart: eq. 8 with the derivatives (10) and (11).
struct AbcMartOptions : AbcOptions {
    static constexpr std::string_view kName = "abc_mart";
};

/// abc-logitboost (abc2010 Algorithm 2): eq. 7 with the derivatives (10) and (11).
struct AbcLogitboostOptions : AbcOptions {
    static constexpr std::string_view kName = "abc_logitboost";
};

// Budgeted boosting (ijcai2015).

/// Source of the prices. Random prices use dataset.seed; with `correlated` more useful features cost more.
enum class PriceRule { uniform, random, correlated, file, named };

struct PriceOptions {
    PriceRule rule = PriceRule::random;
    double low = 0, high = 2;
    double correlation = 1;
    std::string file;
    std::string file_sha256;  ///< SHA-256 when the run was planned. Not settable; part of the run id
    learners::PriceUnit unit = learners::PriceUnit::cut;
    /// Whether prices are drawn, by dataset.seed.
    bool drawn() const { return rule == PriceRule::random || rule == PriceRule::correlated; }
};
void describe(Fields& field, PriceOptions& o);

/// Several trials in one run, each with its own rows of the training part and prices, by dataset.seed.
struct TrialOptions {
    std::int64_t count = 0;
    std::int64_t train_rows = 0;
    std::int64_t test_rows = 0;
    double budget_step = 2;
    double budget_max = 60;

    /// Returns the number of test rows of a trial that draws its rows from `rows` rows.
    std::int64_t test_rows_of(std::int64_t rows) const {
        return test_rows > 0 ? test_rows : std::max<std::int64_t>(0, rows - train_rows);
    }
};
void describe(Fields& field, TrialOptions& o);

/// What happens when the chosen hypothesis cannot be paid: stop (Algorithm 1, line 6), or pass it over.
enum class Unaffordable { stop, pass_over };

/// Options common to all budgeted boosters.
struct BudgetedOptions : BoosterTraits {
    static constexpr BoosterFamily kFamily = BoosterFamily::budgeted;
    std::int64_t rounds = 500;
    std::optional<double> budget;
    PriceOptions prices;
    Unaffordable unaffordable = Unaffordable::stop;
    double max_alpha = 20;
    TrialOptions trials;
    bool draws_by_dataset_seed() const { return trials.count > 0 || prices.drawn(); }
    std::int64_t progress_steps() const { return trials.count > 0 ? trials.count : rounds; }
    std::int64_t rounds_per_progress_step() const { return trials.count > 0 ? rounds : 1; }
    /// A rule that ranks by edges alone accepts any hypothesis; passing over unaffordable ones needs stumps.
    LearnerNeed learner_need() const {
        return unaffordable == Unaffordable::pass_over ? LearnerNeed::stump : LearnerNeed::votes;
    }
};
void describe(Fields& field, BudgetedOptions& o);

/// A rule that ranks cuts by their prices.
struct PricedRuleOptions : BudgetedOptions {
    LearnerNeed learner_need() const { return LearnerNeed::stump; }
};

/// AdaBoostBT (Algorithm 1): plain AdaBoost that stops when its next hypothesis cannot be paid.
struct AdaBoostBtOptions : BudgetedOptions {
    static constexpr std::string_view kName = "adaboost_bt";
    static constexpr learners::BudgetRule kRule = learners::BudgetRule::edge;
};

/// AdaBoostBT_Greedy (eq. 1).
struct AdaBoostBtGreedyOptions : PricedRuleOptions {
    static constexpr std::string_view kName = "adaboost_bt_greedy";
    static constexpr learners::BudgetRule kRule = learners::BudgetRule::greedy;
};

/// AdaBoostBT_Smoothed (eq. 2, with the τ of section 4).
struct AdaBoostBtSmoothedOptions : PricedRuleOptions {
    static constexpr std::string_view kName = "adaboost_bt_smoothed";
    static constexpr learners::BudgetRule kRule = learners::BudgetRule::smoothed;
    double tau = 1;
};
void describe(Fields& field, AdaBoostBtSmoothedOptions& o);

/// Greedy, then Smoothed once the best unused feature's −ln(1−γ²)/c is below a threshold (section 4, end).
struct AdaBoostBtHybridOptions : PricedRuleOptions {
    static constexpr std::string_view kName = "adaboost_bt_hybrid";
    static constexpr learners::BudgetRule kRule = learners::BudgetRule::hybrid;
    double switch_quality = 0.1;
    double tau = 1;
};
void describe(Fields& field, AdaBoostBtHybridOptions& o);

/// SpeedBoost (Grubb & Bagnell 2012) with exponential loss, in the closed form of appendix A.
struct SpeedBoostOptions : PricedRuleOptions {
    static constexpr std::string_view kName = "speedboost";
    static constexpr learners::BudgetRule kRule = learners::BudgetRule::speedboost;
};

/// Whether AdaBoostRS draws its hypotheses once, or anew for each test example.
enum class SampleDraw { once, each_example };
/// Draws are in proportion to α, or to α over the price with reweighted votes (Reyzin 2011).
enum class SampleWeights { alpha, alpha_per_price };

/// AdaBoostRS (Reyzin 2011): draws hypotheses of an AdaBoost of T rounds while they can be paid.
struct AdaBoostRsOptions : BudgetedOptions {
    static constexpr std::string_view kName = "adaboost_rs";
    static constexpr learners::BudgetRule kRule = learners::BudgetRule::plain;
    static constexpr bool kDraws = true;
    SampleDraw draw = SampleDraw::once;
    SampleWeights weights = SampleWeights::alpha;
};
void describe(Fields& field, AdaBoostRsOptions& o);

/// A decision tree on the same binary features, pruned to given numbers of nodes (Figure 3). In trials only.
struct DecisionTreeOptions : BoosterTraits {
    static constexpr std::string_view kName = "decision_tree";
    static constexpr BoosterFamily kFamily = BoosterFamily::budgeted;
    static constexpr bool kUsesSelector = false;
    std::int64_t max_nodes = 255;
    PriceOptions prices;
    TrialOptions trials;
    LearnerNeed learner_need() const { return LearnerNeed::any; }
    bool draws_by_dataset_seed() const { return trials.count > 0 || prices.drawn(); }
    std::int64_t progress_steps() const { return trials.count; }
};
void describe(Fields& field, DecisionTreeOptions& o);

/// bernoulli: arm i pays 1 with probability means[i] (zhao2019 Figure 2). switching: as bernoulli, but the
/// means rotate by one arm every `period` steps. against_ucb: a fixed sequence on which UCB1 earns nothing
/// (zhao2019 Figure 3, "for any deterministic forecaster …"); only the number of `means` counts.
enum class BanditProblemKind { bernoulli, switching, against_ucb };

/// A plain bandit problem, played by the policy of the run's selector, without boosting: it shows a policy's
/// regret beside its known bound (zhao2019 §2).
struct BanditProblemOptions : BoosterTraits {
    static constexpr std::string_view kName = "bandit_problem";
    static constexpr BoosterFamily kFamily = BoosterFamily::bandit_problem;
    static constexpr bool kDraws = true;
    std::int64_t rounds = 10000;
    BanditProblemKind problem = BanditProblemKind::bernoulli;
    std::vector<double> means{0.9, 0.8, 0.7, 0.5, 0.3};
    std::int64_t period = 1000;
    std::int64_t plays = 20;
    LearnerNeed learner_need() const { return LearnerNeed::any; }
    std::int64_t progress_steps() const { return plays; }
    std::int64_t rounds_per_progress_step() const { return rounds; }
};
void describe(Fields& field, BanditProblemOptions& o);

using BoosterOptions =
    std::variant<AdaBoostMhOptions, MartOptions, LogitboostOptions, AbcMartOptions, AbcLogitboostOptions,
                 AdaBoostRsOptions, AdaBoostBtOptions, AdaBoostBtGreedyOptions, AdaBoostBtSmoothedOptions,
                 AdaBoostBtHybridOptions, SpeedBoostOptions, DecisionTreeOptions, BanditProblemOptions>;

BoosterFamily family_of(const BoosterOptions& booster);
/// Returns the family of the booster of this name. Throws UsageError for an unknown name.
BoosterFamily family_of(std::string_view booster);

using metrics::TieRule;

/// When and how the parts are evaluated; part of the run's identity.
struct EvaluationOptions {
    TieRule ties = TieRule::error;
    std::int64_t test_every = 1;
    double train_points_per_decade = 10;
    double validation_fraction = 0;
    std::int64_t patience = 0;
    double ranking_points_per_decade = 0;
};
void describe(Fields& field, EvaluationOptions& o);

}  // namespace reboost::boosting
