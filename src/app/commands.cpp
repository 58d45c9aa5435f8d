/// The table of all subcommands, and what is said of them all.
#include "app/arguments.hpp"
#include "app/command.hpp"
#include "core/error.hpp"
#include "core/names.hpp"

#include <ostream>
#include <sstream>

#include <fmt/format.h>

namespace reboost::app {
namespace {

using enum CommandGroup;

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
constexpr Command kCommands[]{
    {"train", "train a model on a file of your own", run_train, try_out},
    {"predict", "apply a model to a file of your own", run_predict, try_out},
    {"test-policy", "try a bandit policy: conformance, regret, cost", run_test_policy, try_out},
    {"compare", "is my method better than random draws, and than UCB(1)?", run_compare, try_out},
    {"plan", "check a config; show what it would compute, and how long that takes", run_plan, run},
    {"run", "compute the runs of a config; choose hyper-parameters", run_run, run},
    {"launch", "carry a config through a cluster's scheduler", run_launch, run},
    {"status", "show what is done, failed, begun and running", run_status, run},
    {"reproduce", "run the papers' configs, then report", run_reproduce, run},
    {"report", "make tables, figures and verdicts from the run files", run_report, look},
    {"runs", "list, show, compare, remove and export finished runs", run_runs, look, kRunsVerbs},
    {"list", "list data sets, learners, selectors, policies, boosters, experiments", run_list, look},
    {"data", "describe, fetch and verify data sets", run_data, keep_house},
    {"store", "check, merge and verify results folders", run_store, keep_house, kStoreVerbs},
};

void print_verbs(const Command& command, std::ostream& out) {
    out << fmt::format("Usage: reboost {} VERB [ARGUMENTS]\n\nVerbs:\n", command.name);
    for (const Command& verb : command.verbs)
        out << fmt::format("  {:<8}{}\n", verb.name, verb.summary);
    out << fmt::format("\n`reboost {} VERB --help` explains a verb with an example.\n", command.name);
}

/// A filter of runs, or an option: what follows where the verb is left out.
bool is_for_first_verb(const std::string& word) {
    return word.starts_with('-') || word.find_first_of("=<>!") != std::string::npos ||
           word.find_first_not_of("0123456789abcdef") == std::string::npos;
}

int run_verb(std::string_view name, const Invocation& invocation) {
    const Command& command = find_named(kCommands, name, "command", &Command::name);
    const std::vector<std::string>& words = invocation.arguments;
    if (!words.empty() && (words.front() == "--help" || words.front() == "-h")) {
        print_verbs(command, invocation.out);
        return kAllWell;
    }
    if (words.empty() || is_for_first_verb(words.front())) return command.verbs.front().run(invocation);
    const Command& verb = find_named(command.verbs, words.front(), "verb", &Command::name, std::string(name));
    return verb.run(
        {{words.begin() + 1, words.end()}, invocation.out, invocation.err, invocation.in_process});
}

void print_rows(std::ostream& out, const std::string& name, const Command& command) {
    if (command.verbs.empty())
        command.run({{fmt::format("--{}={}", kRowsOption, command.summary)}, out, out});
    for (const Command& verb : command.verbs)
        print_rows(out, fmt::format("{} {}", name, verb.name), verb);
}

}  // namespace

std::span<const Command> commands() {
    return kCommands;
}

int run_runs(const Invocation& invocation) {
    return run_verb("runs", invocation);
}

int run_store(const Invocation& invocation) {
    return run_verb("store", invocation);
}

void print_commands_page(std::ostream& out) {
    out << "# Commands\n\n"
           "`reboost COMMAND --help` says the same with examples. This page is what `reboost help --markdown` "
           "prints.\n\n"
           "| command | option | what it does |\n|---|---|---|\n";
    for (const Command& command : commands())
        print_rows(out, std::string(command.name), command);
    out << "\n## Shared options\n\n| group | option | what it does |\n|---|---|---|\n";
    for (const SharedOptions& group : shared_options()) {
        out << fmt::format("| **{}** | | |\n", group.title);
        for (const Option& option : group.options)
            out << table_row(option);
    }
}

}  // namespace reboost::app
