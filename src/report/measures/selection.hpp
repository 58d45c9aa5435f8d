#pragma once
/// Chooses hyper-parameters by validation (opt2009 §4: 80–20 simple validation with full search), and
/// compares tuned methods: on each resampled split, a method's hyper-parameters are chosen on the validation
/// part held out of the training rows; the chosen run is judged on the test rows, which played no part in the
/// choice (nested validation; Varma & Simon, BMC Bioinformatics 2006).
#include "report/measures/run_set.hpp"
#include "statistics/random_effects.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace reboost::report {

/// One point of the grid of hyper-parameters, with its runs.
struct Candidate {
    Value values;        ///< path → value of the options that differ among the data set's candidates
    double error = 0;    ///< validation one-error: mean over the last fifth of the rounds and over the seeds
    double seed_sd = 0;  ///< standard deviation over the seeds (which draw the split); NaN for one seed
    std::size_t seeds = 0;
    std::vector<const Run*> runs;
};

/// The candidates of one data set, ordered by their values, and the index of the one with the least error,
/// the first if several have it.
struct Selection {
    std::string dataset;
    std::vector<Candidate> candidates;
    std::size_t chosen = 0;
};

/// Returns one selection per data set, ordered by name. Runs that differ only in seeds are one candidate;
/// runs without a validation part are left out.
std::vector<Selection> select_by_validation(const RunSet& runs, std::span<const Run* const> grid);

/// Returns the paths at which a data set's candidates differ.
std::vector<std::string> varied_paths(const Selection& selection);

/// The choice on one split (dataset.seed).
struct ChosenOnSplit {
    std::int64_t split = 1;
    Value values;  ///< path → number in which the candidates differ; among equal errors, the first candidate
    double validation_error = 0;
    double test_error = 0;  ///< test error of the chosen runs; both errors are means over the last fifth of
                            ///< the rounds and over the selector's seeds
    std::size_t candidates = 0;
};

/// One method on one data set; splits are in ascending order.
struct TunedMethod {
    std::string dataset, method;
    std::vector<ChosenOnSplit> splits;
    double mean_test_error() const;
};

/// Runs whose specifications differ only in numbers are candidates of one method; other names, words or flags
/// make another method. Ordered by data set, then method. Leaves out runs without a validation part or
/// without test errors.
std::vector<TunedMethod> select_nested(const RunSet& runs, std::span<const Run* const> grid);
/// Returns the names of the methods that runs of these complete specifications would belong to.
std::set<std::string> tuned_method_names(std::span<const Value* const> specs);

struct TunedRival {
    std::string method;
    statistics::RandomEffects difference;        ///< rival − baseline over the data sets, percentage points
    double signed_rank_p = 1, holm_p = 1;        ///< Wilcoxon's over the data sets; after Holm's correction
    std::size_t wins = 0, ties = 0, losses = 0;  ///< data sets on which its error is lower, equal, higher
};

/// Tuned methods compared with a baseline among them.
struct TunedComparison {
    std::string baseline;
    std::vector<TunedRival> rivals;
    std::size_t sets = 0, fewest_splits = 0;  ///< data sets, and least splits, that all methods have
    std::set<std::string> left_out;           ///< data sets without a split that all methods have
};

/// Compares on the data sets and splits that all methods have. `baseline`: a method's name; "": the first.
/// Throws UsageError on an unknown method, with the nearest name, and if there is nothing to compare.
TunedComparison compare_tuned(std::span<const TunedMethod> tuned, const std::string& baseline);

}  // namespace reboost::report
