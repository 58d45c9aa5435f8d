#pragma once
/// One trial of a budgeted booster, a training that gives the whole budget curve; and runs of many trials.
#include "boosting/budget/budgeted.hpp"

#include <span>
#include <vector>

namespace reboost::boosting {

/// The bounds of ijcai2015 sections 3 and 5: the largest ratio of measured value to bound over log-spaced
/// rounds 1, 2, 3, …, the last included; at most 1 if the bounds hold (up to the rounding of the edges).
struct BoundRatios {
    double training_error = 0;  ///< P̂r[H(x) ≠ y] ≤ Π Z_t
    double margin = 0;  ///< P̂r[y f(x) ≤ θ] ≤ Π √((1+γ_t)^(1+θ) (1−γ_t)^(1−θ)), f = Σαh/Σα, several θ
};

/// `edges`: one per round. Stops at an edge of 1 or a capped α, since it assumes α = ½ ln((1+γ)/(1−γ)).
BoundRatios measure_bounds(const learners::Ensemble& ensemble, std::span<const double> edges,
                           const data::BinnedMatrix& rows, const data::Labels& labels);

/// Results of a trial. `grid`: budgets, or numbers of nodes.
struct TrialOutcome : BoundRatios {
    std::vector<double> test_error;  ///< at each point of the grid
    std::vector<double> spent_at;    ///< amount paid there; decision tree: mean price of a path
    double final_error = 0;          ///< after the last round
    double spent = 0;
    double rounds = 0;
    double features_paid = 0;  ///< distinct binary features in the model
    double dearest_round = 0;  ///< first round that uses a feature of the highest price; 0: none
    double train_cpu_seconds = 0, wall_seconds = 0, eval_cpu_seconds = 0;
    std::uint64_t work = 0;
};

/// Returns the budgets step, 2·step, … up to the largest.
std::vector<double> budget_grid(const TrialOptions& options);
/// Returns numbers of nodes of binary trees, 1, 3, 5, 7, 11, 15, 23, 31, …, up to max_nodes.
std::vector<double> node_grid(std::int64_t max_nodes);

/// Trains on the drawn rows. Only the variant `pass_over` depends on B, so one training gives the whole
/// curve: the error at B is that of the rounds before the first unaffordable round; without any round, that
/// of the majority class. `recipe.seed` and the trial's number decide what AdaBoostRS and selectors draw.
TrialOutcome run_budget_trial(const Recipe& recipe, const SharedSplit& data, std::uint64_t trial,
                              const Resources& resources);

/// Returns training and test rows of trial number `trial` (from 1), drawn without replacement from the
/// training part of `whole` by (seed, trial), in file order. Bins stay those of all rows (ijcai2015). Only
/// matrices, labels and names are filled. Throws UsageError if the data set has too few rows.
SharedSplit draw_trial(const data::BinnedSplit& whole, const TrialOptions& options, std::uint64_t seed,
                       std::uint64_t trial);

/// Many trials of a budgeted booster as one run, drawn from data->train, for a recipe that fits
/// (compatibility.hpp). The observer sees each trial as a round: its record holds the amount spent, its test
/// record the error after its last round. Trials save no model, but these curves:
///   trials/budget (or trials/nodes)                    G
///   trials/test_error, /spent_at                       trials × G
///   trials/final_error, /spent, /rounds, … (kNumbers)  one value per trial
///   trials/binary_features, /train_rows, /test_rows    scalars
std::unique_ptr<Booster> make_budget_trials(const Recipe& recipe, SharedSplit data,
                                            const Resources& resources);

}  // namespace reboost::boosting
