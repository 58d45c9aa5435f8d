#include "boosting/compatibility.hpp"

#include "core/error.hpp"
#include "core/fields.hpp"

#include <cmath>
#include <utility>

namespace reboost::boosting {
namespace {

using learners::LearnerOptions;
using selectors::BanditOptions;

/// Collects the incompatibilities found so far.
class Refusals {
  public:
    void operator()(bool wrong, std::string path, std::string message) {
        if (wrong) found.push_back({std::move(path), std::move(message)});
    }
    /// Adds an incompatibility whose message begins with the option at fault.
    void option(bool wrong, const std::string& path, const std::string& message) {
        (*this)(wrong, path, path + message);
    }
    std::vector<Incompatibility> found;
};

template <class T>
const T* held(const auto& choice) {
    return std::get_if<T>(&choice);
}

std::string in_quotes(std::string_view name) {
    return "'" + std::string(name) + "'";
}

bool meets(const LearnerOptions& learner, LearnerNeed need) {
    if (need == LearnerNeed::stump) return held<learners::StumpOptions>(learner) != nullptr;
    const auto family = std::visit([](const auto& o) { return o.kFamily; }, learner);
    return need == LearnerNeed::any ||
           (family == learners::LearnerFamily::votes) == (need == LearnerNeed::votes);
}

/// Returns text such as "stump, product or tree".
std::string learners_for(LearnerNeed need) {
    std::vector<std::string> names;
    LearnerOptions learner;
    VariantField<LearnerOptions> choice(learner);
    for (std::size_t i = 0; i < choice.size(); ++i) {
        choice.choose(i);
        if (meets(learner, need)) names.emplace_back(name_of(learner));
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

/// Refuses options that the authors' program does not have.
void check_multiboost(const BanditOptions& bandit, Refusals& refuse) {
    const std::string program = ": variant 'multiboost' ";
    const BanditOptions usual;
    const auto& policy = bandit.policy;
    refuse(!policy.has_multiboost_form(), "selector.variant",
           "policy " + in_quotes(policy.name()) + " has no variant 'multiboost'");
    refuse.option(bandit.time != usual.time, "selector.time", program + "counts rewards");
    refuse.option(policy.option("first_pass") == Value("random"), "selector.policy.first_pass",
                  program + "pulls every arm before the first decision");
    refuse.option(bandit.reward_scale != usual.reward_scale, "selector.reward_scale",
                  program + "scales no rewards");
    refuse.option(policy.name() == "exp3" && policy.option("gamma") == Value(0.0), "selector.policy.gamma",
                  program + "derives none: give one above 0; the program's is 0.01");
    refuse.option(policy.name() == "exp3_p" &&
                      policy.option("delta") != bandits::PolicyOptions("exp3_p").option("delta"),
                  "selector.policy.delta", program + "derives nothing from it: give eta, lambda and horizon");
}

void check_selector(const Recipe& recipe, const DataFacts& data, Refusals& refuse) {
    // A selector's reports hold prices of features only if a budget's rule searches for a stump.
    const bool priced = base_of<BudgetedOptions>(recipe.booster) != nullptr &&
                        !held<AdaBoostRsOptions>(recipe.booster) &&
                        held<learners::StumpOptions>(recipe.learner);
    if (const BanditOptions* bandit = recipe.selector.bandit()) {
        refuse.option(bandit->price != selectors::PriceMap::ignore && !priced, "selector.price",
                      " needs features with prices that the search reports: the learner stump and a budgeted "
                      "booster other than adaboost_rs");
        if (bandit->variant == bandits::Variant::multiboost) check_multiboost(*bandit, refuse);
    }
    // Only the learners of AdaBoost.MH support queries with rows, and only one part may choose the rows.
    const auto* mh = held<AdaBoostMhOptions>(recipe.booster);
    const bool chooses = recipe.selector->chooses_rows();
    const std::string selector = "selector " + in_quotes(name_of(recipe.selector));
    refuse(chooses && mh == nullptr, "selector",
           selector + " chooses rows, too: that is for the booster adaboost_mh");
    refuse(chooses && mh != nullptr && !held<selectors::AllRowsOptions>(mh->rows), "booster.rows",
           selector + " chooses rows itself: booster.rows must be all");
    if (data.features == 0) return;
    const selectors::Scan scan = recipe.selector->scan();
    const std::int64_t arms = scan.arms_of(static_cast<std::int64_t>(data.features));
    refuse.option(scan.arms > arms, "selector.k",
                  " is " + std::to_string(scan.arms) + ", but the data set has only " + std::to_string(arms) +
                      (scan.group > 1 ? " groups of features" : " features"));
}

void check_bandit_problem(const Recipe& recipe, const DataFacts& data, Refusals& refuse) {
    const std::string booster = "booster 'bandit_problem' ", one_arm = booster + "pulls one arm per step: ";
    const BanditOptions* bandit = recipe.selector.bandit();
    refuse(bandit == nullptr, "selector",
           booster + "is played by a policy: it needs a bandit as selector, such as ucb, exp3 or exp3_p");
    if (bandit != nullptr) {
        refuse(bandit->k != 1, "selector.k", one_arm + "selector.k must be 1");
        refuse(bandit->group != 1, "selector.group", one_arm + "selector.group must be 1");
        refuse(bandit->variant != bandits::Variant::literature, "selector.variant",
               booster + "plays the literature's policies: selector.variant must be literature");
    }
    refuse.option(std::get<BanditProblemOptions>(recipe.booster).means.size() < 2, "booster.means",
                  ": a bandit problem has at least two arms");
    refuse(data.name != kNoData, "dataset",
           booster + "learns from no data: its data set is \"none\", not " + in_quotes(data.name));
}

void check_gradient(const Recipe& recipe, const DataFacts& data, Refusals& refuse) {
    const GradientOptions& options = *base_of<GradientOptions>(recipe.booster);
    const std::string name(name_of(recipe.booster)), set = "data set " + in_quotes(data.name) + " has ";
    refuse.option(options.row_sampling < 1 && options.rows.name() != "uniform", "booster.row_sampling",
                  " is the share of uniformly drawn rows: with booster.rows " +
                      in_quotes(options.rows.name()) + " it must be 1");
    refuse(data.multi_label, "dataset", name + " needs exactly one class per row; " + set + "several labels");
    if (data.classes == 0) return;
    const std::string has = "; " + set + std::to_string(data.classes);
    refuse(data.classes < 2, "dataset", name + " needs at least two classes" + has);
    const auto* abc = base_of<AbcOptions>(recipe.booster);
    const std::int64_t least = abc != nullptr ? abc->base_class->least_classes() : 0;
    refuse.option(static_cast<std::int64_t>(data.classes) < least, "booster.base_class",
                  " needs at least " + std::to_string(least) + " classes" + has);
}

void check_budgeted(const Recipe& recipe, const DataFacts& data, Refusals& refuse) {
    const TrialOptions& trials = *field_of<TrialOptions>(recipe.booster);
    const PriceOptions& prices = *field_of<PriceOptions>(recipe.booster);
    const auto* sampled = held<AdaBoostRsOptions>(recipe.booster);
    refuse(data.multi_label || (data.classes != 0 && data.classes != 2), "dataset",
           "budgeted boosting is for binary problems; data set " + in_quotes(data.name) + " has " +
               std::to_string(data.classes) + " classes");
    refuse(prices.rule == PriceRule::file && prices.file.empty(), "booster.prices",
           "prices.rule 'file' needs prices.file");
    refuse(prices.drawn() && prices.low > prices.high, "booster.prices.low",
           "prices.low is above prices.high");
    if (const auto* budgeted = base_of<BudgetedOptions>(recipe.booster)) {
        const bool passes_over = budgeted->unaffordable == Unaffordable::pass_over;
        refuse(sampled != nullptr && passes_over, "booster.unaffordable",
               "adaboost_rs ends with the first draw that cannot be paid: booster.unaffordable must be stop");
        refuse(trials.count > 0 && budgeted->budget && (sampled != nullptr || passes_over), "booster.budget",
               "these trials are drawn or trained for each budget up to booster.trials.budget_max: "
               "booster.budget must be null");
    }
    if (trials.count > 0) {
        refuse(recipe.evaluation.validation_fraction > 0, "evaluation.validation_fraction",
               "trials have no validation part: evaluation.validation_fraction must be 0");
        const std::string fault = data.rows == 0 ? "" : draw_fault(trials, data);
        return refuse(!fault.empty(), "booster.trials", fault);
    }
    refuse(held<DecisionTreeOptions>(recipe.booster), "booster",
           "booster 'decision_tree' is for trials (booster.trials.count); for a model of its own take "
           "adaboost_mh with rounds 1 and the learner tree");
    refuse(sampled != nullptr && sampled->draw != SampleDraw::once, "booster.draw",
           "adaboost_rs keeps one drawn model: draw 'each_example' is for trials");
}

void check_validation(const EvaluationOptions& evaluation, const DataFacts& data, Refusals& refuse) {
    const double fraction = evaluation.validation_fraction;
    refuse.option(fraction <= 0 && evaluation.patience > 0 && !data.own_validation, "evaluation.patience",
                  " needs evaluation.validation_fraction > 0");
    const std::string fault = fraction <= 0 ? "" : hold_out_fault(fraction, data);
    refuse(!fault.empty(), "evaluation.validation_fraction", fault);
}

}  // namespace

DataFacts facts_of(const data::BinnedSplit& data) {
    const data::Labels& labels = data.train_labels;
    const std::size_t columns =
        labels.classes == 1 ? 2 : labels.classes;  // number of classes if the classes have no names
    return {data.name,
            data.train.rows,
            data.train.features(),
            labels.class_names.empty() ? columns : labels.class_names.size(),
            labels.multi_label(),
            data.validation.rows > 0,
            data.test.rows};
}

std::string hold_out_fault(double fraction, const DataFacts& data) {
    if (data.own_validation)
        return "data set " + in_quotes(data.name) +
               " has a validation part of its own: evaluation.validation_fraction must be 0";
    const auto rows = static_cast<double>(data.rows);
    const double taken = std::round(fraction * rows);
    if (data.rows == 0 || (taken > 0 && taken < rows)) return "";
    return "evaluation.validation_fraction " + std::to_string(fraction) + " of " + std::to_string(data.rows) +
           " training rows leaves one side empty";
}

std::string draw_fault(const TrialOptions& trials, const DataFacts& data) {
    const auto all = static_cast<std::int64_t>(data.rows);
    const std::int64_t test_rows = trials.test_rows_of(all);
    if (trials.train_rows > 0 && test_rows > 0 && trials.train_rows + test_rows <= all) return "";
    return "booster.trials wants " + std::to_string(trials.train_rows) + " training and " +
           std::to_string(test_rows) + " test rows; data set " + in_quotes(data.name) + " has " +
           std::to_string(all) + " to draw from (its training part)";
}

std::vector<Incompatibility> incompatibilities(const Recipe& recipe, const DataFacts& data) {
    Refusals refuse;
    for (const auto& [part, program] : external_programs(recipe.selector, recipe.booster))
        refuse(program->command.empty() || program->command.front().empty(),
               (part == "selector" ? "" : "booster.") + std::string(part),
               "policy 'external' needs a command, such as [\"python3\", \"my_policy.py\"]");
    const BoosterFamily family = family_of(recipe.booster);
    if (family == BoosterFamily::bandit_problem) {
        check_bandit_problem(recipe, data, refuse);
        return refuse.found;
    }
    refuse(data.name == kNoData, "dataset",
           "data set 'none' holds nothing to learn: it is for the booster bandit_problem");
    const LearnerNeed need = std::visit([](const auto& o) { return o.learner_need(); }, recipe.booster);
    refuse(!meets(recipe.learner, need), "learner",
           "booster " + std::string(name_of(recipe.booster)) + " needs the learner " + learners_for(need) +
               ", not " + std::string(name_of(recipe.learner)));
    if (family == BoosterFamily::gradient) check_gradient(recipe, data, refuse);
    if (family == BoosterFamily::budgeted) check_budgeted(recipe, data, refuse);
    const auto* mh = held<AdaBoostMhOptions>(recipe.booster);
    const bool single_cut = std::visit([](const auto& o) { return o.kSingleCut; }, recipe.learner);
    refuse.option(mh != nullptr && mh->oracle_every > 0 && !single_cut, "booster.oracle_every",
                  " compares features: it needs the learner stump");
    const TrialOptions* trials = field_of<TrialOptions>(recipe.booster);
    if (trials == nullptr || trials->count == 0) check_validation(recipe.evaluation, data, refuse);
    const bool searches = std::visit([](const auto& o) { return o.kUsesSelector; }, recipe.booster);
    if (searches) check_selector(recipe, data, refuse);
    return refuse.found;
}

void require_fit(const Recipe& recipe, const DataFacts& data) {
    const auto found = incompatibilities(recipe, data);
    if (!found.empty()) throw UsageError(found.front().message);
}

}  // namespace reboost::boosting
