#pragma once
/// A contest compares methods (rows) on data sets (columns). Its replicates are splits, drawn by dataset.seed
/// and equal for all methods; a method that draws at random has several runs per split.
///
///  1. `read_contest` turns each run into a path, (round, work, CPU seconds, smoothed test error) at
///     log-spaced rounds. Reference results keep exactly these points, so they give the same numbers.
///  2. `compare` (verdicts.hpp) compares two methods on each data set, by log ratios.
///  3. `of_one_processor` chooses the runs whose seconds are compared: on one processor per split.
///  4. `verdicts.hpp` combines the data sets; `contest_report.hpp` shows the result.
#include "report/measures/measures.hpp"
#include "report/paper/experiment.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// The unit of a budget.
enum class Cost { work, seconds };
/// Name of the array of a run that holds this cost.
const char* array_name(Cost cost);

/// One run at log-spaced rounds. Costs are ascending; the four vectors have equal length.
struct Path {
    std::vector<double> round, work, seconds, error;
    bool ended_itself = false;    ///< ended before the rounds asked for: no edge, or nothing left to learn
    double test_rows = kNoValue;  ///< NaN: unknown
    std::string processor;        ///< processor on which `seconds` were measured
    bool reference = false;       ///< a reference result, measured on another machine than own runs
    /// CPU seconds of all evaluation, which `seconds` excludes; NaN: unknown.
    double evaluation_seconds = 0;

    const std::vector<double>& costs(Cost cost) const { return cost == Cost::work ? work : seconds; }
    double end(Cost cost) const { return costs(cost).back(); }
    /// Returns the error at this budget, interpolated in the logarithm of the cost; the error at the first
    /// point if the budget is below its cost.
    double error_at(Cost cost, double budget) const;
    /// Returns the cost until the error is ≤ `target`, interpolated in the logarithm of the cost; nullopt if
    /// the run never reaches it.
    std::optional<double> cost_to(Cost cost, double target) const;
};

/// A method's runs on a split, one per seed of the selector. Several contests share them.
using Draws = std::vector<std::shared_ptr<const Path>>;

/// The runs of one method on one data set.
struct Entry {
    std::map<std::int64_t, Draws> replicates;  ///< by the seed of the split
    /// Further runs with the same seeds: own runs beside reference results, or vice versa. They differ only
    /// in seconds; `of_one_processor` chooses among them.
    std::map<std::int64_t, Draws> twins;
    std::vector<const Run*> runs;
    bool stand_in = false;

    bool empty() const { return replicates.empty(); }
};

struct Contest {
    const ContestSpec* spec = nullptr;
    std::vector<std::vector<Entry>> entries;  ///< rows × columns
    std::size_t baseline = 0;                 ///< index of the baseline's row
    std::size_t target = 0;                   ///< index of the row whose errors define the targets
    std::optional<std::size_t> yardstick;     ///< index of the row that draws at random
    std::size_t left_out = 0;                 ///< number of runs left out by `of_one_processor`

    const std::string& name(std::size_t row) const { return spec->rows[row].label; }
    bool present(std::size_t row) const;    ///< whether the row has runs on some data set
    std::vector<std::size_t> rows() const;  ///< the rows that are present
    /// Returns the data sets on which all these rows have runs on a common split.
    std::vector<std::size_t> columns_of(const std::vector<std::size_t>& rows) const;
    /// Returns the splits of a data set on which all these rows have runs.
    std::vector<std::int64_t> splits_of(const std::vector<std::size_t>& rows, std::size_t column) const;
};

/// `baseline`: id or label of a row, used in place of the spec's; "": the spec's, or the first row. `spec`
/// and `runs` must outlive the contest. Throws UsageError, with the nearest row, if there is no such row.
Contest read_contest(const ContestSpec& spec, const RunSet& runs, const std::string& baseline);

/// Returns the contest with the runs whose seconds may be compared. All runs on one split share a processor:
/// if the baseline has runs on the split, one of its processors, else any; among these the one on which most
/// methods ran. If a run of this machine and a reference result are equal, the kind that more methods have is
/// kept, so that own runs are compared with own runs. `left_out` counts the other runs.
Contest of_one_processor(Contest contest);

/// Returns, as in report.json, whether the machine was slower during some runs than during others of the same
/// split: the widest ratio of the slowest evaluation to the fastest, their rows, the data set, the number of
/// splits whose ratio exceeds 4/3 ("wide"), and of all splits. Evaluation shows this: it is the same work for
/// all methods with as many rounds, and not part of their seconds. Null if no ratio exceeds 4/3, or
/// evaluation seconds are unknown.
Value pace_gap(const Contest& timed);

/// Returns the row with this id or label.
std::optional<std::size_t> find_row(const ContestSpec& spec, const std::string& name);

}  // namespace reboost::report
