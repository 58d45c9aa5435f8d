#include "app/common.hpp"
#include "data/data_root.hpp"
#include "programs/start.hpp"

#include <cctype>
#include <cstdint>

#include <boost/algorithm/string/replace.hpp>
#include <sys/wait.h>

namespace reboost::app {

extern const char* const kSlurmScript;  ///< slurm.sh.in: a format of fmt, in which {{ is a brace

namespace {

template <class... Values>
[[noreturn]] void refuse_job(fmt::format_string<Values...> message, Values&&... values) {
    throw UsageError("launch: " + fmt::format(message, std::forward<Values>(values)...));
}

/// Quotes a value for a line of #SBATCH, where sbatch splits words and reads quotes like a shell.
std::string quoted(const std::string& text) {
    const std::string escaped = boost::replace_all_copy(text, "\\", "\\\\");
    return '"' + boost::replace_all_copy(escaped, "\"", "\\\"") + '"';
}

/// Options that are passed unchanged to the tasks' `run`.
constexpr const char* kPassedOn[] = {"profile",      "oracle-every",       "reference",
                                     "memory",       "checkpoint-seconds", "time-limit",
                                     "max-failures", "claim-timeout",      "threads-per-run"};
constexpr const char* kPassedFlags[] = {"stand-in", "keep-state", "fail-fast", "allow-external"};

/// The command line of a task, without --shard and --jobs.
std::string task_command(const Arguments& arguments, const std::string& config, const std::string& results) {
    std::vector<std::string> words{fs::read_symlink("/proc/self/exe").string(), "run", config, "--results",
                                   results};
    for (const char* name : kPassedOn)
        if (arguments.has(name)) words.insert(words.end(), {std::string("--") + name, arguments.text(name)});
    for (const std::string& setting : arguments.list("set"))
        words.insert(words.end(), {"--set", setting});
    for (const char* name : kPassedFlags)
        if (arguments.has(name)) words.push_back(std::string("--") + name);
    return shell_command(words);
}

/// Throws UsageError for control characters, which could end a line of #SBATCH.
void require_one_line(const char* what, const std::string& text) {
    if (std::ranges::any_of(text, [](unsigned char c) { return std::iscntrl(c) != 0; }))
        refuse_job("{} has a control character", what);
}

/// "#SBATCH --time=04:00:00\n" for an option that is passed to Slurm under its own name; "" if it is not
/// given. Throws UsageError for characters that a shell or Slurm could take for the end of the option.
std::string limit_line(const Arguments& arguments, const std::string& name) {
    const std::string text = arguments.text(name);
    const bool plain = std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) ||
               std::string_view("-_:,.+").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (!plain) refuse_job("--{} '{}' is no value of Slurm's", name, text);
    return text.empty() ? "" : fmt::format("#SBATCH --{}={}\n", name, text);
}

std::string job_name(const std::string& config_name) {
    std::string name = "reboost-" + config_name;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '_';
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
void require_sense(const Arguments& arguments, std::size_t grace, std::size_t cpus, std::size_t threads) {
    constexpr double kEarly = 60;  // Slurm may send the signal up to 60 s early
    const std::optional<double> limit = seconds_of(arguments.text("time"));
    if (limit && *limit < 2 * static_cast<double>(grace) + kEarly)
        refuse_job(
            "of --time {} little is left when --grace {} stops the runs: tasks would be queued again for ever",
            arguments.text("time"), grace);
    if (threads > cpus) refuse_job("{} threads in a run need --cpus {} at least", threads, threads);
}

std::string absolute_text(const fs::path& path) {
    return fs::absolute(path).lexically_normal().string();
}

/// A bash script for sbatch. Each task computes one shard. Shortly before its time limit, or if the cluster
/// takes its node away, it writes checkpoints and is queued again. A cancelled task writes checkpoints only.
/// `results`: the results folder, whose folder slurm gets the logs.
std::string slurm_script(const Arguments& arguments, const std::string& config_path,
                         const config::SweepConfig& config, const std::string& results) {
    const auto tasks = arguments.integer<std::size_t>("tasks", 1, 1, sweep::kMostShards);
    const auto cpus = arguments.integer<std::size_t>("cpus", 1, 1, 4096);
    const auto threads = static_cast<std::size_t>(std::max(1, threads_per_run_of(arguments)));
    const auto grace = arguments.integer<std::size_t>("grace", 120, 1, 65535);
    const std::string command = task_command(arguments, absolute_text(config_path), results),
                      directory = fs::current_path().string();
    std::string limits, more, data;
    for (const char* name : {"time", "partition", "mem"})
        limits += limit_line(arguments, name);
    if (const data::DataRoot root = data::default_data_root(); !root.folder.empty())
        data = fmt::format("{}", fmt::join(mapped(root.folders(), absolute_text), ":"));
    for (const std::string& option : arguments.list("sbatch")) {
        require_one_line("--sbatch", option);
        more += "#SBATCH " + option + "\n";
    }
    require_one_line("--results", results);
    require_one_line("the working directory", directory);
    require_sense(arguments, grace, cpus, threads);
    if (tasks > config.runs.size())
        refuse_job("{} tasks for {} runs: a task needs at least one", tasks, config.runs.size());
    // sbatch replaces patterns such as %A, so a % in the folder's name is written as %%
    const std::string log = boost::replace_all_copy(results, "%", "%%") + "/slurm/%A_%a.log";
    using fmt::arg;
    return fmt::format(
        fmt::runtime(kSlurmScript), arg("name", job_name(config.name)), arg("tasks", tasks),
        arg("cpus", cpus), arg("limits", limits), arg("directory", quoted(directory)),
        arg("log", quoted(log)), arg("grace", grace), arg("more", more), arg("command", command),
        arg("environment", data.empty() ? "" : "export REBOOST_DATA=" + shell_command({data}) + "\n"),
        arg("jobs", std::max<std::size_t>(1, cpus / threads)));
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
    const std::string& config_path = arguments.positional()[1];
    const config::SweepConfig config = configs_of(arguments, {config_path}).front();
    static_cast<void>(sweep_options_of(arguments));  // reports mistakes early
    const std::string results = absolute_text(results_folder(arguments));
    const std::string text = slurm_script(arguments, config_path, config, results);
    const fs::path folder = fs::path(results) / "slurm", script = folder / (job_name(config.name) + ".sh");
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
        refuse_job("there is no sbatch here; submit the script where Slurm is");
    }
}

}  // namespace reboost::app
