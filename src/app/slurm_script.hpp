#pragma once
/// The array script that carries a config's runs through Slurm.
#include <cstddef>
#include <string>
#include <vector>

namespace reboost::app {

struct SlurmJob {
    std::string name;                    ///< of the job
    std::string program;                 ///< absolute path
    std::string directory;               ///< where it runs
    std::string results;                 ///< absolute; the logs go to its folder slurm
    std::string data;                    ///< $REBOOST_DATA of the tasks, absolute; "": as the node has it
    std::vector<std::string> run_words;  ///< "run", the config, its options; without --shard and --jobs
    std::size_t tasks = 1, cpus = 1, threads_per_run = 1;
    std::string time, partition, memory;  ///< as Slurm writes them; "": the cluster's default
    std::size_t grace_seconds = 120;      ///< before the time limit, for checkpoints
    std::vector<std::string> more;        ///< further options of sbatch, word for word
};

/// A bash script for sbatch. Each task computes one shard. Before its time is over, or where the cluster
/// takes its node, it checkpoints and is queued again. A cancelled one only checkpoints.
std::string slurm_script(const SlurmJob& job);

}  // namespace reboost::app
