#pragma once
/// What several subcommands share.
#include "app/arguments.hpp"
#include "config/config.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "report/measures/run_filter.hpp"
#include "report/pages/report.hpp"
#include "results/store.hpp"
#include "sweep/environment.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"
#include "sweep/sweep.hpp"

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost::app {

/// What `work` gives; what it finds wrong names the file.
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

/// --results, "results" where it is not given. Throws UsageError where it is empty.
std::filesystem::path results_folder(const Arguments& arguments);
/// Throws UsageError where an output is one of the files that are read. `what`: "train: --model".
void require_not_an_input(const std::string& what, const std::filesystem::path& output,
                          const std::vector<std::string>& inputs);
/// --results for commands that only read it. Throws UsageError where it does not exist, since its name may be
/// misspelt; `unless_default`: the default one need not exist.
std::filesystem::path existing_results(const Arguments& arguments, bool unless_default = false);
/// A terminal whose cursor can be moved; an editor's shell (TERM=dumb) is none.
bool is_screen(int descriptor);
std::size_t terminal_width();

/// The folder `name` (configs, experiments, plots): in the current folder, else where `make install` put it
/// beside the program, or in the sources that the program was built in. Throws UsageError naming both places.
std::filesystem::path asset_folder(const std::string& name);
/// Where another program that embeds the commands has those folders. To be called before the first command.
void set_shipped_folder(std::filesystem::path folder);

/// The reference results: --reference, else the folder `reference` beside the runs, else those that come with
/// ReBoost; "" without any, or with --no-reference. Throws UsageError for what is no folder.
std::filesystem::path reference_folder(const Arguments& arguments, const std::filesystem::path& results);

/// A JSON object of these members, each made by `key`.
template <class... Members>
Value object_of(Members... members) {
    Value object = Value::object();
    (object.set(std::move(members.first), std::move(members.second)), ...);
    return object;
}
void print_json(std::ostream& out, const Value& value);
/// Each row on a line, two blanks between columns; the columns in `right` are aligned at their right ends.
/// Control characters become question marks: names come from files.
std::string aligned(std::vector<std::vector<std::string>> rows, const std::vector<std::size_t>& right = {});
/// The words as a shell would need them quoted.
std::string shell_command(const std::vector<std::string>& words);

// Plans (sweeps.cpp)

/// Throws UsageError where --reference is not a folder.
sweep::PlanOptions plan_options_of(const Arguments& arguments);
/// What --set and --oracle-every override.
std::vector<std::string> overrides_of(const Arguments& arguments);
config::SweepConfig config_of(const Arguments& arguments, const std::string& path);
std::vector<config::SweepConfig> configs_of(const Arguments& arguments,
                                            const std::vector<std::string>& paths);

/// "24 runs: 20 done, 4 to do (about 12 min, 2 at once)".
std::string plan_line(const sweep::Plan& plan, const sweep::SweepOptions& options);
/// plan_line, what is dropped or not at hand, then a row per run, `finished` ones too; of many without `all`
/// the first.
void print_plan(std::ostream& out, const sweep::Plan& plan, const sweep::SweepOptions& options, bool finished,
                bool all);
Value plan_value(const sweep::Plan& plan);

/// The ids of the configs' runs, also where stand-ins took their data's place.
std::set<std::string> ids_of(const std::vector<std::string>& configs, const Arguments& arguments,
                             const results::Store& store);

// Sweeps (sweeps.cpp)

/// --threads-per-run; 0 for "auto".
int threads_per_run_of(const Arguments& arguments);
sweep::SweepOptions sweep_options_of(const Arguments& arguments);
/// The same, with what a config says itself: `keep_state`.
sweep::SweepOptions sweep_options_of(const Arguments& arguments,
                                     const std::vector<config::SweepConfig>& configs);
/// A terminal gets the repainted line, anything else plain lines, --quiet nothing.
sweep::ProgressMode progress_mode_of(const Arguments& arguments);
/// Runs the plan of a command under SIGINT/SIGTERM and says how it went. Returns the exit status. Throws
/// UsageError where data sets are missing.
int sweep_and_tell(const sweep::Plan& plan, results::Store& store, sweep::DataSource& data,
                   const Arguments& arguments, const sweep::SweepOptions& options, const char* command,
                   const Invocation& invocation);

// The papers that come with ReBoost: their configs, and the reports that commands end with (papers.cpp)

struct PaperConfigs {
    std::string paper;                         ///< "opt2009"
    std::vector<std::filesystem::path> files;  ///< sorted
};

/// The papers below `configs` that have configs, sorted.
std::vector<PaperConfigs> paper_configs(const std::filesystem::path& configs);

/// By --results, --reference and --output, which is `folder` in the results folder where it is not given.
report::ReportOptions page_options(const Arguments& arguments, const std::string& folder);

/// Makes the report and prints its warnings.
report::ReportResult report_and_warn(const report::ReportOptions& options, std::ostream& err);

/// The same for a report of papers, unless this function made the one that is there without a warning and
/// neither what it was made from nor its folder has changed since.
void report_if_changed(const report::ReportOptions& options, std::ostream& err);

// The finished runs of a results folder, as `runs` lists and removes them (stored_runs.cpp)

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

// Data sets (commands/data.cpp)

/// Downloads what is not at hand of the configs' data sets (not with --offline), reports where each comes
/// from, and takes out of the configs what cannot be had. Throws nothing for a set that cannot be had.
void fetch_and_settle_data(std::vector<config::SweepConfig>& configs, const data::DataRoot& root,
                           const Arguments& arguments, std::ostream& err);

/// `reboost list datasets`.
void list_data_sets(const Invocation& invocation, bool as_json);

// Selection (commands/run.cpp)

/// --select, --nested, --baseline: hyper-parameters by validation.
void add_selection_options(Arguments& arguments);

}  // namespace reboost::app
