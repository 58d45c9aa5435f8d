#pragma once
/// What the options of every booster state beside their fields; plan, cost, factories and checks read it.
#include "boosting/booster_traits.hpp"
#include "boosting/budget_options.hpp"
#include "core/fields.hpp"
#include "metrics/classification.hpp"
#include "selectors/base_class.hpp"
#include "selectors/rows.hpp"

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace reboost::boosting {

/// A plain bandit problem, played by the policy of the run's selector: no boosting, to see a policy's regret
/// where its bound is known (zhao2019 §2).

/// bernoulli: arm i pays 1 with probability means[i] (zhao2019 Figure 2). switching: the same, the means
/// moved on by one arm every `period` steps. against_ucb: written down beforehand so that UCB1 earns nothing
/// (zhao2019 Figure 3, "for any deterministic forecaster …"); of `means` only their number counts.
enum class BanditProblemKind { bernoulli, switching, against_ucb };
constexpr EnumNames<BanditProblemKind, 3> enum_names(BanditProblemKind) {
    return {{{BanditProblemKind::bernoulli, "bernoulli"},
             {BanditProblemKind::switching, "switching"},
             {BanditProblemKind::against_ucb, "against_ucb"}}};
}

struct BanditProblemOptions {
    static constexpr std::string_view kName = "bandit_problem";
    static constexpr BoosterFamily kFamily = BoosterFamily::bandit_problem;
    static constexpr bool kDraws = true;
    static constexpr bool kUsesSelector = true;
    std::int64_t rounds = 10000;
    BanditProblemKind problem = BanditProblemKind::bernoulli;
    std::vector<double> means{0.9, 0.8, 0.7, 0.5, 0.3};
    std::int64_t period = 1000;
    std::int64_t plays = 20;
    LearnerNeed learner_need() const { return LearnerNeed::any; }
    bool draws_by_dataset_seed() const { return false; }
    std::int64_t progress_steps() const { return plays; }
    std::int64_t rounds_per_progress_step() const { return rounds; }
    double learners_per_round(double) const { return 1; }
};
void describe(Fields& field, BanditProblemOptions& o);

/// Which rows the trees of a round of mart, logitboost and their abc forms see, each way described once.

/// `row_sampling` of the rows, drawn anew each round, each with the same chance (Friedman 2002).
struct UniformRowsOptions {
    static constexpr std::string_view kName = "uniform";
    bool operator==(const UniformRowsOptions&) const = default;
};
void describe(Fields& field, UniformRowsOptions& o);

/// Gradient-based one-side sampling (Ke et al., LightGBM, NIPS 2017, Algorithm 2).
struct GossOptions {
    static constexpr std::string_view kName = "goss";
    static constexpr ShortLabel kLabel{{"top", "other"}};
    double top = 0.2;
    double other = 0.1;
    bool operator==(const GossOptions&) const = default;
};
void describe(Fields& field, GossOptions& o);

/// Minimal variance sampling (Ibragimov & Gusev, NeurIPS 2019).
struct MvsOptions {
    static constexpr std::string_view kName = "mvs";
    static constexpr ShortLabel kLabel{{"share"}};
    double share = 0.5;
    double lambda = 0.1;
    bool operator==(const MvsOptions&) const = default;
};
void describe(Fields& field, MvsOptions& o);

using RowSamplerOptions = std::variant<UniformRowsOptions, GossOptions, MvsOptions>;

/// Hyper-parameters of mart, robust logitboost and their abc forms (abc2010 Algorithms 1 and 2), each
/// described once.

/// What the four have in common.
struct GradientOptions {
    static constexpr BoosterFamily kFamily = BoosterFamily::gradient;
    static constexpr bool kDraws = true;
    static constexpr bool kUsesSelector = true;
    std::int64_t rounds = 1000;
    double shrinkage = 0.1;
    double row_sampling = 1;
    RowSamplerOptions rows = {};
    double loss_floor = 2e-14;
    double leaf_clip = 50;
    LearnerNeed learner_need() const { return LearnerNeed::regression; }
    bool draws_by_dataset_seed() const { return false; }
    std::int64_t progress_steps() const { return rounds; }
    std::int64_t rounds_per_progress_step() const { return 1; }
    /// One tree per class.
    double learners_per_round(double classes) const { return classes; }
    bool operator==(const GradientOptions&) const = default;
};
void describe(Fields& field, GradientOptions& o);

/// Multiple additive regression trees (Friedman 2001): splits by abc2010 eq. 8.
struct MartOptions : GradientOptions {
    static constexpr std::string_view kName = "mart";
    bool operator==(const MartOptions&) const = default;
};

/// Robust logitboost (abc2010 Algorithm 1): splits by eq. 7.
struct LogitboostOptions : GradientOptions {
    static constexpr std::string_view kName = "logitboost";
    bool operator==(const LogitboostOptions&) const = default;
};

/// What an abc form adds: its base-class rule.
struct AbcOptions : GradientOptions {
    selectors::BaseClassOptions base_class = selectors::GapBaseOptions{};
    /// K − 1 trees for each base class tried (abc2010 §3).
    double learners_per_round(double classes) const {
        return (classes - 1) * std::visit([&](const auto& rule) { return rule.tried(classes); }, base_class);
    }
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

/// Hyper-parameters of the boosters and of their evaluation, each described once.

enum class InitialWeights { balanced, uniform };
constexpr EnumNames<InitialWeights, 2> enum_names(InitialWeights) {
    return {{{InitialWeights::balanced, "balanced"}, {InitialWeights::uniform, "uniform"}}};
}

/// Discrete AdaBoost.MH (kdd2009 §2).
struct AdaBoostMhOptions {
    static constexpr std::string_view kName = "adaboost_mh";
    static constexpr BoosterFamily kFamily = BoosterFamily::adaboost_mh;
    static constexpr bool kDraws = false;
    static constexpr bool kUsesSelector = true;
    std::int64_t rounds = 1000;
    InitialWeights weights = InitialWeights::balanced;
    double alpha_smoothing = 0;
    double max_alpha = 20;
    std::int64_t oracle_every = 0;
    selectors::RowOptions rows = {};
    LearnerNeed learner_need() const { return LearnerNeed::votes; }
    bool draws_by_dataset_seed() const { return false; }
    std::int64_t progress_steps() const { return rounds; }
    std::int64_t rounds_per_progress_step() const { return 1; }
    double learners_per_round(double) const { return 1; }
};
void describe(Fields& field, AdaBoostMhOptions& o);

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
