#pragma once
/// Choice of hyper-parameters by validation (opt2009 §4: 80–20 simple validation with full search), and
/// methods compared tuned: on each resampled split a method's hyper-parameters are chosen on the validation
/// part held out of its training rows, and the chosen run is judged on the test rows, which took no part in
/// the choice (nested validation; Varma & Simon, BMC Bioinformatics 2006).
#include "report/measures/run_set.hpp"
#include "statistics/random_effects.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace reboost::report {

/// One point of the grid.
struct Candidate {
    Value values;        ///< path → value of what differs inside the data set's grid
    double error = 0;    ///< validation one-error, mean over the last fifth of the rounds and over the seeds
    double seed_sd = 0;  ///< over the seeds (they draw the split); NaN for one
    std::size_t seeds = 0;
    std::vector<const Run*> runs;
};

/// One data set's candidates, in the order of their values, and the one with the least error: of equals the
/// first.
struct Selection {
    std::string dataset;
    std::vector<Candidate> candidates;
    std::size_t chosen = 0;
};

/// By data set, in order of their names. Runs that differ in seeds only are one candidate; runs without a
/// validation part are none.
std::vector<Selection> select_by_validation(const RunSet& runs, std::span<const Run* const> grid);

/// The paths below which a data set's candidates differ.
std::vector<std::string> varied_paths(const Selection& selection);

/// What was chosen on one split (dataset.seed).
struct ChosenOnSplit {
    std::int64_t split = 1;
    Value values;  ///< path → number of what a method's candidates differ in; of equal validation errors the
                   ///< first in the order of their values
    double validation_error = 0;
    double test_error = 0;  ///< of the same runs; like the other a mean over the last fifth of the rounds and
                            ///< over the selector's seeds
    std::size_t candidates = 0;
};

/// One method on one data set, splits in ascending order.
struct TunedMethod {
    std::string dataset, method;
    std::vector<ChosenOnSplit> splits;
    double mean_test_error() const;
};

/// Runs whose specifications differ in numbers only are candidates of one method; a name, a word or a yes or
/// no makes another method. Ordered by data set, then by method. Runs without a validation part or without
/// test errors are left out.
std::vector<TunedMethod> select_nested(const RunSet& runs, std::span<const Run* const> grid);
/// The methods that runs of these complete specifications would be candidates of.
std::set<std::string> tuned_method_names(std::span<const Value* const> specs);

struct TunedRival {
    std::string method;
    statistics::RandomEffects difference;        ///< rival − baseline over the data sets, in percent points
    double signed_rank_p = 1, holm_p = 1;        ///< Wilcoxon's over the sets; corrected for all rivals
    std::size_t wins = 0, ties = 0, losses = 0;  ///< sets on which its mean error is below, equal, above
};

/// Tuned methods against one of them.
struct TunedComparison {
    std::string baseline;
    std::vector<TunedRival> rivals;
    std::size_t sets = 0, fewest_splits = 0;  ///< shared by all methods
    std::set<std::string> left_out;           ///< data sets of which no split is shared by all methods
};

/// On the data sets and splits that all methods have. `baseline`: a method's name; "": the first. Throws
/// UsageError naming the nearest method, and where there is nothing to compare.
TunedComparison compare_tuned(std::span<const TunedMethod> tuned, const std::string& baseline);

}  // namespace reboost::report
