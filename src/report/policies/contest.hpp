#pragma once
/// A contest: methods (rows) on data sets (columns), paired by replicates (splits drawn by dataset.seed, the
/// same ones for all methods; a method that draws has several runs on a split).
///
///  1. `read_contest`: each run becomes a path, (round, work, CPU seconds, smoothed test error) at
///     log-spaced rounds. Reference results keep exactly these points, so that they give the same numbers.
///  2. `compare` (verdicts.hpp): a method against another on each data set, as log ratios.
///  3. `of_one_processor` says which seconds are compared: those of one processor on each split.
///  4. `verdicts.hpp`: over the data sets; `contest_report.hpp` shows it.
#include "report/measures/measures.hpp"
#include "report/paper/experiment.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reboost::report {

/// What a budget is counted in.
enum class Cost { work, seconds };
/// The array of a run that has it.
const char* array_name(Cost cost);

/// One run. The costs ascend; all four are of equal length.
struct Path {
    std::vector<double> round, work, seconds, error;
    bool ended_itself = false;    ///< before the rounds asked for (no edge, nothing left to learn)
    double test_rows = kNoValue;  ///< NaN: unknown
    std::string processor;        ///< that its seconds are of
    bool reference = false;       ///< of a reference result: measured elsewhere than one's own runs
    /// CPU seconds of all evaluation, none of which is in `seconds`; NaN: unknown.
    double evaluation_seconds = 0;

    const std::vector<double>& costs(Cost cost) const;
    double end(Cost cost) const { return costs(cost).back(); }
    /// The error within the budget, interpolated in the logarithm of the cost; at the first point where even
    /// that costs more.
    double error_at(Cost cost, double budget) const;
    /// What it costs until the error is at most `target`, interpolated in the logarithm of the cost; nullopt
    /// where the run never gets there.
    std::optional<double> cost_to(Cost cost, double target) const;
};

/// A method's runs on a split, one for each seed of the selector. Several contests share them.
using Draws = std::vector<std::shared_ptr<const Path>>;

/// The runs of one method on one data set.
struct Entry {
    std::map<std::int64_t, Draws> replicates;  ///< by the seed of the split
    /// Runs of the same seeds again, one's own beside reference results or the other way round. They are the
    /// same but in their seconds: `of_one_processor` chooses.
    std::map<std::int64_t, Draws> twins;
    std::vector<const Run*> runs;
    bool stand_in = false;

    bool empty() const { return replicates.empty(); }
};

struct Contest {
    const ContestSpec* spec = nullptr;
    std::vector<std::vector<Entry>> entries;  ///< rows × columns
    std::size_t baseline = 0;                 ///< a row
    std::size_t target = 0;                   ///< the row whose errors are the targets
    std::optional<std::size_t> yardstick;     ///< the row that draws at random
    std::size_t left_out = 0;                 ///< runs, by `of_one_processor`

    const std::string& name(std::size_t row) const { return spec->rows[row].label; }
    bool present(std::size_t row) const;    ///< has runs on some data set
    std::vector<std::size_t> rows() const;  ///< those present
    /// The data sets on which all of these rows have runs.
    std::vector<std::size_t> columns_of(const std::vector<std::size_t>& rows) const;
    /// The splits that all of these rows have on a data set.
    std::vector<std::int64_t> splits_of(const std::vector<std::size_t>& rows, std::size_t column) const;
};

/// `baseline`: a row's id or label in place of the spec's; "": the spec's, or the first row. `spec` must
/// outlive the contest. Throws UsageError naming the nearest row.
Contest read_contest(const ContestSpec& spec, const RunSet& runs, const std::string& baseline);
Contest read_contest(const ContestSpec&, RunSet&&,
                     const std::string&) = delete;  // a contest refers to its runs

/// The contest with those runs whose seconds may be compared. The runs on one split of a data set share one
/// processor. It is a processor of the baseline, where the baseline has runs, and the one on which most
/// methods ran. Where a run of one's own and a reference result are the same run, the kind stays that more
/// methods have: one's own runs of all methods are compared with each other. `left_out` counts the others.
Contest of_one_processor(Contest contest);

/// Where the machine was slower beside some runs than beside others of the same split, as in report.json: the
/// widest ratio of the slowest evaluation to the fastest, beside which rows these were measured, on whose
/// split, how many splits have a ratio above 4/3 ("wide"), of all. Evaluation shows it: it is the same work
/// for all methods of as many rounds, and no part of their seconds. Null where all paces agree within a
/// third, or where the runs do not tell.
Value pace_gap(const Contest& timed);

/// The row that goes by this id or label.
std::optional<std::size_t> find_row(const ContestSpec& spec, const std::string& name);

}  // namespace reboost::report
