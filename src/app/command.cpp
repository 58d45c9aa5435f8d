#include "app/command.hpp"

#include "app/old_names.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace reboost::app {
namespace {

void print_help(std::ostream& out) {
    out << "reboost " << build_info().version
        << ": experiments on choosing where to search during boosting\n\n"
           "Usage: reboost COMMAND [ARGUMENTS]\n";
    constexpr std::array<std::pair<CommandGroup, std::string_view>, 4> kGroups{
        {{CommandGroup::try_out, "Try a model or a method"},
         {CommandGroup::run, "Run experiments"},
         {CommandGroup::look, "Look at results"},
         {CommandGroup::keep_house, "Keep house"}}};
    for (const auto& [group, title] : kGroups) {
        out << '\n' << title << ":\n";
        for (const Command& command : commands())
            if (command.group == group)
                out << "  " << command.name << std::string(13 - command.name.size(), ' ') << command.summary
                    << '\n';
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

int dispatch(const Invocation& given) {
    if (given.arguments.empty()) {
        print_help(given.err);
        return kWrongUse;
    }
    Invocation invocation = given;
    invocation.arguments = renewed(given.arguments, given.err);
    const std::string& name = invocation.arguments.front();
    const std::vector<std::string> rest(invocation.arguments.begin() + 1, invocation.arguments.end());
    if (name == "--help" || name == "-h" || (name == "help" && rest.empty())) {
        print_help(invocation.out);
        return kAllWell;
    }
    if (name == "help" && rest.front() == "--markdown") {
        print_commands_page(invocation.out);
        return kAllWell;
    }
    if (name == "help") {
        std::vector<std::string> words = rest;
        words.emplace_back("--help");
        return dispatch({std::move(words), invocation.out, invocation.err});
    }
    if (name == "--version") {
        const BuildInfo build = build_info();
        invocation.out << "reboost " << build.version << " (" << build.git_revision << ", " << build.compiler
                       << ", " << build.flags << ")\n";
        return kAllWell;
    }
    return find_named(commands(), name, "command", &Command::name)
        .run({rest, invocation.out, invocation.err, invocation.in_process});
}

/// The main thread's stack grows up to the limit that holds when it grows (`ulimit -s`). Throws UsageError
/// where the limit is too low and cannot be raised.
void require_stack() {
    constexpr rlim_t kLeast = rlim_t{1} << 20, kWanted = kLeast << 3;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeast) return;
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = std::min(kWanted, limit.rlim_max);
    if (limit.rlim_cur < kLeast) limit = {kWanted, kWanted};  // root may
    if (::setrlimit(RLIMIT_STACK, &limit) != 0)
        throw UsageError("the stack may take " + std::to_string(before >> 10) +
                         " KB (ulimit -s); 1024 are needed");
}

/// Whether standard output has no reader any more, as after `| head`.
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
    } catch (const Error& error) {  // usage, data and files: the user can put it right
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
