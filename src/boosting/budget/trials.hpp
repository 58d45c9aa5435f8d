#pragma once
/// The rows of one trial, drawn from binned data.
#include "boosting/booster.hpp"
#include "boosting/budget/trial.hpp"
#include "boosting/budget_options.hpp"
#include "core/choices.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace reboost::boosting {

/// Training and test rows of trial number `trial` (from 1), drawn without replacement from the training part
/// of `whole` by (seed, trial); rows in file order. Bins stay those of all rows (ijcai2015: features are
/// fitted before the split). Only what training needs is filled: matrices, labels and names. Throws
/// UsageError where the data set has too few rows.
std::shared_ptr<const data::BinnedSplit> draw_trial(const data::BinnedSplit& whole,
                                                    const TrialOptions& options, std::uint64_t seed,
                                                    std::uint64_t trial);

/// Many trials of a budgeted booster as one run. To the observer a trial is a round: its record says what
/// was spent, its test record the error after its last round. `save_curves` leaves the budget curves behind.

class BudgetTrials final : public Booster {
  public:
    /// Trials draw from data->train, for a recipe that fits (compatibility.hpp).
    BudgetTrials(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                 const Resources& resources);

    StopReason train(RoundObserver& observer) override;
    std::size_t rounds_trained() const override { return outcomes_.size(); }
    void state(StateIO& io) override;
    /// Trials leave no model behind; the archive stays empty.
    void save_model(Archive&) const override {}
    void summarise(Archive&) const override {}
    /// trials/budget (or trials/nodes): G; trials/test_error, trials/spent_at: trials × G; one value per
    /// trial: trials/final_error, /spent, /rounds, /features_paid, /dearest_round, /training_bound,
    /// /margin_bound; scalars: trials/binary_features, /train_rows, /test_rows.
    void save_curves(Archive& curves) const override;

  private:
    const TrialOptions& options() const { return *field_of<TrialOptions>(recipe_.booster); }
    void report(RoundObserver& observer) const;

    Recipe recipe_;
    std::shared_ptr<const data::BinnedSplit> data_;
    Resources resources_;
    std::vector<double> grid_;
    std::vector<TrialOutcome> outcomes_;
};

}  // namespace reboost::boosting
