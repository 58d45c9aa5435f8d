#include "app/common.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "results/atomic_file.hpp"
#include "sweep/drain.hpp"
#include "sweep/failure.hpp"
#include "sweep/machine.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <ostream>
#include <string_view>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace reboost::app {
namespace {

constexpr double kMostBytes = 1e18;

}  // namespace

void add_config_options(Arguments& arguments) {
    arguments.value("profile", "NAME", "apply a profile of the config: smoke, quick, paper")
        .values("set", "KEY=VALUE",
                "override a value, e.g. booster.rounds=1000 or dataset='[\"usps\",\"letter\"]'; repeatable")
        .value("oracle-every", "N",
               "every N rounds look at all features beside the run, for its regret (booster.oracle_every=N)")
        .value("results", "DIR", "the results folder (default: results)");
}

void add_sweep_options(Arguments& arguments) {
    arguments
        .number("jobs,j", "N", "cores for runs side by side (default: all; with --threads-per-run N: runs)")
        .value(
            "threads-per-run", "N",
            "threads inside each run (default: auto, cores that no run needs help the others); changes time, never results")
        .value(
            "memory", "SIZE",
            "of all runs at once, e.g. 8G, by estimate (default: four fifths of what is free); what does not "
            "fit beside others waits")
        .flag("keep-state",
              "keep of each run what one of more rounds goes on from (a config's \"keep_state\")")
        .number("checkpoint-seconds", "S", "time between checkpoints of a run (default: 300; 0: every round)")
        .number("time-limit", "S", "wall time a run may take before it fails as time_limit (default: none)")
        .number("max-failures", "N", "begin no run after this many failures (default: none)")
        .flag("fail-fast", "as --max-failures 1")
        .flag_or_value("only-failed", "TYPE",
                       "only the runs that failed; with a TYPE only those that failed so: bad_data, "
                       "out_of_memory, time_limit, not_a_number, disk_full, io_error, program or internal")
        .flag("allow-external", kAllowExternalHelp)
        .number("claim-timeout", "S",
                "silence after which a process of another machine or container is taken for dead (default: "
                "600)")
        .flag("quiet", "no progress");
}

double bytes_of(const std::string& text) {
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

void require_not_an_input(const std::string& what, const std::filesystem::path& output,
                          const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
        std::error_code absent;
        if (std::filesystem::equivalent(output, input, absent))
            throw UsageError(fmt::format("{} {}: it is a file to be read, and would be overwritten", what,
                                         output.string()));
    }
}

std::filesystem::path results_folder(const Arguments& arguments) {
    const std::string folder = arguments.text("results", "results");
    if (folder.empty()) throw UsageError("--results is empty, expected a folder");
    return folder;
}

std::filesystem::path existing_results(const Arguments& arguments, bool unless_default) {
    std::filesystem::path folder = results_folder(arguments);
    const bool may_be_missing = unless_default && !arguments.has("results");
    if (!may_be_missing && !results::is_there(folder))
        throw UsageError("there is no results folder '" + folder.string() + "'");
    return folder;
}

config::SweepConfig config_of(const Arguments& arguments, const std::string& path) {
    std::vector<std::string> overrides = arguments.list("set");
    if (arguments.has("oracle-every"))
        overrides.push_back("booster.oracle_every=" + arguments.text("oracle-every"));
    return config::load_config(path, arguments.text("profile"), overrides);
}

int threads_per_run_of(const Arguments& arguments) {
    const std::string text = arguments.text("threads-per-run", "auto");
    if (text == "auto") return 0;
    int threads = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
    if (error != std::errc() || end != text.data() + text.size() || threads < 1 || threads > kMostThreads)
        throw UsageError(fmt::format(
            "--threads-per-run is '{}', expected auto or a whole number from 1 to {}", text, kMostThreads));
    return threads;
}

sweep::SweepOptions sweep_options_of(const Arguments& arguments) {
    sweep::SweepOptions options;
    options.jobs = static_cast<int>(arguments.integer("jobs", 0, 1, kMostThreads));
    options.threads_per_run = threads_per_run_of(arguments);
    options.checkpoint_seconds = arguments.number("checkpoint-seconds", options.checkpoint_seconds, 0);
    if (arguments.has("memory")) options.memory_bytes = bytes_of(arguments.text("memory"));
    options.keep_state = arguments.has("keep-state");
    options.time_limit = arguments.number("time-limit", 0, 0);
    static_cast<void>(claim_timeout_of(arguments));  // a mistake is better known before the plan
    options.max_failures = static_cast<std::size_t>(arguments.integer("max-failures", 0, 1));
    if (arguments.has("fail-fast")) options.max_failures = 1;
    options.only_failed = arguments.has("only-failed");
    options.only_failed_type = arguments.text("only-failed");
    if (!options.only_failed_type.empty())
        find_named(sweep::kFailureTypes, options.only_failed_type, "type", std::identity(), "--only-failed");
    return options;
}

sweep::SweepOptions sweep_options_of(const Arguments& arguments,
                                     const std::vector<config::SweepConfig>& configs) {
    sweep::SweepOptions options = sweep_options_of(arguments);
    options.keep_state |= std::ranges::any_of(configs, &config::SweepConfig::keep_state);
    return options;
}

double claim_timeout_of(const Arguments& arguments) {
    constexpr double kLeast = 60;  // four heartbeats: a process that is only slow keeps its claims
    return arguments.number("claim-timeout", results::kClaimTimeout, kLeast);
}

sweep::ProgressMode progress_mode_of(const Arguments& arguments) {
    if (arguments.has("quiet")) return sweep::ProgressMode::quiet;
    return is_screen(STDERR_FILENO) ? sweep::ProgressMode::terminal : sweep::ProgressMode::plain;
}

bool is_screen(int descriptor) {
    const char* const term = std::getenv("TERM");
    return isatty(descriptor) == 1 && (term == nullptr || std::string_view(term) != "dumb");
}

std::size_t terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80U;
}

namespace {

/// Where `make install` puts it; of a program in a build folder of the sources, where it stands there.
std::filesystem::path shipped_folder(const std::string& name) {
    std::error_code error;
    const auto above = std::filesystem::read_symlink("/proc/self/exe", error).parent_path().parent_path();
    const bool in_sources =
        std::filesystem::exists(above / "CMakeLists.txt", error) && is_directory(above / name, error);
    return in_sources ? above / name : above / "share/reboost" / name;
}

}  // namespace

std::filesystem::path asset_folder(const std::string& name) {
    if (std::filesystem::is_directory(name)) return name;
    const std::filesystem::path shipped = shipped_folder(name);
    if (std::filesystem::is_directory(shipped)) return shipped;
    throw UsageError(
        fmt::format("there is no folder '{}' here and none at {}; run from the top of the source tree", name,
                    shipped.string()));
}

std::filesystem::path reference_folder(const Arguments& arguments, const std::filesystem::path& results) {
    if (arguments.has("no-reference")) return {};
    const std::string given = arguments.text("reference");
    if (given == "none") return {};
    if (!given.empty() && !std::filesystem::is_directory(given))
        throw UsageError("--reference " + given + " is not a folder");
    if (!given.empty()) return given;
    for (const std::filesystem::path& folder :
         {results / "reference", std::filesystem::path("results/reference"),
          shipped_folder("results/reference")})
        if (std::filesystem::is_directory(folder)) return folder;
    return {};
}

void print_json(std::ostream& out, const Value& value) {
    std::string escaped;  // what JSON need not escape and a terminal would obey: DEL, U+0080 to U+009F
    for (const char c : to_json(value, 2)) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_c1 = !escaped.empty() && escaped.back() == '\xC2' && byte >= 0x80 && byte < 0xA0;
        if (is_c1) escaped.pop_back();
        if (is_c1 || byte == 0x7F)
            escaped += fmt::format("\\u{:04x}", byte);
        else
            escaped += c;
    }
    out << printable(escaped, true) << '\n';  // names of files need not be UTF-8
}

std::string shell_command(const std::vector<std::string>& words) {
    constexpr std::string_view kPlain = "-_./=:,+%@";
    std::string line;
    for (const std::string& word : words) {
        const bool plain = !word.empty() && std::ranges::all_of(word, [&](unsigned char c) {
            return std::isalnum(c) || kPlain.find(static_cast<char>(c)) != std::string_view::npos;
        });
        std::string quoted = word;
        for (std::size_t at = 0; !plain && (at = quoted.find('\'', at)) != std::string::npos; at += 4)
            quoted.replace(at, 1, "'\\''");
        line += (line.empty() ? "" : " ") + (plain ? quoted : "'" + quoted + "'");
    }
    return line;
}

std::string given_command(const char* name, const Invocation& invocation) {
    std::vector<std::string> words{"reboost", name};
    words.insert(words.end(), invocation.arguments.begin(), invocation.arguments.end());
    return shell_command(words);
}

std::string left_text(const sweep::LeftRuns& left) {
    std::string text;
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
    };
    add(left.running, "running");
    add(left.begun, "begun");
    add(left.failed, "failed");
    add(left.to_do, "to do");
    return text;
}

std::string plan_line(const sweep::Plan& plan, const sweep::SweepOptions& options) {
    const std::size_t done = plan.count(sweep::RunState::done), failed = plan.count(sweep::RunState::failed);
    const sweep::LeftRuns left = plan.left();
    std::string line = fmt::format("{}: {} done, {} to do", counted(plan.entries.size(), "run"), done,
                                   plan.entries.size() - done);
    if (failed > 0) line += fmt::format(", {} of them failed before", failed);
    if (left.running > 0) line += fmt::format(", {} running now", left.running);
    if (left.begun > 0) line += fmt::format(", {} begun", left.begun);
    if (done == plan.entries.size()) return line;
    const std::size_t jobs = std::min(sweep::core_shares(options).runs, plan.entries.size() - done);
    return line +
           fmt::format(" (about {}, {} at once)", sweep::format_duration(plan.seconds_to_do(jobs)), jobs);
}

void print_plan(std::ostream& out, const sweep::Plan& plan, bool all) {
    for (const sweep::PlanEntry& entry : plan.entries) {
        if (!all && entry.state == sweep::RunState::done) continue;
        out << fmt::format("  {}  {:<7} {:>9}  {}\n", entry.id.substr(0, 12), entry.state_text(),
                           sweep::format_duration(entry.cost.seconds), entry.label);
    }
}

Value plan_value(const sweep::Plan& plan) {
    Value runs = Value::list();
    for (const sweep::PlanEntry& entry : plan.entries) {
        Value run = Value::object()
                        .set("id", entry.id)
                        .set("label", entry.label)
                        .set("state", sweep::run_state_name(entry.state))
                        .set("has_checkpoint", entry.has_checkpoint)
                        .set("running", entry.running)
                        .set("estimated_seconds", entry.cost.seconds)
                        .set("estimated_work", entry.cost.work)
                        .set("spec", entry.run.complete());
        if (!entry.failure.empty()) run.set("failure", entry.failure);
        if (!entry.not_counted.empty()) run.set("not_counted", entry.not_counted);
        if (!entry.damage.empty()) run.set("damage", entry.damage);
        runs.push(std::move(run));
    }
    return Value::object()
        .set("runs", std::move(runs))
        .set("missing_data", Value::list_of(plan.missing_data));
}

Value summary_value(const sweep::SweepSummary& summary) {
    Value failed = Value::list();
    for (const sweep::FailedRun& run : summary.failed)
        failed.push(Value::object()
                        .set("id", run.id)
                        .set("label", run.label)
                        .set("type", run.type)
                        .set("message", run.message));
    return Value::object()
        .set("planned", summary.planned)
        .set("done_before", summary.done_before)
        .set("computed", summary.computed)
        .set("computed_elsewhere", summary.elsewhere)
        .set("interrupted", summary.interrupted)
        .set("failed", std::move(failed))
        .set("drained", summary.drained)
        .set("seconds", summary.seconds);
}

}  // namespace reboost::app
