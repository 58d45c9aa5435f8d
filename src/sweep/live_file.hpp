#pragma once
/// sweeps/<begin>-<host>-<pid>.json in a results folder: the state of a sweep, for `reboost status` in other
/// processes; and afterwards, its forecasts. Only sweeps of more than a few seconds, and Slurm tasks,
/// leave one.
#include "core/clock.hpp"
#include "sweep/forecast.hpp"
#include "sweep/progress.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace reboost::sweep {

/// The name of this process's file. Files of sweeps that have ended, but for the newest files, are removed.
std::filesystem::path live_file_in(const std::filesystem::path& folder, const Clock& clock);

/// Never throws: a sweep does not end because its view cannot be written.
void write_live_file(const std::filesystem::path& path, const ProgressSnapshot& snapshot,
                     const ForecastRecord& record, bool ended) noexcept;

/// "1234_5" in a task of a Slurm array; "" elsewhere.
std::string slurm_task();

struct LiveSweep {
    std::string process;  ///< "process 4711 on alpha"
    std::string task;     ///< as slurm_task() gave it
    bool running = false;
    ProgressSnapshot snapshot;
    Value forecast;              ///< pairs of elapsed seconds and the forecast of the rest
    Value worst_forecast_error;  ///< from a fifth of the way on; null until it has ended
};

/// All of a folder, the earliest first. Files that cannot be read are left out.
std::vector<LiveSweep> live_sweeps(const std::filesystem::path& folder);

}  // namespace reboost::sweep
