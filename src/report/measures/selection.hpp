#pragma once
/// Choice of hyper-parameters by validation (opt2009 §4: 80–20 simple validation with full search).
#include "report/measures/run_set.hpp"
#include "report/measures/spec_leaves.hpp"

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace reboost::report {

inline std::vector<const Value*> specs_of(std::span<const Run* const> runs) {
    std::vector<const Value*> specs;
    for (const Run* run : runs)
        specs.push_back(&run->spec);
    return specs;
}

/// One point of the grid.
struct Candidate {
    Value values;        ///< path → value of what differs inside the data set's grid
    double error = 0;    ///< validation one-error, mean over the last fifth of the rounds and over the seeds
    double seed_sd = 0;  ///< over the seeds (they draw the split); NaN for one
    std::size_t seeds = 0;
    std::vector<const Run*> runs;
};

using RunOptions = std::pair<const Run*, Leaves>;

/// Runs whose options agree at these paths are one candidate. In the order of their values; runs without a
/// validation part are none.
std::vector<Candidate> candidates_of(const RunSet& runs, std::span<const RunOptions> grid,
                                     const std::set<std::string>& paths);

/// Place of the candidate with the least error: of equals the first. `candidates` is not empty.
std::size_t least_error(std::span<const Candidate> candidates);

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

}  // namespace reboost::report
