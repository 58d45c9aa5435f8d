/// Plans and sweeps of the command line: their options, their display, their execution and their summary.
#include "app/common.hpp"
#include "boosting/recipe.hpp"
#include "sweep/failure.hpp"
#include "sweep/house.hpp"

#include <charconv>
#include <cmath>

namespace reboost::app {
namespace {

double claim_timeout_of(const Arguments& arguments) {
    constexpr double kLeast = 60;  // four heartbeats, so that a slow process keeps its claims
    return arguments.number("claim-timeout", results::kClaimTimeout, kLeast);
}

/// Bytes of "8G", "512M" or a plain number of bytes. Throws UsageError.
double bytes_of(const std::string& text) {
    constexpr double kMostBytes = 1e18;
    constexpr std::string_view kLetters = "KMGT";
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view letter(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (letter.size() == 2 && letter[1] == 'B') letter.remove_suffix(1);
    const std::size_t power = letter.empty() ? 0 : kLetters.find(letter) + 1;
    if (error != std::errc() || !(number > 0) || letter.size() > 1 || (power == 0 && !letter.empty()))
        throw UsageError("'" + text +
                         "' is no amount of memory; expected a number with K, M, G or T, such as 8G");
    const double bytes = number * std::pow(1024.0, static_cast<double>(power));
    if (bytes > kMostBytes) throw UsageError("'" + text + "' is more memory than any machine has");
    return bytes;
}

Value summary_value(const sweep::SweepSummary& summary) {
    const auto failed_value = [](const sweep::FailedRun& run) {
        return object_of(key("id", run.id), key("label", run.label), key("type", run.type),
                         key("message", run.message));
    };
    return object_of(key("planned", summary.planned), key("done_before", summary.done_before),
                     key("computed", summary.computed), key("computed_elsewhere", summary.elsewhere),
                     key("interrupted", summary.interrupted),
                     key("failed", Value::list_of(summary.failed, failed_value)),
                     key("drained", summary.drained), key("seconds", summary.seconds));
}

void require_data(const sweep::Plan& plan) {
    if (plan.missing_data.empty()) return;
    throw UsageError(
        fmt::format("not at hand: {}. Fetch with `reboost data fetch {}`, or set REBOOST_DATA to the folder "
                    "that has them, or take generated sets in their place with --stand-in",
                    fmt::join(plan.missing_data, ", "), fmt::join(plan.missing_data, " ")));
}

/// Whether the user allows external programs, which --policy does, too: a config may come from a stranger.
bool external_allowed(const Arguments& arguments) {
    return arguments.has("allow-external") || arguments.has("policy");
}

void require_consent(const sweep::Plan& plan, const Arguments& arguments) {
    if (external_allowed(arguments) || arguments.in_process) return;
    std::set<std::string> commands;
    for (const sweep::PlanEntry& entry : plan.entries)
        if (entry.state != sweep::RunState::done)
            for (const auto& [part, program] :
                 boosting::external_programs(entry.run.spec.selector, entry.run.spec.booster))
                commands.insert(printable(shell_command(program->command)));
    if (commands.empty()) return;
    throw UsageError(
        fmt::format("the config asks for programs to be run, as you:\n    {}\nLook at them, then give "
                    "--allow-external",
                    fmt::join(commands, "\n    ")));
}

/// `reference`: the folder of the reference results that counted; "" if none did.
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

int threads_per_run_of(const Arguments& arguments) {
    const std::string text = arguments.text("threads-per-run", "auto");
    if (text == "auto") return 0;
    const int threads = parse_whole<int>(text).value_or(0);
    if (threads < 1 || threads > kMostThreads)
        throw UsageError(fmt::format(
            "--threads-per-run is '{}', expected auto or a whole number from 1 to {}", text, kMostThreads));
    return threads;
}

sweep::SweepOptions sweep_options_of(const Arguments& arguments,
                                     const std::vector<config::SweepConfig>& configs) {
    sweep::SweepOptions options;
    options.jobs = arguments.integer<int>("jobs", 0, 1, kMostThreads);
    options.threads_per_run = threads_per_run_of(arguments);
    options.checkpoint_seconds = arguments.number("checkpoint-seconds", options.checkpoint_seconds, 0);
    if (arguments.has("memory")) options.memory_bytes = bytes_of(arguments.text("memory"));
    options.keep_state =
        arguments.has("keep-state") || std::ranges::any_of(configs, &config::SweepConfig::keep_state);
    options.time_limit = arguments.number("time-limit", 0, 0);
    static_cast<void>(claim_timeout_of(arguments));  // reports mistakes before the plan is made
    options.max_failures = arguments.integer<std::size_t>("max-failures", 0, 1);
    if (arguments.has("fail-fast")) options.max_failures = 1;
    if (arguments.has("only-failed")) options.only_failed = arguments.text("only-failed");
    if (options.only_failed && !options.only_failed->empty())
        find_named(sweep::kFailureTypes, *options.only_failed, "type", std::identity(), "--only-failed");
    return options;
}

sweep::ProgressMode progress_mode_of(const Arguments& arguments) {
    if (arguments.has("quiet")) return sweep::ProgressMode::quiet;
    return is_screen(STDERR_FILENO) ? sweep::ProgressMode::terminal : sweep::ProgressMode::plain;
}

int sweep_and_tell(const sweep::Plan& plan, results::Store& store, sweep::DataSource& data,
                   const Arguments& arguments, const sweep::SweepOptions& options) {
    std::ostream& out = arguments.has("select") ? arguments.err : arguments.out;  // a selection goes to out
    std::vector<std::string> words{"reboost", arguments.command()};
    words.insert(words.end(), arguments.words.begin(), arguments.words.end());
    std::erase(words, "--recompute");  // the replaced runs have been moved away
    const std::string again = shell_command(words);
    require_data(plan);
    require_consent(plan, arguments);
    std::ostream& err = arguments.err;
    for (const std::string& line : plan.recomputed())
        err << printable(line) << '\n';
    store.set_claim_timeout(claim_timeout_of(arguments));
    sweep::DrainFlag drain;
    sweep::Progress progress(err, progress_mode_of(arguments), system_clock(), terminal_width());
    const sweep::SignalDrain signals(drain);
    sweep::Environment environment;
    environment.data = &data;
    environment.allow_external = external_allowed(arguments);
    environment.in_process = arguments.in_process;
    const sweep::SweepSummary summary = sweep::run_sweep(
        plan, store, environment, options, progress, drain,
        "Stopping: running runs are checkpointed after their round. Ctrl-C to quit at once.");

    if (arguments.has("json"))
        print_json(out, summary_value(summary));
    else
        out << summary_line(summary, store, plan.options.reference.string()) << '\n' << std::flush;
    for (const sweep::FailedRun& run : summary.failed)
        arguments.tell("failed ({}): {} {}\n    {}\n", run.type, run.id.substr(0, 12), run.label,
                       printable(run.message, true));
    const std::size_t failed = summary.failed.size();
    if (summary.gave_up) arguments.tell("Given up after {} (--max-failures).\n", counted(failed, "failure"));
    if (summary.drained && !summary.gave_up) {
        arguments.tell("Interrupted: {} begun and checkpointed, {} not begun. To go on: {}\n",
                       counted(summary.interrupted, "run"),
                       summary.asked - summary.computed - summary.elsewhere - summary.interrupted - failed,
                       printable(again));
        return kInterrupted;
    }
    if (failed == 0) return kAllWell;
    arguments.tell("To run exactly these again: {}{}\n", printable(again),
                   options.only_failed ? "" : " --only-failed");
    return kSomeFailed;
}

std::vector<std::string> overrides_of(const Arguments& arguments) {
    std::vector<std::string> overrides = arguments.list("set");
    if (arguments.has("oracle-every"))
        overrides.push_back("booster.oracle_every=" + arguments.text("oracle-every"));
    return overrides;
}

std::vector<config::SweepConfig> configs_of(const Arguments& arguments,
                                            const std::vector<std::string>& paths) {
    return mapped(paths, [&](const std::string& path) {
        return config::load_config(path, arguments.text("profile"), overrides_of(arguments));
    });
}

sweep::PlanOptions plan_options_of(const Arguments& arguments) {
    sweep::PlanOptions options;
    if (arguments.has("shard")) options.shard = sweep::parse_shard(arguments.text("shard"));
    options.allow_stand_in = arguments.has("stand-in");
    if (arguments.has("reference")) options.reference = reference_folder(arguments, {});
    options.recompute = arguments.has("recompute");
    return options;
}

std::set<std::string> ids_of(const std::vector<std::string>& configs, const Arguments& arguments,
                             const results::Store& store) {
    if (configs.empty()) return {};
    sweep::CatalogueData data;
    return sweep::make_plan(configs_of(arguments, configs), store, data, {std::nullopt, true}).ids();
}

std::string plan_line(const sweep::Plan& plan, const sweep::SweepOptions& options) {
    const std::size_t done = plan.count(sweep::RunState::done), failed = plan.count(sweep::RunState::failed),
                      running = plan.count("running"), begun = plan.count("begun");
    std::string line = fmt::format("{}: {} done, {} to do", counted(plan.entries.size(), "run"), done,
                                   plan.entries.size() - done);
    if (failed > 0) line += fmt::format(", {} of them failed before", failed);
    if (running > 0) line += fmt::format(", {} running now", running);
    if (begun > 0) line += fmt::format(", {} begun", begun);
    if (done == plan.entries.size()) return line;
    const std::size_t jobs = std::min(sweep::runs_at_once(options), plan.entries.size() - done);
    return line +
           fmt::format(" (about {}, {} at once)", sweep::format_duration(plan.seconds_to_do(jobs)), jobs);
}

void print_plan(const Arguments& arguments, const sweep::Plan& plan, const sweep::SweepOptions& options,
                bool finished) {
    const bool all = arguments.has("all");
    arguments.print("{}\n{}", plan_line(plan, options), printable(plan.collapse_report, true));
    if (!plan.collapse_report.empty() && !plan.collapse_report.ends_with('\n')) arguments.print("\n");
    for (const std::string& line : plan.recomputed())
        arguments.print("{}\n", printable(line));
    for (const std::string& name : plan.missing_data)
        arguments.print("not at hand: {0} (reboost data fetch {0})\n", name);
    constexpr std::size_t kFew = 30;
    std::size_t rows = 0;
    for (const sweep::PlanEntry& entry : plan.entries)
        if ((finished || entry.state != sweep::RunState::done) && (rows++ < kFew || all))
            arguments.print("  {}  {:<7} {:>9}  {}\n", entry.id.substr(0, 12), entry.state_text(),
                            sweep::format_duration(entry.cost.seconds), entry.label);
    if (rows > kFew && !all) arguments.print("  ... {} more; --all lists them\n", rows - kFew);
}

Value plan_value(const sweep::Plan& plan) {
    constexpr const char* kStates[]{"done", "failed", "to do"};
    const auto run_value = [&](const sweep::PlanEntry& entry) {
        Value run = object_of(key("id", entry.id), key("label", entry.label),
                              key("state", kStates[static_cast<std::size_t>(entry.state)]),
                              key("has_checkpoint", entry.has_checkpoint), key("running", entry.running),
                              key("estimated_seconds", entry.cost.seconds),
                              key("estimated_work", entry.cost.work), key("spec", entry.run.complete()));
        if (!entry.failure.empty()) run.set("failure", entry.failure);
        if (!entry.not_counted.empty()) run.set("not_counted", entry.not_counted);
        if (!entry.damage.empty()) run.set("damage", entry.damage);
        return run;
    };
    return object_of(key("runs", Value::list_of(plan.entries, run_value)),
                     key("missing_data", Value::list_of(plan.missing_data)));
}

}  // namespace reboost::app
