#include "app/common.hpp"
#include "data/data_root.hpp"
#include "files/atomic_file.hpp"
#include "programs/start.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include <boost/algorithm/string/replace.hpp>
#include <sys/wait.h>

namespace reboost::app {
namespace fs = std::filesystem;
namespace {

struct SlurmJob {
    std::string name;                    ///< name of the job
    std::string program;                 ///< absolute path of `reboost`
    std::string directory;               ///< working directory
    std::string results;                 ///< absolute path; logs go to its folder slurm
    std::string data;                    ///< absolute path for the tasks' $REBOOST_DATA; "": that of the node
    std::vector<std::string> run_words;  ///< "run", the config, and options except --shard and --jobs
    std::size_t tasks = 1, cpus = 1, threads_per_run = 1;
    std::string time, partition, memory;  ///< written as Slurm does; "": cluster's default
    std::size_t grace_seconds = 120;      ///< time for checkpoints before the time limit
    std::vector<std::string> more;        ///< further options, passed to sbatch unchanged
};

/// Quotes a value for a line of #SBATCH, where sbatch splits words and reads quotes like a shell.
std::string quoted(const std::string& text) {
    const std::string escaped = boost::replace_all_copy(text, "\\", "\\\\");
    return '"' + boost::replace_all_copy(escaped, "\"", "\\\"") + '"';
}

constexpr const char* kScript = R"sh(#!/bin/bash
#SBATCH --job-name={name}
#SBATCH --array=1-{tasks}
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={cpus}
{limits}#SBATCH --chdir={directory}
#SBATCH --output={log}
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=B:USR1@{grace}
{more}
# A task computes one shard; shards are balanced by predicted cost. SIGUSR1 comes {grace} s before the time limit, SIGTERM
# with preemption: reboost checkpoints after the round, ends with status 130, and the task is queued again to go on.
# A task that Slurm is ending, as by scancel, is not.
{environment}child=
stopped=
stop() {{ stopped=yes; [ -z "$child" ] || kill -USR1 "$child" 2>/dev/null; }}
trap stop USR1 TERM

{command} \
    --shard "${{SLURM_ARRAY_TASK_ID:?submit this with sbatch}}/{tasks}" --jobs {jobs} &
child=$!
status=127
while :; do # a signal ends wait, not reboost
    stopped=
    last=0
    wait "$child" || last=$?
    [ "$last" -eq 127 ] || status=$last # 127 once more: its end was reported before
    [ -n "$stopped" ] || break
done

retry() {{
    for seconds in 1 5 10 20; do
        "$@" && return
        sleep "$seconds"
    done
    "$@"
}}
# 138, 143: the signal came before reboost listened
if [ "$status" -eq 130 ] || [ "$status" -eq 138 ] || [ "$status" -eq 143 ]; then
    task="${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID"
    case "$(retry scontrol show job "$task")" in
    *JobState=RUNNING*)
        echo "stopped; queued again: $task"
        retry scontrol requeue "$task" || echo "it was not: submit the array again for $task" >&2
        ;;
    *) echo "stopped; Slurm itself ends the task or queues it again: $task" ;;
    esac
fi
exit "$status"
)sh";

/// A bash script for sbatch. Each task computes one shard. Shortly before its time limit, or if the cluster
/// takes its node away, it writes checkpoints and is queued again. A cancelled task writes checkpoints only.
std::string slurm_script(const SlurmJob& job) {
    std::string limits, more;
    for (const auto& [option, value] :
         {std::pair{"time", job.time}, std::pair{"partition", job.partition}, std::pair{"mem", job.memory}})
        if (!value.empty()) limits += fmt::format("#SBATCH --{}={}\n", option, value);
    for (const std::string& option : job.more)
        more += "#SBATCH " + option + "\n";
    // sbatch replaces patterns such as %A, so a % in the folder's name is written as %%
    const std::string log = boost::replace_all_copy(job.results, "%", "%%") + "/slurm/%A_%a.log";
    std::vector<std::string> words{job.program};
    words.insert(words.end(), job.run_words.begin(), job.run_words.end());
    const std::string environment =
        job.data.empty() ? "" : "export REBOOST_DATA=" + shell_command({job.data}) + "\n";
    return fmt::format(kScript, fmt::arg("name", job.name), fmt::arg("tasks", job.tasks),
                       fmt::arg("cpus", job.cpus), fmt::arg("limits", limits),
                       fmt::arg("directory", quoted(job.directory)), fmt::arg("log", quoted(log)),
                       fmt::arg("grace", job.grace_seconds), fmt::arg("more", more),
                       fmt::arg("environment", environment), fmt::arg("command", shell_command(words)),
                       fmt::arg("jobs", std::max<std::size_t>(1, job.cpus / job.threads_per_run)));
}

/// Options that are passed unchanged to the tasks' `run`.
constexpr const char* kPassedOn[] = {"profile",      "oracle-every",       "reference",
                                     "memory",       "checkpoint-seconds", "time-limit",
                                     "max-failures", "claim-timeout",      "threads-per-run"};
constexpr const char* kPassedFlags[] = {"stand-in", "keep-state", "fail-fast", "allow-external"};

std::vector<std::string> run_words(const Arguments& arguments, const std::string& config,
                                   const fs::path& results) {
    std::vector<std::string> words{"run", config, "--results", results.string()};
    for (const char* name : kPassedOn)
        if (arguments.has(name)) {
            words.push_back(std::string("--") + name);
            words.push_back(arguments.text(name));
        }
    for (const std::string& setting : arguments.list("set"))
        words.insert(words.end(), {"--set", setting});
    for (const char* name : kPassedFlags)
        if (arguments.has(name)) words.push_back(std::string("--") + name);
    return words;
}

/// Throws UsageError for control characters, which could end a line of #SBATCH.
void require_one_line(const char* option, const std::string& text) {
    if (std::ranges::any_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; }))
        throw UsageError(std::string("launch: ") + option + " has a control character");
}

/// The option's value as one word. Throws UsageError for characters that a shell or Slurm could take for the
/// end of the option.
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

/// Runs sbatch and returns its exit status; sbatch prints the job's number. Throws ProgramError if there is
/// no sbatch.
int submit(const fs::path& script) {
    int status = 0;
    ::waitpid(programs::start({"sbatch", script.string()}, {}), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Seconds of Slurm's M, M:S, H:M:S, D-H, D-H:M or D-H:M:S; nullopt for anything else, such as UNLIMITED.
std::optional<double> seconds_of(std::string_view time) {
    using Number = std::optional<std::uint64_t>;
    const std::size_t dash = time.find('-');
    const bool has_days = dash != std::string_view::npos;
    const Number days = has_days ? parse_whole<std::uint64_t>(time.substr(0, dash)) : 0;
    const std::vector<std::string_view> parts = split(has_days ? time.substr(dash + 1) : time, ':');
    if (!days || parts.empty() || parts.size() > 3) return std::nullopt;
    double seconds = static_cast<double>(*days) * 86400, unit = has_days || parts.size() == 3 ? 3600 : 60;
    for (const std::string_view part : parts) {
        const Number number = parse_whole<std::uint64_t>(part);
        if (!number) return std::nullopt;
        seconds += static_cast<double>(*number) * unit;
        unit /= 60;
    }
    return seconds;
}

/// Throws UsageError for settings that Slurm would accept but with which no task could work.
void require_sense(const SlurmJob& job) {
    constexpr double kEarly = 60;  // Slurm may send the signal up to 60 s early
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

std::string absolute_text(const fs::path& path) {
    return fs::absolute(path).lexically_normal().string();
}

SlurmJob job_of(const Arguments& arguments, const std::string& config_path) {
    const config::SweepConfig config = configs_of(arguments, {config_path}).front();
    static_cast<void>(sweep_options_of(arguments));  // reports mistakes early
    SlurmJob job;
    job.name = job_name(config.name);
    job.program = fs::read_symlink("/proc/self/exe").string();
    job.directory = fs::current_path().string();
    job.results = absolute_text(results_folder(arguments));
    job.run_words = run_words(arguments, absolute_text(config_path), job.results);
    job.tasks = static_cast<std::size_t>(arguments.integer("tasks", 1, 1, sweep::kMostShards));
    job.cpus = static_cast<std::size_t>(arguments.integer("cpus", 1, 1, 4096));
    job.threads_per_run = static_cast<std::size_t>(std::max(1, threads_per_run_of(arguments)));
    job.grace_seconds = static_cast<std::size_t>(arguments.integer("grace", 120, 1, 65535));
    job.time = word(arguments, "time");
    job.partition = word(arguments, "partition");
    job.memory = word(arguments, "mem");
    if (const data::DataRoot root = data::default_data_root(); !root.folder.empty())
        for (const fs::path& folder : root.folders())
            job.data += (job.data.empty() ? "" : ":") + absolute_text(folder);
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
        invocation, "launch slurm CONFIG [OPTIONS]",
        "Writes the script of a Slurm job array that computes a config, one shard per task, and prints "
        "it; with --submit it is submitted. A task that runs out of time checkpoints, is queued again and "
        "goes on. All nodes must see the results folder, the program and $REBOOST_DATA (docs/cluster.md).\n\n"
        "Example:\n"
        "  reboost launch slurm mine.json --tasks 4 --cpus 8 --time 04:00:00 --partition main --submit\n");
    add_config_options(arguments);
    arguments
        .value("tasks", "N",
               "tasks of the array (default: 1), each one shard; Slurm's MaxArraySize is 1001 unless raised")
        .value("cpus", "N", "CPUs for each task (default: 1): as many runs side by side")
        .value("time", "T", "time limit of a task, as Slurm writes it: 04:00:00")
        .value("partition", "P", "Slurm's partition")
        .value("mem", "SIZE", "memory of a task, as Slurm writes it: 8G")
        .value("grace", "S", "seconds before the time limit at which runs are checkpointed (default: 120)")
        .values("sbatch", "OPTION", "any other option of sbatch, such as --sbatch=--account=mine; repeatable")
        .flag("submit", "submit it by sbatch")
        .shared(kPlanOptions, {"reference", "stand-in"})
        .shared(kSweepOptions, {"threads-per-run", "memory", "keep-state", "checkpoint-seconds", "time-limit",
                                "max-failures", "fail-fast", "claim-timeout"})
        .shared(kCommonOptions, {"allow-external"});
    if (!arguments.parse(2, 2)) return kAllWell;
    constexpr std::string_view kSchedulers[] = {"slurm"};
    find_named(kSchedulers, arguments.positional().front(), "scheduler", std::identity(), "launch");
    const SlurmJob job = job_of(arguments, arguments.positional()[1]);
    const std::string text = slurm_script(job);
    const fs::path folder = fs::path(job.results) / "slurm", script = folder / (job.name + ".sh");
    fs::create_directories(folder);
    files::write_file_atomically(script, text);
    arguments.out << text << std::flush;
    arguments.err << "Script: " << script.string() << '\n';
    if (!arguments.has("submit")) {
        arguments.err << "To submit it: sbatch " << shell_command({script.string()}) << '\n';
        return kAllWell;
    }
    try {
        return submit(script) == 0 ? kAllWell : kSomeFailed;
    } catch (const programs::ProgramError&) {
        throw UsageError("launch: there is no sbatch here; submit the script where Slurm is");
    }
}

}  // namespace reboost::app
