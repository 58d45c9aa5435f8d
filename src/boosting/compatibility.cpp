#include "boosting/compatibility.hpp"

#include "boosting/recipe.hpp"
#include "core/choices.hpp"
#include "core/error.hpp"

#include <cmath>
#include <type_traits>
#include <utility>

namespace reboost::boosting {
namespace {

using Incompatibilities = std::vector<Incompatibility>;

template <class Learner>
constexpr bool meets(LearnerNeed need) {
    switch (need) {
        case LearnerNeed::any:
            return true;
        case LearnerNeed::votes:
            return Learner::kFamily == learners::LearnerFamily::votes;
        case LearnerNeed::stump:
            return std::is_same_v<Learner, learners::StumpOptions>;
        case LearnerNeed::regression:
            return Learner::kFamily == learners::LearnerFamily::regression;
    }
    return false;
}

bool meets(const learners::LearnerOptions& learner, LearnerNeed need) {
    return std::visit([&]<class Learner>(const Learner&) { return meets<Learner>(need); }, learner);
}

/// "stump, product or tree".
std::string learners_for(LearnerNeed need) {
    std::vector<std::string> names;
    learners::LearnerOptions learner;
    VariantField<learners::LearnerOptions> choice(learner);
    for (std::size_t i = 0; i < choice.size(); ++i) {
        choice.choose(i);
        if (meets(learner, need)) names.emplace_back(name_of(learner));
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

void check_learner(const Recipe& recipe, Incompatibilities& found) {
    const LearnerNeed need =
        std::visit([](const auto& options) { return options.learner_need(); }, recipe.booster);
    if (meets(recipe.learner, need)) return;
    const std::string given(name_of(recipe.learner));
    found.push_back({"learner", "booster " + std::string(name_of(recipe.booster)) + " needs the learner " +
                                    learners_for(need) + ", not " + given});
}

/// Only the learners of AdaBoost.MH understand queries that name rows, and one part alone can name them.
void check_row_choice(const Recipe& recipe, Incompatibilities& found) {
    const bool chooses = std::visit([](const auto& o) { return o.kChoosesRows; }, recipe.selector);
    if (!chooses) return;
    const std::string selector = "selector '" + std::string(name_of(recipe.selector)) + "'";
    const auto* options = std::get_if<AdaBoostMhOptions>(&recipe.booster);
    if (options == nullptr)
        found.push_back({"selector", selector + " chooses rows, too: that is for the booster adaboost_mh"});
    else if (!std::holds_alternative<selectors::AllRowsOptions>(options->rows))
        found.push_back({"booster.rows", selector + " chooses rows itself: booster.rows must be all"});
}

/// Whether reports to a selector hold what features cost: the search for a stump under a budget's rule does.
bool tells_prices(const Recipe& recipe) {
    return base_of<BudgetedOptions>(recipe.booster) != nullptr &&
           !std::holds_alternative<AdaBoostRsOptions>(recipe.booster) &&
           std::holds_alternative<learners::StumpOptions>(recipe.learner);
}

/// What the authors' program does not know.
void check_multiboost(const selectors::BanditOptions& bandit, Incompatibilities& found) {
    const std::string program = ": variant 'multiboost' ";
    if (bandit.time != selectors::BanditOptions{}.time)
        found.push_back({"selector.time", "selector.time" + program + "counts rewards"});
    if (bandit.policy.option("first_pass") == Value("random"))
        found.push_back({"selector.policy.first_pass", "selector.policy.first_pass" + program +
                                                           "pulls every arm before the first decision"});
    if (bandit.reward_scale != selectors::BanditOptions{}.reward_scale)
        found.push_back({"selector.reward_scale", "selector.reward_scale" + program + "scales no rewards"});
    if (bandit.policy.name() == "exp3" && bandit.policy.option("gamma") == Value(0.0))
        found.push_back(
            {"selector.policy.gamma",
             "selector.policy.gamma" + program + "derives none: give one above 0; the program's is 0.01"});
    if (const bandits::PolicyOptions exp3_p("exp3_p");
        bandit.policy.name() == "exp3_p" && bandit.policy.option("delta") != exp3_p.option("delta"))
        found.push_back(
            {"selector.policy.delta",
             "selector.policy.delta" + program + "derives nothing from it: give eta, lambda and horizon"});
}

void check_selector(const Recipe& recipe, const DataFacts& data, Incompatibilities& found) {
    const auto* bandit = std::get_if<selectors::BanditOptions>(&recipe.selector);
    if (bandit != nullptr && bandit->price != selectors::PriceMap::ignore && !tells_prices(recipe))
        found.push_back(
            {"selector.price",
             "selector.price needs features with prices that the search reports: the learner stump "
             "and a budgeted booster other than adaboost_rs"});
    if (bandit != nullptr && bandit->variant == bandits::Variant::multiboost &&
        !bandit->policy.has_multiboost_form())
        found.push_back({"selector.variant", "policy '" + std::string(name_of(bandit->policy)) +
                                                 "' has no variant 'multiboost'"});
    if (bandit != nullptr && bandit->variant == bandits::Variant::multiboost)
        check_multiboost(*bandit, found);
    check_row_choice(recipe, found);
    if (data.features == 0) return;
    const selectors::Scan scan =
        std::visit([](const auto& options) { return options.scan(); }, recipe.selector);
    const std::int64_t arms = scan.arms_of(static_cast<std::int64_t>(data.features));
    if (scan.arms > arms)
        found.push_back({"selector.k", "selector.k is " + std::to_string(scan.arms) +
                                           ", but the data set has only " + std::to_string(arms) +
                                           (scan.group > 1 ? " groups of features" : " features")});
}

void check_programs(const Recipe& recipe, Incompatibilities& found) {
    for (const auto& program : external_programs(recipe.selector, recipe.booster))
        if (program.program->command.empty() || program.program->command.front().empty()) {
            const std::string part(program.part);
            found.push_back({part == "selector" ? part : "booster." + part,
                             "policy 'external' needs a command, such as [\"python3\", \"my_policy.py\"]"});
        }
}

void check_bandit_problem(const Recipe& recipe, const DataFacts& data, Incompatibilities& found) {
    const auto* options = std::get_if<BanditProblemOptions>(&recipe.booster);
    const auto* bandit = std::get_if<selectors::BanditOptions>(&recipe.selector);
    const std::string one_arm = "booster 'bandit_problem' pulls one arm per step: ";
    if (bandit == nullptr) {
        found.push_back(
            {"selector",
             "booster 'bandit_problem' is played by a policy: it needs a bandit as selector, such "
             "as ucb, exp3 or exp3_p"});
    } else {
        if (bandit->k != 1) found.push_back({"selector.k", one_arm + "selector.k must be 1"});
        if (bandit->group != 1) found.push_back({"selector.group", one_arm + "selector.group must be 1"});
        if (bandit->variant != bandits::Variant::literature)
            found.push_back(
                {"selector.variant",
                 "booster 'bandit_problem' plays the literature's policies: selector.variant must be "
                 "literature"});
    }
    if (options->means.size() < 2)
        found.push_back({"booster.means", "booster.means: a bandit problem has at least two arms"});
    if (data.name != kNoData)
        found.push_back(
            {"dataset", "booster 'bandit_problem' learns from no data: its data set is \"none\", not '" +
                            data.name + "'"});
}

/// A share of uniform rows and another sampler exclude each other.
void check_rows(const Recipe& recipe, Incompatibilities& found) {
    const auto* options = base_of<GradientOptions>(recipe.booster);
    if (options == nullptr || options->row_sampling >= 1 ||
        std::holds_alternative<UniformRowsOptions>(options->rows))
        return;
    found.push_back({"booster.row_sampling",
                     "booster.row_sampling is the share of uniformly drawn rows: with booster.rows '" +
                         std::string(name_of(options->rows)) + "' it must be 1"});
}

void check_gradient(const Recipe& recipe, const DataFacts& data, Incompatibilities& found) {
    check_rows(recipe, found);
    const std::string name(name_of(recipe.booster));
    if (data.multi_label)
        found.push_back({"dataset", name + " needs exactly one class per row; data set '" + data.name +
                                        "' has several labels"});
    if (data.classes == 0) return;
    const std::string has = "; data set '" + data.name + "' has " + std::to_string(data.classes);
    if (data.classes < 2) found.push_back({"dataset", name + " needs at least two classes" + has});
    if (const auto* rule = field_of<selectors::BaseClassOptions>(recipe.booster)) {
        const std::int64_t least =
            std::visit([](const auto& options) { return options.least_classes(); }, *rule);
        if (static_cast<std::int64_t>(data.classes) < least)
            found.push_back({"booster.base_class", "booster.base_class needs at least " +
                                                       std::to_string(least) + " classes" + has});
    }
}

void check_prices(const PriceOptions& prices, Incompatibilities& found) {
    if (prices.rule == PriceRule::file && prices.file.empty())
        found.push_back({"booster.prices", "prices.rule 'file' needs prices.file"});
    if (prices.drawn() && prices.low > prices.high)
        found.push_back({"booster.prices.low", "prices.low is above prices.high"});
}

void check_trials(const TrialOptions& trials, const EvaluationOptions& evaluation, const DataFacts& data,
                  Incompatibilities& found) {
    if (evaluation.validation_fraction > 0)
        found.push_back({"evaluation.validation_fraction",
                         "trials have no validation part: evaluation.validation_fraction must be 0"});
    if (data.rows == 0) return;
    if (const std::string fault = draw_fault(trials, data); !fault.empty())
        found.push_back({"booster.trials", fault});
}

/// What a budget cannot mean.
void check_unaffordable(const Recipe& recipe, const TrialOptions& trials, Incompatibilities& found) {
    const auto* budgeted = base_of<BudgetedOptions>(recipe.booster);
    if (budgeted == nullptr) return;
    const bool sampled = std::holds_alternative<AdaBoostRsOptions>(recipe.booster),
               passes_over = budgeted->unaffordable == Unaffordable::pass_over;
    if (sampled && passes_over)
        found.push_back(
            {"booster.unaffordable",
             "adaboost_rs ends with the first draw that cannot be paid: booster.unaffordable must "
             "be stop"});
    if (trials.count > 0 && budgeted->budget && (sampled || passes_over))
        found.push_back({"booster.budget",
                         "these trials are drawn or trained for each budget up to booster.trials.budget_max: "
                         "booster.budget must be null"});
}

void check_budgeted(const Recipe& recipe, const DataFacts& data, Incompatibilities& found) {
    const TrialOptions& trials = *field_of<TrialOptions>(recipe.booster);
    if (data.multi_label || (data.classes != 0 && data.classes != 2))
        found.push_back({"dataset", "budgeted boosting is for binary problems; data set '" + data.name +
                                        "' has " + std::to_string(data.classes) + " classes"});
    check_prices(*field_of<PriceOptions>(recipe.booster), found);
    check_unaffordable(recipe, trials, found);
    if (trials.count > 0) return check_trials(trials, recipe.evaluation, data, found);
    if (std::holds_alternative<DecisionTreeOptions>(recipe.booster))
        found.push_back(
            {"booster",
             "booster 'decision_tree' is for trials (booster.trials.count); for a model of its own "
             "take adaboost_mh with rounds 1 and the learner tree"});
    const auto* sampled = std::get_if<AdaBoostRsOptions>(&recipe.booster);
    if (sampled != nullptr && sampled->draw != SampleDraw::once)
        found.push_back(
            {"booster.draw", "adaboost_rs keeps one drawn model: draw 'each_example' is for trials"});
}

void check_oracle(const Recipe& recipe, Incompatibilities& found) {
    const auto* options = std::get_if<AdaBoostMhOptions>(&recipe.booster);
    const bool single_cut =
        std::visit([]<class Learner>(const Learner&) { return Learner::kSingleCut; }, recipe.learner);
    if (options == nullptr || options->oracle_every == 0 || single_cut) return;
    found.push_back(
        {"booster.oracle_every", "booster.oracle_every compares features: it needs the learner stump"});
}

void check_validation(const EvaluationOptions& evaluation, const DataFacts& data, Incompatibilities& found) {
    const double fraction = evaluation.validation_fraction;
    if (fraction <= 0) {
        if (evaluation.patience > 0 && !data.own_validation)
            found.push_back(
                {"evaluation.patience", "evaluation.patience needs evaluation.validation_fraction > 0"});
        return;
    }
    if (const std::string fault = hold_out_fault(fraction, data); !fault.empty())
        found.push_back({"evaluation.validation_fraction", fault});
}

}  // namespace

DataFacts facts_of(const data::BinnedSplit& data) {
    const data::Labels& labels = data.train_labels;
    const std::size_t columns =
        labels.classes == 1 ? 2 : labels.classes;  // of rows whose classes are unnamed
    return {data.name,
            data.train.rows,
            data.train.features(),
            labels.class_names.empty() ? columns : labels.class_names.size(),
            labels.multi_label(),
            data.validation.rows > 0};
}

std::string hold_out_fault(double fraction, const DataFacts& data) {
    if (data.own_validation)
        return "data set '" + data.name +
               "' has a validation part of its own: evaluation.validation_fraction must be 0";
    const auto rows = static_cast<double>(data.rows);
    const double held = std::round(fraction * rows);
    if (data.rows == 0 || (held > 0 && held < rows)) return "";
    return "evaluation.validation_fraction " + std::to_string(fraction) + " of " + std::to_string(data.rows) +
           " training rows leaves one side empty";
}

std::string draw_fault(const TrialOptions& trials, const DataFacts& data) {
    const auto all = static_cast<std::int64_t>(data.rows);
    const std::int64_t test_rows = trials.test_rows_of(all);
    if (trials.train_rows > 0 && test_rows > 0 && trials.train_rows + test_rows <= all) return "";
    return "booster.trials wants " + std::to_string(trials.train_rows) + " training and " +
           std::to_string(test_rows) + " test rows; data set '" + data.name + "' has " + std::to_string(all) +
           " to draw from (its training part)";
}

std::vector<Incompatibility> incompatibilities(const Recipe& recipe, const DataFacts& data) {
    Incompatibilities found;
    check_programs(recipe, found);
    const BoosterFamily family = family_of(recipe.booster);
    if (family == BoosterFamily::bandit_problem) {
        check_bandit_problem(recipe, data, found);
        return found;
    }
    if (data.name == kNoData)
        found.push_back(
            {"dataset", "data set 'none' holds nothing to learn: it is for the booster bandit_problem"});
    check_learner(recipe, found);
    if (family == BoosterFamily::gradient) check_gradient(recipe, data, found);
    if (family == BoosterFamily::budgeted) check_budgeted(recipe, data, found);
    check_oracle(recipe, found);
    const TrialOptions* trials = field_of<TrialOptions>(recipe.booster);
    if (trials == nullptr || trials->count == 0) check_validation(recipe.evaluation, data, found);
    const bool searches =
        std::visit([](const auto& options) { return options.kUsesSelector; }, recipe.booster);
    if (searches) check_selector(recipe, data, found);
    return found;
}

void require_fit(const Recipe& recipe, const DataFacts& data) {
    const Incompatibilities found = incompatibilities(recipe, data);
    if (!found.empty()) throw UsageError(found.front().message);
}

}  // namespace reboost::boosting
