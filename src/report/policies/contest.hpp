#pragma once
/// A contest: methods (rows) on data sets (columns), paired by replicates (splits drawn by dataset.seed, the
/// same ones for all methods).
///
///  1. `read_contest`: each run becomes a path, (round, work, CPU seconds, smoothed test error) at
///     log-spaced rounds. Reference results keep exactly these points, so that they give the same numbers.
///  2. Cost to target: the target is the error with which the target row (full search) ends its own run on
///     that split; each method has its whole run to reach it.
///  3. Equal budgets: on each data set, errors are compared at the largest cost that all methods spent.
///  4. `comparable_seconds.hpp` says which seconds are compared.
///  5. `verdicts.hpp` compares, `grids.hpp` and `contest_figures.hpp` show.
#include "report/measures/run_set.hpp"
#include "report/paper/experiment.hpp"
#include "statistics/running_time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// What a budget is counted in.
enum class Cost { work, seconds, rounds };
/// In ids and names of files: "work", "seconds", "rounds".
const char* cost_id(Cost cost);
/// The array of a run that has it.
const char* array_name(Cost cost);
/// "work", "CPU seconds", "rounds".
const char* cost_name(Cost cost);

/// One run. The costs ascend; all four are of equal length.
struct Path {
    std::vector<double> round, work, seconds, error;
    bool ended_itself = false;  ///< before the rounds asked for (no edge, nothing left to learn)
    std::string processor;      ///< that its seconds are of
    bool reference = false;     ///< of a reference result: measured elsewhere than one's own runs
    double evaluation_seconds =
        0;  ///< CPU seconds of all evaluation, none of which is in `seconds`; NaN: unknown

    const std::vector<double>& costs(Cost cost) const;
    double end(Cost cost) const { return costs(cost).back(); }
    /// The error within the budget, interpolated in the logarithm of the cost; at the first point where even
    /// that costs more.
    double error_at(Cost cost, double budget) const;
    /// What it costs until the error is at most `target`, interpolated in the logarithm of the cost; nullopt
    /// where the run never gets there.
    std::optional<double> cost_to(Cost cost, double target) const;
};

/// The runs of one method on one data set: by the seed of the split, one path for each seed of the selector.
struct Entry {
    std::map<std::int64_t, std::vector<Path>> replicates;
    /// Runs of the same seeds again, one's own beside reference results or the other way round. They are the
    /// same but in their seconds: `of_one_processor` chooses.
    std::map<std::int64_t, std::vector<Path>> twins;
    std::vector<const Run*> runs;
    bool stand_in = false;

    bool empty() const { return replicates.empty(); }
};

struct Contest {
    const ContestSpec* spec = nullptr;
    std::vector<std::vector<Entry>> entries;  ///< rows × columns
    std::size_t baseline = 0;                 ///< a row
    std::size_t target = 0;                   ///< the row whose error is to be reached
    std::size_t left_out = 0;                 ///< runs, by `of_one_processor`

    bool present(std::size_t row) const;    ///< has runs on some data set
    std::vector<std::size_t> rows() const;  ///< those present
    /// The data sets on which all of these rows have runs.
    std::vector<std::size_t> columns_of(const std::vector<std::size_t>& rows) const;
    /// The splits that all of these rows have on a data set.
    std::vector<std::int64_t> splits_of(const std::vector<std::size_t>& rows, std::size_t column) const;
    /// The largest cost that every method present on the data set spent; methods that ended of their own
    /// accord bind nobody. Infinite where all of them did.
    double budget(Cost cost, std::size_t column) const;
    /// Mean over the selector's seeds; NaN without runs.
    double error_at(std::size_t row, std::size_t column, std::int64_t split, Cost cost) const;
    /// The error to be reached: the target row's at the end of its own run (mean over the selector's seeds).
    double target_error(std::size_t column, std::int64_t split) const;
    /// The cost of reaching `error`, in as many rounds as the run has.
    statistics::Attempt attempt(std::size_t row, std::size_t column, std::int64_t split, Cost cost,
                                double error) const;
    /// The costs of reaching each split's target.
    std::vector<statistics::Attempt> attempts(std::size_t row, std::size_t column,
                                              const std::vector<std::int64_t>& splits, Cost cost) const;
};

/// `baseline`: a row's id or label in place of the spec's; "": the spec's, or the first row. `spec` must
/// outlive the contest. Throws UsageError naming the nearest row.
Contest read_contest(const ContestSpec& spec, const RunSet& runs, const std::string& baseline);

/// "ucb(1)'s", "all rows'".
std::string genitive(const std::string& name);

/// Whether a row of the contest goes by this name.
bool has_row(const ContestSpec& spec, const std::string& name);

}  // namespace reboost::report
