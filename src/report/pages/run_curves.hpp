#pragma once
/// The curves and the chosen features of one run, for its page.
#include "report/paper/figure.hpp"

namespace reboost::report {

struct ChosenFeature {
    std::int64_t feature = 0;
    std::size_t rounds = 0;
};

struct RunCurves {
    std::vector<Panel> panels;            ///< errors, AUC, regret, error by budget: what the run has
    std::vector<ChosenFeature> features;  ///< of all rounds, the most frequent first; none where not kept
    std::size_t feature_rounds = 0;       ///< rounds with a feature
};

/// The curves of a run; a reference result gives the points that it keeps. Reads the run's file once. Throws
/// DataError.
RunCurves run_curves(const RunSet& runs, const Run& run);

}  // namespace reboost::report
