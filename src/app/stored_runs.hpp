#pragma once
/// The finished runs of a results folder, as `runs` lists and `remove` names them.
#include "app/arguments.hpp"
#include "core/value.hpp"
#include "report/measures/run_filter.hpp"
#include "results/store.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace reboost::app {

/// What the keys of a filter may be: the last lines of a command's help.
inline constexpr const char* kFilterHelp =
    "A FILTER is a list of conditions that must all hold: dataset=, learner=, selector=, booster= (a name, or "
    "a\nlabel as `ucb(5)`), any option by its path (booster.rounds>=1000), any attribute (host=alpha), "
    "state=\n(counts, outdated, other_source, damaged), or the first digits of an id. Several values: a,b.\n";

struct StoredRuns {
    std::vector<report::FilteredRun> runs;
    std::vector<std::string> damaged;  ///< what is wrong with files, each named
    /// The stamps of the runs by id, taken before the runs were read.
    std::map<std::string, std::optional<files::FileStamp>> stamps;
};
/// Those that `filter` lets through, by id; what is damaged, whatever the filter says, for nobody knows what
/// it was. Damaged files have no specification. Throws UsageError where the filter has a key that no run has.
StoredRuns stored_runs(const results::Store& store, const report::RunFilter& filter);

struct RunFiles {
    std::size_t whole = 0;
    std::vector<std::string> damaged;  ///< as of StoredRuns
};
/// One pass over the stored runs, without keeping the runs.
RunFiles weigh_runs(const results::Store& store);
/// Names what is damaged. Returns the exit status: a listing without it is not complete.
int tell_damage(const Invocation& invocation, const std::vector<std::string>& damaged);

/// The columns of `runs`: what was run, how far, the last test error, seconds.
struct RunColumns {
    std::vector<std::string> names;
    std::vector<std::vector<Value>> rows;
    std::vector<bool> asks_program;  ///< of each row: its seconds are without the program's
};
/// Runs that were removed since they were listed have no row; `runs` loses them.
RunColumns run_columns(const results::Store& store, std::vector<report::FilteredRun>& runs);

/// For a terminal: ids cut short, errors in percent, seconds marked that are not all.
std::string runs_as_text(const RunColumns& columns);
std::string runs_as_csv(const RunColumns& columns);
/// A list of objects, each with its complete specification and attributes.
Value runs_as_value(const RunColumns& columns, const std::vector<report::FilteredRun>& runs);

}  // namespace reboost::app
