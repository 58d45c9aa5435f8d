#include "app/common.hpp"
#include "bandits/external/line_process.hpp"
#include "boosting/recipe.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "sweep/drain.hpp"

#include <ostream>
#include <set>

#include <fmt/format.h>

namespace reboost::app {
namespace {

void require_data(const sweep::Plan& plan) {
    if (plan.missing_data.empty()) return;
    throw UsageError(
        fmt::format("not at hand: {}. Fetch with `reboost data fetch {}`, or set REBOOST_DATA to the folder "
                    "that has them, or take generated sets in their place with --stand-in",
                    fmt::join(plan.missing_data, ", "), fmt::join(plan.missing_data, " ")));
}

/// Programs that a config names are run only where the user says so: it may come from a stranger. Who names
/// one by --policy has said so.
bool external_allowed(const Arguments& arguments) {
    return arguments.has("allow-external") || arguments.has("policy");
}

void require_consent(const sweep::Plan& plan, const Arguments& arguments) {
    if (external_allowed(arguments)) return;
    std::set<std::string> commands;
    for (const sweep::PlanEntry& entry : plan.entries)
        if (entry.state != sweep::RunState::done)
            for (const auto& program :
                 boosting::external_programs(entry.run.spec.selector, entry.run.spec.booster))
                commands.insert(
                    bandits::printable(shell_command(program.program->command), std::string::npos));
    if (commands.empty()) return;
    throw UsageError(
        fmt::format("the config asks for programs to be run, as you:\n    {}\nLook at them, then give "
                    "--allow-external",
                    fmt::join(commands, "\n    ")));
}

/// `reference`: the folder of reference results that counted, "" where none did.
std::string summary_line(const sweep::SweepSummary& summary, const results::Store& store,
                         const std::string& reference) {
    const std::size_t to_do = summary.planned - summary.done_before;
    if (to_do == 0)
        return fmt::format(
            "{} stored in {}{} already: nothing computed anew.",
            summary.planned == 1 ? "The run is" : fmt::format("All {} runs are", summary.planned),
            store.folder().string(), reference.empty() ? "" : " or in " + reference);
    std::string line = fmt::format("{}: {} computed in {}", counted(summary.planned, "run"), summary.computed,
                                   sweep::format_duration(summary.seconds));
    if (summary.done_before > 0) line += fmt::format(", {} stored before", summary.done_before);
    if (summary.elsewhere > 0) line += fmt::format(", {} computed by another process", summary.elsewhere);
    if (!summary.failed.empty()) line += fmt::format(", {} failed", summary.failed.size());
    return line + fmt::format(". Results: {}", store.folder().string());
}

}  // namespace

int sweep_and_tell(const sweep::Plan& plan, results::Store& store, sweep::DataSource& data,
                   const Arguments& arguments, const sweep::SweepOptions& options, const std::string& again,
                   const Invocation& invocation) {
    require_data(plan);
    require_consent(plan, arguments);
    std::ostream& err = invocation.err;
    for (const std::string& line : plan.recomputed())
        err << printable(line) << '\n';
    store.set_claim_timeout(claim_timeout_of(arguments));
    sweep::DrainFlag drain;
    sweep::Progress progress(err, progress_mode_of(arguments), system_clock(), terminal_width());
    const sweep::SignalDrain signals(drain);
    sweep::Environment environment;
    environment.data = &data;
    environment.allow_external = external_allowed(arguments);
    const sweep::SweepSummary summary = sweep::run_sweep(
        plan, store, environment, options, progress, drain,
        "Stopping: running runs are checkpointed after their round. Ctrl-C to quit at once.");

    if (arguments.has("json"))
        print_json(invocation.out, summary_value(summary));
    else
        invocation.out << summary_line(summary, store, plan.reference.string()) << '\n' << std::flush;
    for (const sweep::FailedRun& run : summary.failed)
        err << fmt::format("failed ({}): {} {}\n    {}\n", run.type, run.id.substr(0, 12), run.label,
                           printable(run.message, true));
    if (summary.gave_up)
        err << fmt::format("Given up after {} (--max-failures).\n",
                           counted(summary.failed.size(), "failure"));
    if (summary.drained && !summary.gave_up) {
        err << fmt::format("Interrupted: {} begun and checkpointed, {} not begun. To go on: {}\n",
                           counted(summary.interrupted, "run"),
                           summary.asked - summary.computed - summary.elsewhere - summary.interrupted -
                               summary.failed.size(),
                           printable(again));
        return kInterrupted;
    }
    if (summary.failed.empty()) return kAllWell;
    const bool flagged = options.only_failed;
    err << "To run exactly these again: " << printable(again) << (flagged ? "" : " --only-failed") << '\n';
    return kSomeFailed;
}

}  // namespace reboost::app
