#include "app/common.hpp"
#include "app/slurm_script.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "data/data_root.hpp"
#include "results/atomic_file.hpp"
#include "sweep/shard.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::app {
namespace fs = std::filesystem;
namespace {

/// Options of `run` that a task is given as they are.
constexpr const char* kPassedOn[] = {"profile",      "oracle-every",       "reference",
                                     "memory",       "checkpoint-seconds", "time-limit",
                                     "max-failures", "claim-timeout",      "threads-per-run"};
constexpr const char* kPassedFlags[] = {"stand-in", "keep-state", "fail-fast", "allow-external"};

std::string plain_number(double number) {
    return fmt::format("{}", number);
}

std::vector<std::string> run_words(const Arguments& arguments, const std::string& config,
                                   const fs::path& results) {
    std::vector<std::string> words{"run", config, "--results", results.string()};
    for (const char* name : kPassedOn)
        if (arguments.has(name)) {
            words.push_back(std::string("--") + name);
            words.push_back(arguments.has_number(name) ? plain_number(arguments.number(name, 0))
                                                       : arguments.text(name));
        }
    for (const std::string& setting : arguments.list("set"))
        words.insert(words.end(), {"--set", setting});
    for (const char* name : kPassedFlags)
        if (arguments.has(name)) words.push_back(std::string("--") + name);
    return words;
}

/// Throws UsageError for what would end a line of #SBATCH.
void require_one_line(const char* option, const std::string& text) {
    if (std::ranges::any_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; }))
        throw UsageError(std::string("launch: ") + option + " has a control character");
}

/// One word: what a shell or Slurm would take for an option's end does not pass.
std::string word(const Arguments& arguments, const std::string& name) {
    const std::string text = arguments.text(name);
    const bool plain = std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) || c == '-' || c == '_' || c == ':' || c == ',' || c == '.' || c == '+';
    });
    if (!plain) throw UsageError("launch: --" + name + " '" + text + "' is no value of Slurm's");
    return text;
}

std::string job_name(const std::string& config_name) {
    std::string name = "reboost-" + config_name;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_'; },
        '_');
    return name;
}

/// sbatch's exit status; it prints the job's number itself.
int submit(const fs::path& script) {
    const pid_t child = ::fork();
    if (child < 0) throw IoError("launch: no process for sbatch");
    if (child == 0) {
        ::execlp("sbatch", "sbatch", script.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Slurm's M, M:S, H:M:S, D-H, D-H:M or D-H:M:S; nullopt for anything else, such as UNLIMITED.
std::optional<double> seconds_of(const std::string& time) {
    const auto number = [](const std::string& text) -> std::optional<double> {
        const bool digits =
            !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
        return digits ? std::optional(std::stod(text)) : std::nullopt;
    };
    const std::size_t dash = time.find('-');
    const bool has_days = dash != std::string::npos;
    const std::optional<double> days = has_days ? number(time.substr(0, dash)) : 0;
    std::vector<std::optional<double>> parts;
    for (const std::string_view part : split(has_days ? std::string_view(time).substr(dash + 1) : time, ':'))
        parts.push_back(number(std::string(part)));
    if (!days || parts.empty() || parts.size() > 3) return std::nullopt;
    double seconds = *days * 86400, unit = has_days || parts.size() == 3 ? 3600 : 60;
    for (const std::optional<double>& part : parts) {
        if (!part) return std::nullopt;
        seconds += *part * unit;
        unit /= 60;
    }
    return seconds;
}

/// Throws UsageError for what Slurm would take and no task could use.
void require_sense(const SlurmJob& job) {
    constexpr double kEarly = 60;  // Slurm may signal so much before the stated second
    const std::optional<double> limit = seconds_of(job.time);
    if (limit && *limit < 2 * static_cast<double>(job.grace_seconds) + kEarly)
        throw UsageError(
            fmt::format("launch: of --time {} little is left when --grace {} stops the runs: tasks would be "
                        "queued again for ever",
                        job.time, job.grace_seconds));
    if (job.threads_per_run > job.cpus)
        throw UsageError(fmt::format("launch: {} threads in a run need --cpus {} at least",
                                     job.threads_per_run, job.threads_per_run));
}

data::DataRoot absolute(data::DataRoot root) {
    const auto settle = [](fs::path& folder) {
        if (!folder.empty()) folder = fs::absolute(folder).lexically_normal();
    };
    settle(root.folder);
    std::ranges::for_each(root.others, settle);
    return root;
}

SlurmJob job_of(const Arguments& arguments, const std::string& config_path) {
    const config::SweepConfig config = config_of(arguments, config_path);  // mistakes are better found here
    static_cast<void>(sweep_options_of(arguments));
    SlurmJob job;
    job.name = job_name(config.name);
    job.program = fs::read_symlink("/proc/self/exe").string();
    job.directory = fs::current_path().string();
    job.results = fs::absolute(results_folder(arguments)).lexically_normal().string();
    job.run_words = run_words(arguments, fs::absolute(config_path).lexically_normal().string(), job.results);
    job.tasks = static_cast<std::size_t>(arguments.integer("tasks", 1, 1, sweep::kMostShards));
    job.cpus = static_cast<std::size_t>(arguments.integer("cpus", 1, 1, 4096));
    job.threads_per_run = static_cast<std::size_t>(std::max(1, threads_per_run_of(arguments)));
    job.grace_seconds = static_cast<std::size_t>(arguments.integer("grace", 120, 1, 65535));
    job.time = word(arguments, "time");
    job.partition = word(arguments, "partition");
    job.memory = word(arguments, "mem");
    job.data = absolute(data::default_data_root()).text();
    job.more = arguments.list("sbatch");
    for (const std::string& option : job.more)
        require_one_line("--sbatch", option);
    require_one_line("--results", job.results);
    require_one_line("the working directory", job.directory);
    require_sense(job);
    if (job.tasks > config.runs.size())
        throw UsageError(fmt::format("launch: {} tasks for {} runs: a task needs at least one", job.tasks,
                                     config.runs.size()));
    return job;
}

}  // namespace

int run_launch(const Invocation& invocation) {
    Arguments arguments(
        "launch slurm CONFIG [OPTIONS]",
        "Writes the script of a Slurm job array that computes a config, one shard per task, and prints "
        "it; with --submit it is submitted. A task that runs out of time checkpoints, is queued again and "
        "goes on. All nodes must see the results folder, the program and $REBOOST_DATA (docs/cluster.md).\n\n"
        "Example:\n"
        "  reboost launch slurm mine.json --tasks 4 --cpus 8 --time 04:00:00 --partition main --submit\n");
    add_config_options(arguments);
    arguments
        .number("tasks", "N",
                "tasks of the array (default: 1), each one shard; Slurm's MaxArraySize is 1001 unless raised")
        .number("cpus", "N", "CPUs for each task (default: 1): as many runs side by side")
        .value("time", "T", "time limit of a task, as Slurm writes it: 04:00:00")
        .value("partition", "P", "Slurm's partition")
        .value("mem", "SIZE", "memory of a task, as Slurm writes it: 8G")
        .number("grace", "S", "seconds before the time limit at which runs are checkpointed (default: 120)")
        .values("sbatch", "OPTION", "any other option of sbatch, such as --sbatch=--account=mine; repeatable")
        .flag("submit", "submit it by sbatch")
        .shared(kPlanOptions, {"reference", "stand-in"})
        .shared(kSweepOptions, {"threads-per-run", "memory", "keep-state", "checkpoint-seconds", "time-limit",
                                "max-failures", "fail-fast", "claim-timeout"})
        .shared(kCommonOptions, {"allow-external"});
    if (!arguments.parse(invocation, 2, 2)) return kAllWell;
    const std::string scheduler = arguments.positional().front();
    if (scheduler != "slurm")
        throw UsageError("launch: " +
                         unknown_name_message("scheduler", scheduler, std::vector<std::string>{"slurm"}));
    const SlurmJob job = job_of(arguments, arguments.positional()[1]);
    const std::string text = slurm_script(job);
    const fs::path folder = fs::path(job.results) / "slurm", script = folder / (job.name + ".sh");
    fs::create_directories(folder);
    results::write_file_atomically(script, text);
    invocation.out << text << std::flush;
    invocation.err << "Script: " << script.string() << '\n';
    if (!arguments.has("submit")) {
        invocation.err << "To submit it: sbatch " << shell_command({script.string()}) << '\n';
        return kAllWell;
    }
    const int status = submit(script);
    if (status == 127) throw UsageError("launch: there is no sbatch here; submit the script where Slurm is");
    return status == 0 ? kAllWell : kSomeFailed;
}

}  // namespace reboost::app
