#pragma once
/// Hyper-parameters of the boosters and of their evaluation, each described once.
#include "boosting/budget_options.hpp"
#include "boosting/rows/sampler.hpp"
#include "metrics/classification.hpp"
#include "selectors/base_class.hpp"
#include "selectors/rows.hpp"

#include <variant>
#include <vector>

namespace reboost::boosting {

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

/// What mart, robust logitboost and their abc forms have in common (abc2010 Algorithms 1 and 2).
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

/// What an abc form adds: its base-class rule.
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

/// bernoulli: arm i pays 1 with probability means[i] (zhao2019 Figure 2). switching: the same, the means
/// moved on by one arm every `period` steps. against_ucb: written down beforehand so that UCB1 earns nothing
/// (zhao2019 Figure 3, "for any deterministic forecaster …"); of `means` only their number counts.
enum class BanditProblemKind { bernoulli, switching, against_ucb };

/// A plain bandit problem, played by the policy of the run's selector: no boosting, to see a policy's regret
/// where its bound is known (zhao2019 §2).
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
/// The family of the booster of this name. Throws UsageError on an unknown name.
BoosterFamily family_of(std::string_view booster);

using metrics::TieRule;

/// When the parts are evaluated; belongs to the run's identity.
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
