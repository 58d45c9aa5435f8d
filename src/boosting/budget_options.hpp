#pragma once
/// Hyper-parameters of budgeted boosting (ijcai2015), each described once.
#include "boosting/booster_traits.hpp"
#include "learners/priced/account.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reboost::boosting {

/// Where the prices come from. Random ones are drawn by dataset.seed. `correlated`: the same draws, but the
/// more useful a feature, the higher its price.
enum class PriceRule { uniform, random, correlated, file, named };

struct PriceOptions {
    PriceRule rule = PriceRule::random;
    double low = 0, high = 2;
    double correlation = 1;
    std::string file;
    std::string file_sha256;  ///< when the run was planned. Not settable; hashed into the run id
    learners::PriceUnit unit = learners::PriceUnit::cut;
    /// By dataset.seed.
    bool drawn() const { return rule == PriceRule::random || rule == PriceRule::correlated; }
};
void describe(Fields& field, PriceOptions& o);

/// Several trials in one run: each draws its own training and test rows from the data set's training part
/// and its own prices, by dataset.seed and its number.
struct TrialOptions {
    std::int64_t count = 0;
    std::int64_t train_rows = 0;
    std::int64_t test_rows = 0;
    double budget_step = 2;
    double budget_max = 60;

    /// Test rows of a trial, drawn from `rows` in all.
    std::int64_t test_rows_of(std::int64_t rows) const {
        return test_rows > 0 ? test_rows : std::max<std::int64_t>(0, rows - train_rows);
    }
};
void describe(Fields& field, TrialOptions& o);

/// What happens when the chosen hypothesis cannot be paid: stop (Algorithm 1, line 6), or look only at what
/// still can be.
enum class Unaffordable { stop, pass_over };

/// What all budgeted boosters share.
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
    /// A rule that looks at edges alone takes any hypothesis; to skip what cannot be paid, single cuts.
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
/// In proportion to what: α, or α over the price (Reyzin 2011), votes then reweighted.
enum class SampleWeights { alpha, alpha_per_price };

/// AdaBoostRS (Reyzin 2011): plain AdaBoost of T rounds, then hypotheses drawn by α until the next cannot be
/// paid.
struct AdaBoostRsOptions : BudgetedOptions {
    static constexpr std::string_view kName = "adaboost_rs";
    static constexpr learners::BudgetRule kRule = learners::BudgetRule::plain;
    static constexpr bool kDraws = true;
    SampleDraw draw = SampleDraw::once;
    SampleWeights weights = SampleWeights::alpha;
};
void describe(Fields& field, AdaBoostRsOptions& o);

/// A decision tree on the same binary features, grown and pruned to a number of nodes (Figure 3). Only in
/// trials.
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

}  // namespace reboost::boosting
