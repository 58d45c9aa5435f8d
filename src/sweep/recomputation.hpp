#pragma once
/// `run --recompute`: since when what is stored counts for nothing. A results folder keeps that moment until
/// the sweep has ended, so that the same command goes on where it was interrupted.
#include "core/value.hpp"
#include "results/source_state.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace reboost::sweep {

struct Recomputation {
    std::filesystem::path mark;  ///< recompute/<hash of the runs' ids>.json in the results folder
    double since = 0;            ///< seconds since 1970 UTC
    bool goes_on = false;        ///< an earlier call of the same source began it

    /// Whether a run or a checkpoint with this start belongs to it.
    bool covers(double started_utc) const { return started_utc >= since; }
    /// The same of a stored run's attributes, whose start is cut to seconds: the first second is left out.
    bool covers(const Value& attributes) const;
};

/// The one under way for these runs, or else one that begins `now`. Throws IoError.
Recomputation recomputation_of(const std::filesystem::path& results, const std::set<std::string>& run_ids,
                               const results::SourceState& source, double now);

/// Both throw IoError.
void write_mark(const Recomputation& recomputation, const results::SourceState& source);
void remove_mark(const Recomputation& recomputation);

}  // namespace reboost::sweep
