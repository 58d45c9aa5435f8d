#include "boosting/budget/trials.hpp"

#include "boosting/compatibility.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "data/prepare/splits.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

namespace reboost::boosting {

SharedSplit draw_trial(const data::BinnedSplit& whole, const TrialOptions& options, std::uint64_t seed,
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
    {"training_bound", "largest training error over the product of Z", &TrialOutcome::training_error},
    {"margin_bound", "largest share of margins up to theta over its bound", &TrialOutcome::margin},
    {"train_cpu_seconds", "CPU seconds of training", &TrialOutcome::train_cpu_seconds},
    {"wall_seconds", "wall seconds of training", &TrialOutcome::wall_seconds},
    {"eval_cpu_seconds", "CPU seconds of evaluation", &TrialOutcome::eval_cpu_seconds},
});

class BudgetTrials final : public Booster {
  public:
    BudgetTrials(const Recipe& recipe, SharedSplit data, const Resources& resources)
        : recipe_(recipe), data_(std::move(data)), resources_(resources) {
        const auto* tree = std::get_if<DecisionTreeOptions>(&recipe_.booster);
        grid_ = tree != nullptr ? node_grid(tree->max_nodes) : budget_grid(options());
        draw(1);  // throws now if a trial would throw later
    }

    StopReason train(RoundObserver& observer) override {
        const auto count = static_cast<std::size_t>(options().count);
        while (rounds_trained() < count) {
            const std::uint64_t trial = rounds_trained() + 1;
            const TrialOutcome outcome = run_budget_trial(recipe_, draw(trial), trial, resources_);
            test_error_.insert(test_error_.end(), outcome.test_error.begin(), outcome.test_error.end());
            spent_at_.insert(spent_at_.end(), outcome.spent_at.begin(), outcome.spent_at.end());
            trials_.push_back(outcome);
            report(outcome, observer);
            if (observer.interrupt() && rounds_trained() < count) return StopReason::interrupted;
        }
        return StopReason::rounds_done;
    }
    std::size_t rounds_trained() const override { return trials_.size(); }
    void state(StateIO& io) override {
        io.first_column("work", trials_, &TrialOutcome::work);
        const std::size_t points = trials_.size() * grid_.size();
        io("test_error", test_error_, points)("spent_at", spent_at_, points);
        for (const TrialNumber& number : kNumbers)
            io.column(number.name, trials_, number.member);
    }
    void save_curves(Archive& curves) const override {
        const bool nodes = std::holds_alternative<DecisionTreeOptions>(recipe_.booster);
        curves.put(nodes ? "trials/nodes" : "trials/budget", grid_, "",
                   nodes ? "nodes of the tree at most, leaves included" : "budget");
        const std::vector<std::size_t> shape{trials_.size(), grid_.size()};
        curves.put_shaped("trials/test_error", test_error_, shape, "", "test one-error, trials x grid");
        curves.put_shaped("trials/spent_at", spent_at_, shape, "",
                          nodes ? "mean price of a test row's path, trials x grid" : "spent, trials x grid");
        std::vector<double> values(trials_.size());
        for (const auto& [name, long_name, member] : kNumbers) {
            std::ranges::transform(trials_, values.begin(), std::mem_fn(member));
            curves.put(std::string("trials/") + name, values, "", long_name);
        }
        // Priced items are cuts, or columns if the price unit is the column.
        const learners::PriceUnit unit = field_of<PriceOptions>(recipe_.booster)->unit;
        curves.put_scalar("trials/binary_features",
                          learners::CutPrices::items(unit, learners::cuts_of_columns(*data_)));
        curves.put_scalar("trials/train_rows", static_cast<std::uint64_t>(options().train_rows));
        const auto rows = static_cast<std::int64_t>(data_->train.rows);
        curves.put_scalar("trials/test_rows", static_cast<std::uint64_t>(options().test_rows_of(rows)));
    }

  private:
    const TrialOptions& options() const { return *field_of<TrialOptions>(recipe_.booster); }
    SharedSplit draw(std::uint64_t trial) const {
        return draw_trial(*data_, options(), recipe_.dataset_seed, trial);
    }
    /// Returns the member's sum over all trials.
    template <class T>
    T sum_of(T TrialOutcome::*member) const {
        T sum = 0;
        for (const TrialOutcome& trial : trials_)
            sum += trial.*member;
        return sum;
    }
    void report(const TrialOutcome& outcome, RoundObserver& observer) const {
        RoundRecord record{rounds_trained()};
        record.train_cpu_seconds = sum_of(&TrialOutcome::train_cpu_seconds);
        record.wall_seconds = sum_of(&TrialOutcome::wall_seconds);
        record.work = sum_of(&TrialOutcome::work);
        record.spent = outcome.spent;
        EvaluationRecord test{record.round, Part::test, outcome.final_error};
        test.eval_cpu_seconds = sum_of(&TrialOutcome::eval_cpu_seconds);
        observer.on_round(record);
        observer.on_evaluation(test);
    }

    Recipe recipe_;
    SharedSplit data_;
    Resources resources_;
    std::vector<double> grid_;
    std::vector<double> test_error_, spent_at_;  ///< trials × grid
    std::vector<TrialOutcome> trials_;
};

}  // namespace

std::unique_ptr<Booster> make_budget_trials(const Recipe& recipe, SharedSplit data,
                                            const Resources& resources) {
    return std::make_unique<BudgetTrials>(recipe, std::move(data), resources);
}

}  // namespace reboost::boosting
