#pragma once
#include "boosting/budget/trial.hpp"
#include "core/fields.hpp"

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

/// Many trials of a budgeted booster as one run, drawn from data->train, for a recipe that fits
/// (compatibility.hpp). To the observer a trial is a round: its record says what was spent, its test record
/// the error after its last round. Trials leave no model behind, but curves:
///   trials/budget (or trials/nodes)                    G
///   trials/test_error, /spent_at                       trials × G
///   trials/final_error, /spent, /rounds, … (kNumbers)  one value per trial
///   trials/binary_features, /train_rows, /test_rows    scalars
std::unique_ptr<Booster> make_budget_trials(const Recipe& recipe,
                                            std::shared_ptr<const data::BinnedSplit> data,
                                            const Resources& resources);

}  // namespace reboost::boosting
