#include "boosting/budget/trials.hpp"

#include "boosting/compatibility.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "data/prepare/splits.hpp"

#include <array>
#include <string>

namespace reboost::boosting {

std::shared_ptr<const data::BinnedSplit> draw_trial(const data::BinnedSplit& whole,
                                                    const TrialOptions& options, std::uint64_t seed,
                                                    std::uint64_t trial) {
    if (const std::string fault = draw_fault(options, facts_of(whole)); !fault.empty())
        throw UsageError(fault);
    const std::size_t all = whole.train.rows;
    const auto test_rows = static_cast<std::size_t>(options.test_rows_of(static_cast<std::int64_t>(all)));
    Rng rng(seed, "split of trial " + std::to_string(trial));
    const auto [train, test] =
        data::draw_rows(all, static_cast<std::size_t>(options.train_rows), test_rows, rng);
    auto split = std::make_shared<data::BinnedSplit>();
    split->name = whole.name;
    split->feature_names = whole.feature_names;
    split->train = whole.train.subset(train);
    split->test = whole.train.subset(test);
    split->train_labels = whole.train_labels.subset(train);
    split->test_labels = whole.train_labels.subset(test);
    return split;
}

namespace {

/// One number per trial.
struct TrialNumber {
    const char* name;
    const char* long_name;
    double TrialOutcome::*member;
};

constexpr auto kNumbers = std::to_array<TrialNumber>({
    {"final_error", "test error after the last round", &TrialOutcome::final_error},
    {"spent", "spent after the last round", &TrialOutcome::spent},
    {"rounds", "rounds trained", &TrialOutcome::rounds},
    {"features_paid", "distinct binary features in the model", &TrialOutcome::features_paid},
    {"dearest_round", "first round that uses a feature of the highest price; 0: none",
     &TrialOutcome::dearest_round},
    {"training_bound", "largest training error over the product of Z", &TrialOutcome::training_bound},
    {"margin_bound", "largest share of margins up to theta over its bound", &TrialOutcome::margin_bound},
    {"train_cpu_seconds", "CPU seconds of training", &TrialOutcome::train_cpu_seconds},
    {"wall_seconds", "wall seconds of training", &TrialOutcome::wall_seconds},
    {"eval_cpu_seconds", "CPU seconds of evaluation", &TrialOutcome::eval_cpu_seconds},
});

/// That number of every trial.
std::vector<double> each(const std::vector<TrialOutcome>& outcomes, const TrialNumber& number) {
    std::vector<double> values;
    for (const TrialOutcome& outcome : outcomes)
        values.push_back(outcome.*number.member);
    return values;
}

std::vector<double> flat(const std::vector<TrialOutcome>& outcomes,
                         std::vector<double> TrialOutcome::*member) {
    std::vector<double> values;
    for (const TrialOutcome& outcome : outcomes)
        values.insert(values.end(), (outcome.*member).begin(), (outcome.*member).end());
    return values;
}

}  // namespace

BudgetTrials::BudgetTrials(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                           const Resources& resources)
    : recipe_(recipe), data_(std::move(data)), resources_(resources) {
    const auto* tree = std::get_if<DecisionTreeOptions>(&recipe_.booster);
    grid_ = tree != nullptr ? node_grid(tree->max_nodes) : budget_grid(options());
    draw_trial(*data_, options(), recipe_.dataset_seed, 1);  // refuses now what would fail later
}

StopReason BudgetTrials::train(RoundObserver& observer) {
    const auto count = static_cast<std::size_t>(options().count);
    while (outcomes_.size() < count) {
        const std::uint64_t trial = outcomes_.size() + 1;
        outcomes_.push_back(run_budget_trial(
            recipe_, draw_trial(*data_, options(), recipe_.dataset_seed, trial), trial, resources_));
        report(observer);
        if (observer.interrupt() && outcomes_.size() < count) return StopReason::interrupted;
    }
    return StopReason::rounds_done;
}

void BudgetTrials::report(RoundObserver& observer) const {
    RoundRecord record;
    EvaluationRecord test;
    record.round = test.round = outcomes_.size();
    for (const TrialOutcome& outcome : outcomes_) {
        record.train_cpu_seconds += outcome.train_cpu_seconds;
        record.wall_seconds += outcome.wall_seconds;
        record.work += outcome.work;
        test.eval_cpu_seconds += outcome.eval_cpu_seconds;
    }
    record.spent = outcomes_.back().spent;
    test.part = Part::test;
    test.one_error = outcomes_.back().final_error;
    observer.on_round(record);
    observer.on_evaluation(test);
}

void BudgetTrials::save_curves(Archive& curves) const {
    const bool nodes = std::holds_alternative<DecisionTreeOptions>(recipe_.booster);
    curves.put(nodes ? "trials/nodes" : "trials/budget", grid_, "",
               nodes ? "nodes of the tree at most, leaves included" : "budget");
    const std::vector<std::size_t> shape{outcomes_.size(), grid_.size()};
    curves.put_shaped("trials/test_error", flat(outcomes_, &TrialOutcome::test_error), shape, "",
                      "test one-error, trials x grid");
    curves.put_shaped("trials/spent_at", flat(outcomes_, &TrialOutcome::spent_at), shape, "",
                      nodes ? "mean price of a test row's path, trials x grid" : "spent, trials x grid");
    for (const TrialNumber& number : kNumbers)
        curves.put(std::string("trials/") + number.name, each(outcomes_, number), "", number.long_name);
    const auto cuts = learners::cuts_of_columns(*data_);
    // What has a price of its own: a cut, or a column where columns are bought.
    const learners::PriceUnit unit = field_of<PriceOptions>(recipe_.booster)->unit;
    curves.put_scalar("trials/binary_features", learners::CutPrices::items(unit, cuts));
    curves.put_scalar("trials/train_rows", static_cast<std::uint64_t>(options().train_rows));
    const auto rows = static_cast<std::int64_t>(data_->train.rows);
    curves.put_scalar("trials/test_rows", static_cast<std::uint64_t>(options().test_rows_of(rows)));
}

void BudgetTrials::state(StateIO& io) {
    std::vector<std::uint64_t> work;
    for (const TrialOutcome& outcome : outcomes_)
        work.push_back(outcome.work);
    io.any_size("work", work);
    if (io.loading()) outcomes_.assign(work.size(), {});
    for (std::size_t trial = 0; trial < work.size(); ++trial)
        outcomes_[trial].work = work[trial];
    for (const auto& [name, member] :
         {std::pair{"test_error", &TrialOutcome::test_error}, {"spent_at", &TrialOutcome::spent_at}}) {
        for (TrialOutcome& outcome : outcomes_)
            (outcome.*member).resize(grid_.size());
        std::vector<double> values = flat(outcomes_, member);
        io(name, values);
        auto next = values.begin();
        for (TrialOutcome& outcome : outcomes_)
            for (double& value : outcome.*member)
                value = *next++;
    }
    for (const TrialNumber& number : kNumbers) {
        std::vector<double> values = each(outcomes_, number);
        io(number.name, values);
        for (std::size_t trial = 0; trial < values.size(); ++trial)
            outcomes_[trial].*number.member = values[trial];
    }
}

}  // namespace reboost::boosting
