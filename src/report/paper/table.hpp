#pragma once
/// A table of the text, filled from runs.
#include "report/measures/measures.hpp"
#include "report/paper/experiment.hpp"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

enum class CellState { measured, no_runs, not_obtainable };

/// What runs give for one cell.
struct Measured {
    double value = kNoValue;           ///< ours, in printed units
    double spread = kNoValue;          ///< inside a run (last fifth of the rounds), mean over the runs
    double seed_sd = kNoValue;         ///< over the runs' seeds
    std::int64_t rounds = 0;           ///< T asked for; the least, where other runs are referred to
    bool below_scale = false;          ///< T is below the paper's, or not all runs of a contest are there
    bool stand_in = false;             ///< other data in place of the paper's
    bool reference = false;            ///< from the reference results, in a report with runs of one's own
    bool program = false;              ///< seconds of runs that ask a program, whose own are not counted
    std::string why;                   ///< why there is no value, or a remark
    std::set<std::string> processors;  ///< that a value in seconds is of
    std::vector<const Run*> runs;
    std::vector<const Run*> others;  ///< a run of each other setting that fits
};

/// Three values: the published one; the one that verdicts rest on, own or of the reference results, whichever
/// is nearer to the paper's scale; and beside it the other of these two.
struct Cell : Measured {
    Published published;  ///< as printed in the text
    CellState state = CellState::no_runs;
    Measured beside;

    bool measured() const { return state == CellState::measured; }
    bool has_beside() const { return !std::isnan(beside.value); }
    /// Comparable with the paper's: its own data, at least its rounds.
    bool full_scale() const { return measured() && !below_scale && !stand_in; }
    /// Ours minus published; NaN where one is missing or both are infinite.
    double difference() const;
};

struct Table {
    const TableSpec* spec = nullptr;
    std::vector<std::vector<Cell>> cells;  ///< rows × columns
};

/// `spec` must outlive the table.
Table fill_table(const TableSpec& spec, const RunSet& runs);
Table fill_table(const TableSpec&, RunSet&&) = delete;  // a table refers to its runs

/// What a cell is the mean of, in printed units.
struct Replicates {
    /// By what two cells have in common: seeds, and the trial of a run of trials. Empty where the runs keep
    /// no more than their mean and spread, or where the measure compares with other runs.
    std::map<std::string, double> values;
    std::size_t count = 0;
    double sd = kNoValue;  ///< over the replicates; NaN for one
};
Replicates replicates_of(const TableSpec& spec, std::size_t row, std::size_t column, const RunSet& runs);

/// Whether the two may be compared: seconds are of one processor only.
bool are_comparable(const Cell& a, const Cell& b);

/// How many times faster (less costly) than the row of the same block that the table compares with: ours, and
/// the published; NaN where the table compares with none, a value is missing or the two are not comparable.
struct SpeedUp {
    double ours = kNoValue, published = kNoValue;
    bool two_processors = false;  ///< why ours is not there
};
SpeedUp speed_up(const Table& table, std::size_t row, std::size_t column);

/// Whether the cell has the best measured value of its column (of its block, in a table of costs): of equals
/// the first, of cells at the paper's scale where there are such, of two or more. None is where a value is
/// missing, or where the values are means over other splits of the data.
bool is_best(const Table& table, std::size_t row, std::size_t column);
/// Whether the table has a tolerance and the cell's value lies within it.
bool within_tolerance(const TableSpec& spec, const Cell& cell);

/// How many cells of a table, or panels of a figure, are at the paper's scale, and what the others are.
struct Counts {
    std::size_t within = 0;   ///< at the paper's scale and within the tolerance
    std::size_t full = 0;     ///< at the paper's scale
    std::size_t smaller = 0;  ///< at fewer rounds or splits, or on stand-ins
    std::size_t missing = 0;  ///< could be had, and are not there
    std::size_t not_obtainable = 0;
    bool tolerance = false;  ///< whether `within` means anything
    std::size_t total() const { return full + smaller + missing + not_obtainable; }
};

/// Counts the cells with a published value; all cells where the table is ours only.
Counts count_cells(const Table& table);

/// Cells at the paper's scale outside the tolerance that one cause speaks of.
struct DeviatingCells {
    std::size_t count = 0;
    std::string text;  ///< "USPS: FULL, RANDOM(1); MNIST: UCB(1)"; with blocks where rows stand in several
};

/// One for each of the table's deviations, and last the cells that none of them names. Empty for a table
/// without a tolerance.
std::vector<DeviatingCells> deviating_cells(const Table& table);

/// What repeats these runs: "trials" (inside each), "splits" (drawn anew by dataset.seed), "runs" (several
/// on a split) or "seeds".
std::string replicates_name(const std::vector<const Run*>& runs);
/// That of the first cell with runs.
std::string replicates_name(const Table& table);

}  // namespace reboost::report
