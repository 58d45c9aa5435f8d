#pragma once
/// Tables of a publication, computed from runs.
#include "report/measures/measures.hpp"
#include "report/paper/experiment.hpp"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace reboost::report {

enum class CellState { measured, no_runs, not_obtainable };

/// The result of runs for one cell.
struct Measured {
    double value = kNoValue;    ///< our value, in printed units
    double spread = kNoValue;   ///< spread inside a run (last fifth of the rounds), mean over the runs
    double seed_sd = kNoValue;  ///< standard deviation over the runs' seeds
    std::int64_t rounds = 0;    ///< T asked for; the least T if other runs are referred to
    bool below_scale = false;   ///< T is below the paper's, or runs of a contest are missing
    bool stand_in = false;      ///< data that replace the paper's
    bool reference = false;     ///< from the reference results, in a report that has own runs, too
    bool program = false;       ///< seconds without those of an external program that the runs call
    std::string why{};          ///< why there is no value, or a remark
    std::set<std::string> processors{};  ///< processors on which seconds were measured
    std::vector<const Run*> runs{};
    std::vector<const Run*> others{};  ///< one run of each other setting that matches
};

/// Holds three values: the published one; the one that decides verdicts, of own runs or reference results,
/// whichever is nearer to the paper's scale; and `beside`, the value of the other kind.
struct Cell : Measured {
    Published published;  ///< as printed in the publication
    CellState state = CellState::no_runs;
    Measured beside;

    bool measured() const { return state == CellState::measured; }
    bool has_beside() const { return !std::isnan(beside.value); }
    /// Whether it is comparable with the published value: on the paper's data, with at least its rounds.
    bool full_scale() const { return measured() && !below_scale && !stand_in; }
    /// Returns ours − published; NaN if one is missing or both are infinite.
    double difference() const { return value - published.value; }
};

struct Table {
    const TableSpec* spec = nullptr;
    std::vector<std::vector<Cell>> cells;  ///< rows × columns
};

/// `spec` and `runs` must outlive the table.
Table fill_table(const TableSpec& spec, const RunSet& runs);

/// The values that a cell averages, in printed units.
struct Replicates {
    /// By a key that two cells share: the seeds, and the number of the trial. Empty if the runs store only
    /// mean and spread, or if the measure compares with other runs.
    std::map<std::string, double> values;
    std::size_t count = 0;
    double sd = kNoValue;  ///< standard deviation over the replicates; NaN for one
};
Replicates replicates_of(const TableSpec& spec, std::size_t row, std::size_t column, const RunSet& runs);

/// Whether the cells may be compared: seconds only if measured on one processor.
bool are_comparable(const Cell& a, const Cell& b);

/// How many times less the cell costs than the row of its block in `speed_up_over`: our factor, and the
/// published one. NaN if there is no such row, a value is missing, or the cells are not comparable.
struct SpeedUp {
    double ours = kNoValue, published = kNoValue;
    bool two_processors = false;  ///< why `ours` is missing
};
SpeedUp speed_up(const Table& table, std::size_t row, std::size_t column);

/// Whether the cell has the best measured value of its column (of its block, in a table of costs), the first
/// among equals. If some cells are at the paper's scale, only these compete; two at least must compete. No
/// cell is best if a value is missing, or if the values are means over different splits.
bool is_best(const Table& table, std::size_t row, std::size_t column);
/// Returns (ours − published) / tolerance: the value is within the tolerance if this is at most 1 in size.
double deviation(const TableSpec& spec, const Cell& cell);
bool within_tolerance(const TableSpec& spec, const Cell& cell);

/// Number of cells of a table, or panels of a figure, by how far they are comparable with the paper.
struct Counts {
    std::size_t within = 0;   ///< at the paper's scale and within the tolerance
    std::size_t full = 0;     ///< at the paper's scale
    std::size_t smaller = 0;  ///< at fewer rounds or splits, or on stand-ins
    std::size_t missing = 0;  ///< obtainable, but without runs
    std::size_t not_obtainable = 0;
    bool tolerance = false;  ///< whether there is a tolerance, so that `within` counts
    std::size_t total() const { return full + smaller + missing + not_obtainable; }
};

/// Counts the cells with a published value, or all cells if the table is `ours_only`.
Counts count_cells(const Table& table);

/// Cells at the paper's scale and outside the tolerance to which one deviation applies.
struct DeviatingCells {
    std::size_t count = 0;
    std::string text;  ///< "USPS: FULL, RANDOM(1); MNIST: UCB(1)"; with blocks if there are several
};

/// Returns one element per deviation of the table, and one for the cells that none matches. Empty if the
/// table has no tolerance.
std::vector<DeviatingCells> deviating_cells(const Table& table);

/// Returns what repeats the runs: "trials" (inside each), "splits" (drawn anew by dataset.seed), "runs"
/// (several per split) or "seeds".
std::string replicates_name(const std::vector<const Run*>& runs);
/// Returns that of the first cell with runs.
std::string replicates_name(const Table& table);

}  // namespace reboost::report
