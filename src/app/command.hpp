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

int run_train(const Invocation& invocation);
int run_predict(const Invocation& invocation);
int run_test_policy(const Invocation& invocation);
int run_compare(const Invocation& invocation);

int run_run(const Invocation& invocation);
int run_plan(const Invocation& invocation);
int run_launch(const Invocation& invocation);
int run_status(const Invocation& invocation);
int run_reproduce(const Invocation& invocation);

int run_report(const Invocation& invocation);
int run_list(const Invocation& invocation);
int run_runs_list(const Invocation& invocation);
int run_runs_show(const Invocation& invocation);
int run_runs_diff(const Invocation& invocation);
int run_runs_remove(const Invocation& invocation);
int run_runs_export(const Invocation& invocation);

int run_data(const Invocation& invocation);
int run_store_check(const Invocation& invocation);
int run_store_merge(const Invocation& invocation);
int run_store_verify(const Invocation& invocation);

}  // namespace reboost::app
