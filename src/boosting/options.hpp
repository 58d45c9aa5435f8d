#pragma once
/// Hyper-parameters of the boosters and of their evaluation, each described once.
#include "boosting/options/bandit_problem.hpp"
#include "boosting/options/budget.hpp"
#include "boosting/options/gradient.hpp"
#include "boosting/options/statement.hpp"
#include "core/fields.hpp"
#include "metrics/tie_rule.hpp"
#include "selectors/rows/options.hpp"

#include <cstdint>
#include <string_view>
#include <variant>

namespace reboost::boosting {

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
