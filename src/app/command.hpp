#pragma once
/// The subcommands of `reboost`: one file each, one line each in the table.
#include "bandits/external/program.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace reboost::app {

/// What the process ends with.
enum ExitStatus : int {
    kAllWell = 0,
    kSomeFailed = 1,    ///< some runs failed, or ReBoost itself did
    kWrongUse = 2,      ///< command line, config or data are not what they should be
    kInterrupted = 130  ///< Ctrl-C or SIGTERM; the same command goes on
};

/// The words after the subcommand, and where to write.
struct Invocation {
    std::vector<std::string> arguments;
    std::ostream& out;  ///< what was asked for
    std::ostream& err;  ///< progress and messages
    /// Where another program embeds the commands: makes what answers in place of external policies' programs.
    bandits::MakeResponder in_process = {};
};

/// Runs a command line without the program's name; turns exceptions into messages and exit statuses.
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
