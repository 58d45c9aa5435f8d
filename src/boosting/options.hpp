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
template <class Visitor>
void describe(Visitor& visit, AdaBoostMhOptions& o) {
    visit("rounds", o.rounds, FieldInfo{"T", 1, 1e9});
    visit("weights", o.weights, FieldInfo{"initial weights: balanced (kdd2009 eq. 2) or uniform 1/(nK)"});
    visit("alpha_smoothing", o.alpha_smoothing,
          FieldInfo{"s·n in α = ½ ln((ε⁺+s)/(ε⁻+s)); the authors' program: 0.01", 0, 1});
    visit("max_alpha", o.max_alpha, FieldInfo{"cap of α as γ → 1", 0.1, 1000});
    visit("oracle_every", o.oracle_every,
          FieldInfo{
              "stumps: every n rounds all features are evaluated beside the run, for its regret; 0: never", 0,
              1e9});
    visit("rows", o.rows,
          FieldInfo{"the rows that stumps are searched on; all rows are weighed and updated"});
}

using BoosterOptions =
    std::variant<AdaBoostMhOptions, MartOptions, LogitboostOptions, AbcMartOptions, AbcLogitboostOptions,
                 AdaBoostRsOptions, AdaBoostBtOptions, AdaBoostBtGreedyOptions, AdaBoostBtSmoothedOptions,
                 AdaBoostBtHybridOptions, SpeedBoostOptions, DecisionTreeOptions, BanditProblemOptions>;
static_assert(kEachAlternative<BoosterOptions, []<class B>() { return StatedBooster<B>; }>,
              "a booster's options state what boosting/options/statement.hpp lists: kName, kFamily, kDraws, "
              "kUsesSelector, learner_need(), draws_by_dataset_seed(), progress_steps(), "
              "rounds_per_progress_step() and learners_per_round()");

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
template <class Visitor>
void describe(Visitor& visit, EvaluationOptions& o) {
    visit("ties", o.ties,
          FieldInfo{"one-error where the true class ties with another: an error, or the first maximum wins"});
    visit("test_every", o.test_every,
          FieldInfo{"rounds from one measurement of the test losses to the next", 1, 1e9});
    visit("train_points_per_decade", o.train_points_per_decade,
          FieldInfo{
              "training losses at this many log-spaced rounds per decade, the first and the last included", 0,
              1e6});
    visit("validation_fraction", o.validation_fraction,
          FieldInfo{"share of the training rows held out for validation", 0, 0.9});
    visit("patience", o.patience,
          FieldInfo{"stop after this many rounds without a lower validation error; 0: never", 0, 1e9});
    visit("ranking_points_per_decade", o.ranking_points_per_decade,
          FieldInfo{"AdaBoost.MH: AUC and balanced accuracy at this many log-spaced rounds per decade; 0: of "
                    "binary sets after the last round",
                    0, 1e6});
}

}  // namespace reboost::boosting
