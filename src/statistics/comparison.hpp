#pragma once
/// Rivals against a baseline over several data sets: all that a report says about a rival in one sentence.
///
/// Values are errors, work or seconds: smaller is better. Sets are the unit between data sets, replicates
/// (the same splits for all methods) within one.
#include "statistics/bayesian_signed_rank.hpp"
#include "statistics/bootstrap.hpp"
#include "statistics/wilcoxon.hpp"

#include <span>
#include <string>
#include <vector>

namespace reboost::statistics {

/// A method's values: one vector per data set, one element per replicate.
using Replicates = std::vector<std::vector<double>>;

struct RivalComparison {
    Interval difference;          ///< rival − baseline, mean over data sets; below 0 the rival is better
    WilcoxonResult wilcoxon;      ///< of the mean difference of each set
    double holm_p = 1;            ///< its p, corrected for all rivals
    BayesianSignedRank bayesian;  ///< left: the rival is better in practice
    double effect =
        0.5;  ///< mean over sets of Vargha–Delaney's A: P(rival's value < baseline's) within a set
    std::size_t wins = 0, ties = 0, losses = 0;  ///< sets on which the rival's mean is below, equal, above
};

struct BaselineComparison {
    std::vector<RivalComparison> rivals;
    std::string warning;  ///< empty, or why no difference can be significant and how many sets it takes
};

struct ComparisonOptions {
    BootstrapOptions bootstrap;
    BayesianSignedRankOptions bayesian;
    double alpha = 0.05;
};

/// Throws UsageError where a rival's sets or replicates differ in number from the baseline's.
BaselineComparison compare_with_baseline(const Replicates& baseline, std::span<const Replicates> rivals,
                                         Rng& rng, const ComparisonOptions& options = {});

}  // namespace reboost::statistics
