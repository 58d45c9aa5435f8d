/// The table of all subcommands, their common help, and the calling of a subcommand.
#include "app/command.hpp"

#include "app/arguments.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <filesystem>
#include <new>
#include <ostream>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace reboost::app {
namespace {

constexpr std::string_view kTry = "Try a model or a method", kRun = "Run experiments",
                           kLook = "Look at results", kKeepHouse = "Keep house";

/// A subcommand, or a verb of one ("show" of `runs show`).
struct Command {
    std::string_view name, summary;
    Run* run;                             ///< null if the command has verbs
    std::string_view group = kLook;       ///< its title in the help
    std::span<const Command> verbs = {};  ///< words after the command; the first is the default
};

constexpr Command kRunsVerbs[]{
    {"list", "list finished runs: all, or those that a filter names", run_runs_list},
    {"show", "show one finished run, or a model", run_runs_show},
    {"diff", "compare two results folders or two configs: what moved", run_runs_diff},
    {"remove", "delete the finished runs that a filter names", run_runs_remove},
    {"export", "write all runs as long tables, or as reference results", run_runs_export},
};
constexpr Command kStoreVerbs[]{
    {"check", "check a whole results folder, and repair it", run_store_check},
    {"merge", "gather the runs of several results folders in one", run_store_merge},
    {"verify", "compare the runs of this machine with the reference results", run_store_verify},
};
/// All commands in the order of `reboost --help`.
constexpr Command kCommands[]{
    {"train", "train a model on a file of your own", run_train, kTry},
    {"predict", "apply a model to a file of your own", run_predict, kTry},
    {"test-policy", "try a bandit policy: conformance, regret, cost", run_test_policy, kTry},
    {"compare", "is my method better than random draws, and than UCB(1)?", run_compare, kTry},
    {"plan", "check a config; show what it would compute, and how long that takes", run_plan, kRun},
    {"run", "compute the runs of a config; choose hyper-parameters", run_run, kRun},
    {"launch", "carry a config through a cluster's scheduler", run_launch, kRun},
    {"status", "show what is done, failed, begun and running", run_status, kRun},
    {"reproduce", "run the papers' configs, then report", run_reproduce, kRun},
    {"report", "make tables, figures and verdicts from the run files", run_report, kLook},
    {"runs", "list, show, compare, remove and export finished runs", nullptr, kLook, kRunsVerbs},
    {"list", "list data sets, learners, selectors, policies, boosters, experiments", run_list, kLook},
    {"data", "info on data sets; fetch, verify and write them", run_data, kKeepHouse},
    {"store", "check, merge and verify results folders", nullptr, kKeepHouse, kStoreVerbs},
};

void print_verbs(const Command& command, std::ostream& out) {
    out << fmt::format("Usage: reboost {} VERB [ARGUMENTS]\n\nVerbs:\n", command.name);
    for (const Command& verb : command.verbs)
        out << fmt::format("  {:<8}{}\n", verb.name, verb.summary);
    out << fmt::format("\n`reboost {} VERB --help` explains a verb with an example.\n", command.name);
}

bool asks_for_help(const std::string& word) {
    return word == "--help" || word == "-h";
}

/// Whether the word is an option, a filter or a run id, so that the verb is left out and the first one meant.
bool is_for_first_verb(const std::string& word) {
    return word.starts_with('-') || word.find_first_of("=<>!") != std::string::npos ||
           word.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Runs the command, or the verb that the first word names.
int run_command(const Command& command, Invocation invocation) {
    std::vector<std::string>& words = invocation.words;
    if (command.verbs.empty()) return command.run(invocation);
    if (words.empty()) return command.verbs.front().run(invocation);
    if (asks_for_help(words.front())) {
        print_verbs(command, invocation.out);
        return kAllWell;
    }
    if (is_for_first_verb(words.front())) return command.verbs.front().run(invocation);
    const Command& verb =
        find_named(command.verbs, words.front(), "verb", &Command::name, std::string(command.name));
    words.erase(words.begin());
    return verb.run(invocation);
}

void print_rows(std::ostream& out, const Command& command) {
    if (command.verbs.empty())
        command.run({{fmt::format("--{}={}", kRowsOption, command.summary)}, out, out});
    for (const Command& verb : command.verbs)
        print_rows(out, verb);
}

void print_help(std::ostream& out) {
    out << "reboost " << build_info().version
        << ": experiments on choosing where to search during boosting\n\n"
           "Usage: reboost COMMAND [ARGUMENTS]\n";
    for (const std::string_view group : {kTry, kRun, kLook, kKeepHouse}) {
        out << '\n' << group << ":\n";
        for (const Command& command : kCommands)
            if (command.group == group) out << fmt::format("  {:<13}{}\n", command.name, command.summary);
    }
    out << "\n`reboost COMMAND --help` explains a command with an example; docs/commands.md has all options.\n\n"
           "First steps:\n"
           "  reboost train iris.csv --test-fraction 0.3   # a model of a table of your own\n"
           "  reboost reproduce --profile smoke            # every paper, tiny, within a minute or two\n"
           "  reboost plan configs/example.json            # what would be run\n"
           "  reboost run configs/example.json             # run it; Ctrl-C and the same command goes on\n"
           "  reboost report                               # tables and figures\n\n"
           "Exit status: 0 all well, 1 some runs failed or a check did, 2 wrong use, 130 interrupted.\n";
}

/// Prints docs/commands.md: one table of all commands and options, from their help.
void print_commands_page(std::ostream& out) {
    out << "# Commands\n\n"
           "`reboost COMMAND --help` says the same with examples. This page is what `reboost help --markdown` "
           "prints.\n\n"
           "| command | option | what it does |\n|---|---|---|\n";
    for (const Command& command : kCommands)
        print_rows(out, command);
    out << "\n## Shared options\n\n| group | option | what it does |\n|---|---|---|\n";
    for (const SharedOptions& group : shared_options()) {
        out << fmt::format("| **{}** | | |\n", group.title);
        for (const Option& option : group.options)
            out << table_row(option);
    }
}

int dispatch(Invocation invocation) {
    if (invocation.words.empty()) {
        print_help(invocation.err);
        return kWrongUse;
    }
    const std::string name = invocation.words.front();
    invocation.words.erase(invocation.words.begin());
    if (asks_for_help(name) || (name == "help" && invocation.words.empty())) {
        print_help(invocation.out);
    } else if (name == "help" && invocation.words.front() == "--markdown") {
        print_commands_page(invocation.out);
    } else if (name == "help") {
        invocation.words.emplace_back("--help");
        return dispatch(invocation);
    } else if (name == "--version") {
        const BuildInfo build = build_info();
        invocation.out << fmt::format("reboost {} ({}, {}, {})\n", build.version, build.git_revision,
                                      build.compiler, build.flags);
    } else {
        return run_command(find_named(kCommands, name, "command", &Command::name), invocation);
    }
    return kAllWell;
}

/// Raises the stack limit (`ulimit -s`) if it is too low; the main thread's stack then grows to the new
/// limit. Throws UsageError if the limit cannot be raised.
void require_stack() {
    constexpr rlim_t kLeast = rlim_t{1} << 20, kWanted = kLeast << 3;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast) return;
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = std::min(kWanted, limit.rlim_max);
    if (limit.rlim_cur < kLeast) limit = {kWanted, kWanted};  // only root may raise the hard limit
    if (::setrlimit(RLIMIT_STACK, &limit) != 0)
        throw UsageError("the stack may take " + std::to_string(before >> 10) +
                         " KB (ulimit -s); 1024 are needed");
}

/// Whether the reader of standard output has closed it, as after `| head`.
bool reader_has_left() {
    ::pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

int run_command_line(const Invocation& invocation) {
    const auto complain = [&](const std::string& message, int status) {
        invocation.out.flush();
        invocation.err << "reboost: " << printable(message, true) << '\n';
        return status;
    };
    try {
        require_stack();
        const int status = dispatch(invocation);
        if (invocation.out.flush()) return status;
        const int failed = status == kAllWell ? kSomeFailed : status;
        return reader_has_left() ? failed : complain("the output could not be written in full", failed);
    } catch (const TrainingError& error) {
        return complain(error.what(), kSomeFailed);
    } catch (const Error& error) {  // usage, data or files: faults that the user can correct
        return complain(error.what(), kWrongUse);
    } catch (const std::bad_alloc&) {
        return complain("out of memory; fewer --jobs need less", kSomeFailed);
    } catch (const std::filesystem::filesystem_error& error) {
        return complain("'" + error.path1().string() + "': " + error.code().message(), kWrongUse);
    } catch (const std::system_error& error) {
        return complain("the system gives no more threads (" + error.code().message() +
                            "); use fewer --jobs or --threads-per-run",
                        kSomeFailed);
    } catch (const std::exception& error) {
        return complain(std::string("internal error: ") + error.what(), kSomeFailed);
    }
}

}  // namespace reboost::app
