#include "app/slurm_script.hpp"

#include "app/common.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::app {
namespace {

/// One value on a line of #SBATCH, where sbatch splits words and takes quotes as a shell does.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

/// In the name of a log file %A and its like are patterns.
std::string without_patterns(const std::string& path) {
    std::string result;
    for (const char c : path)
        result += c == '%' ? std::string("%%") : std::string(1, c);
    return result;
}

std::string head(const SlurmJob& job) {
    std::string text = "#!/bin/bash\n";
    const auto add = [&](const std::string& option) { text += "#SBATCH " + option + "\n"; };
    add("--job-name=" + job.name);
    add(fmt::format("--array=1-{}", job.tasks));
    add("--nodes=1");
    add("--ntasks=1");
    add(fmt::format("--cpus-per-task={}", job.cpus));
    if (!job.time.empty()) add("--time=" + job.time);
    if (!job.partition.empty()) add("--partition=" + job.partition);
    if (!job.memory.empty()) add("--mem=" + job.memory);
    add("--chdir=" + quoted(job.directory));
    add("--output=" + quoted(without_patterns(job.results) + "/slurm/%A_%a.log"));
    add("--open-mode=append");
    add("--requeue");
    add(fmt::format("--signal=B:USR1@{}", job.grace_seconds));
    for (const std::string& option : job.more)
        add(option);
    return text;
}

constexpr const char* kBody = R"sh(
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

}  // namespace

std::string slurm_script(const SlurmJob& job) {
    std::vector<std::string> words{job.program};
    words.insert(words.end(), job.run_words.begin(), job.run_words.end());
    const std::string environment =
        job.data.empty() ? "" : "export REBOOST_DATA=" + shell_command({job.data}) + "\n";
    return head(job) +
           fmt::format(kBody, fmt::arg("grace", job.grace_seconds), fmt::arg("environment", environment),
                       fmt::arg("command", shell_command(words)), fmt::arg("tasks", job.tasks),
                       fmt::arg("jobs", std::max<std::size_t>(1, job.cpus / job.threads_per_run)));
}

}  // namespace reboost::app
