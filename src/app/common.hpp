#pragma once
/// Functions and headers that most subcommands use.
#include "app/arguments.hpp"
#include "config/config.hpp"
#include "config/label.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "report/measures/run_filter.hpp"
#include "report/pages/report.hpp"
#include "results/store.hpp"
#include "sweep/environment.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"
#include "sweep/sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::app {

namespace fs = std::filesystem;

/// Returns the result of `work`; adds the file's name to its errors.
template <class Work>
auto naming(const std::string& file, Work work) {
    try {
        return work();
    } catch (Error& error) {
        const std::string_view message = error.what();
        const bool named = message.starts_with(file + ":") || message.find("'" + file + "'") != message.npos;
        if (!named) error.add_context("'" + file + "'");
        throw;
    }
}

/// The value of --results, "results" by default. Throws UsageError if it is empty.
fs::path results_folder(const Arguments& arguments);
/// Throws UsageError if the output, the value of `option`, is one of the command's files or that of --test.
void require_not_an_input(const Arguments& arguments, const char* option, const fs::path& output);
/// The value of --results for commands that only read it. Throws UsageError if the folder does not exist,
/// because its name may be misspelt; with `unless_default` the default folder need not exist.
fs::path existing_results(const Arguments& arguments, bool unless_default = false);
/// Whether the descriptor is a terminal with a movable cursor; an editor's shell (TERM=dumb) is not.
bool is_screen(int descriptor);
std::size_t terminal_width();

/// The folder `name` (configs, experiments, plots) in the current folder; if there is none, that beside the
/// installed program or in the sources of a built one. Throws UsageError, which names both places.
fs::path asset_folder(const std::string& name);
/// Sets the folder of configs, experiments and plots for an embedding program; called before any command.
void set_shipped_folder(fs::path folder);

/// The folder of reference results: --reference, or `reference` in the results folder, or that shipped with
/// ReBoost; "" if there is none or with --no-reference. Throws UsageError if --reference is not a folder.
fs::path reference_folder(const Arguments& arguments, const fs::path& results);

/// A JSON object with these members, each made by `key`.
template <class... Members>
Value object_of(Members... members) {
    Value object = Value::object();
    (object.set(std::move(members.first), std::move(members.second)), ...);
    return object;
}
/// A table with one row on each line and two blanks between columns; the columns in `right` are
/// right-aligned. Control characters become question marks, because names may come from files.
std::string aligned(std::vector<std::vector<std::string>> rows, const std::vector<std::size_t>& right = {});
/// The words joined to a command, quoted for a shell.
std::string shell_command(const std::vector<std::string>& words);

// Plans (sweeps.cpp)

/// Throws UsageError if --reference is not a folder.
sweep::PlanOptions plan_options_of(const Arguments& arguments);
/// The settings of --set and --oracle-every.
std::vector<std::string> overrides_of(const Arguments& arguments);
std::vector<config::SweepConfig> configs_of(const Arguments& arguments,
                                            const std::vector<std::string>& paths);

/// "24 runs: 20 done, 4 to do (about 12 min, 2 at once)".
std::string plan_line(const sweep::Plan& plan, const sweep::SweepOptions& options);
/// Prints plan_line, dropped runs and missing data sets, then a row for each run: also `finished` runs, and
/// only the first of many without --all.
void print_plan(const Arguments& arguments, const sweep::Plan& plan, const sweep::SweepOptions& options,
                bool finished);
Value plan_value(const sweep::Plan& plan);

/// The ids of the configs' runs, including runs on stand-ins.
std::set<std::string> ids_of(const std::vector<std::string>& configs, const Arguments& arguments,
                             const results::Store& store);

// Sweeps (sweeps.cpp)

/// The value of --threads-per-run; 0 for "auto".
int threads_per_run_of(const Arguments& arguments);
/// The options, with the configs' own `keep_state`.
sweep::SweepOptions sweep_options_of(const Arguments& arguments,
                                     const std::vector<config::SweepConfig>& configs = {});
/// A terminal gets the live view, other outputs plain lines, --quiet nothing.
sweep::ProgressMode progress_mode_of(const Arguments& arguments);
/// Runs the plan of a command, drains at SIGINT or SIGTERM, and prints a summary. Returns the exit status.
/// Throws UsageError if data sets are missing.
int sweep_and_tell(const sweep::Plan& plan, results::Store& store, sweep::DataSource& data,
                   const Arguments& arguments, const sweep::SweepOptions& options);

// The papers shipped with ReBoost: their configs, and the reports at the end of commands (papers.cpp)

/// The configs of each paper ("opt2009"), sorted.
using PaperConfigs = std::map<std::string, std::vector<fs::path>>;
/// The papers with configs in the folder `configs`.
PaperConfigs paper_configs(const fs::path& configs);

/// Report options from --results, --reference and --output (default: `folder` in the results folder).
report::ReportOptions page_options(const Arguments& arguments, const std::string& folder);

/// Makes the report and prints its warnings.
report::ReportResult report_and_warn(const report::ReportOptions& options, std::ostream& err);

/// The same for a report of papers, unless the existing report was made by this function without warnings and
/// neither its inputs nor its folder have changed.
void report_if_changed(const report::ReportOptions& options, std::ostream& err);

// The finished runs of a results folder, for listing and removing (stored_runs.cpp)

/// The keys of a filter: the last lines of a command's help.
inline constexpr const char* kFilterHelp =
    "A FILTER is a list of conditions that must all hold: dataset=, learner=, selector=, booster= (a name, or "
    "a\nlabel as `ucb(5)`), any option by its path (booster.rounds>=1000), any attribute (host=alpha), "
    "state=\n(counts, outdated, other_source, damaged), or the first digits of an id. Several values: a,b.\n";

struct StoredRuns {
    std::vector<report::FilteredRun> runs;
    std::vector<std::string> damaged;  ///< what is wrong with each damaged file
    /// Stamps of the runs' files, taken before the runs were read; key: id.
    std::map<std::string, std::optional<files::FileStamp>> stamps;
};
/// The runs that `filter` accepts, by id, and all damaged files, because their specification is unknown.
/// Throws UsageError if the filter has a key that no run has.
StoredRuns stored_runs(const results::Store& store, const report::RunFilter& filter);

/// Counts the undamaged runs, keeping none in memory; `damaged` receives what is wrong with the others.
std::size_t count_runs(const results::Store& store, std::vector<std::string>& damaged);
/// Prints the damaged files. Returns the exit status, because a list without them is incomplete.
int tell_damage(const Arguments& arguments, const std::vector<std::string>& damaged);

/// The columns of each run: its parts, rounds, last test error and seconds.
using RunRows = std::vector<std::vector<Value>>;
/// Runs removed since they were listed have no row and are erased from `runs`.
RunRows run_rows(const results::Store& store, std::vector<report::FilteredRun>& runs);

/// The table for a terminal: short ids, errors in percent, and a mark at seconds that leave out a program's.
std::string runs_as_text(const RunRows& rows, const std::vector<report::FilteredRun>& runs);
std::string runs_as_csv(const RunRows& rows);
/// A list of objects, each with complete specification and attributes.
Value runs_as_value(const RunRows& rows, const std::vector<report::FilteredRun>& runs);

// Data sets (commands/data.cpp)

/// Downloads missing data sets of the configs (unless --offline), reports the source of each set, and removes
/// the runs of unavailable sets from the configs. Does not throw for an unavailable set.
void fetch_and_settle_data(std::vector<config::SweepConfig>& configs, const Arguments& arguments);

void list_data_sets(const Arguments& arguments);

// Selection (commands/run.cpp)

/// Adds --select, --nested and --baseline: the choice of hyper-parameters by validation.
void add_selection_options(Arguments& arguments);

}  // namespace reboost::app
