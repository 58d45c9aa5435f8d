#pragma once
/// The subcommands of `reboost`: each has a file and a line in the table of command.cpp.
#include "bandits/external/program.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace reboost::app {

/// The exit status of the process.
enum ExitStatus : int {
    kAllWell = 0,
    kSomeFailed = 1,    ///< some runs failed, or ReBoost has an internal error
    kWrongUse = 2,      ///< the command line, config or data have a fault
    kInterrupted = 130  ///< Ctrl-C or SIGTERM; the same command continues the work
};

/// The words after the subcommand, and the streams for its output.
struct Invocation {
    std::vector<std::string> words;
    std::ostream& out;  ///< results
    std::ostream& err;  ///< progress and messages
    /// For a program that embeds the commands: makes responders that replace external policies' programs.
    bandits::MakeResponder in_process = {};
};

/// Runs a command line, given without the program's name. Turns exceptions into messages and exit statuses.
int run_command_line(const Invocation& invocation);

/// What a subcommand does; returns an ExitStatus.
using Run = int(const Invocation& invocation);
Run run_train, run_predict, run_test_policy, run_compare;
Run run_run, run_plan, run_launch, run_status, run_reproduce;
Run run_report, run_list;
Run run_runs_list, run_runs_show, run_runs_diff, run_runs_remove, run_runs_export;
Run run_data, run_store_check, run_store_merge, run_store_verify;

}  // namespace reboost::app
