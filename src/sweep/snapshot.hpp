#pragma once
/// The state of a sweep for its view, its log and other processes: `reboost status` reads it from
/// sweeps/<begin>-<host>-<pid>.json in the results folder. After the sweep the file keeps the forecasts.
#include "boosting/booster.hpp"
#include "core/clock.hpp"
#include "core/value.hpp"
#include "sweep/forecast.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace reboost::sweep {

/// A run as the live view shows it.
struct RunningRun {
    std::string label;
    std::uint64_t round = 0, rounds = 0;
    double rounds_per_second = 0;  ///< pace in this process; 0: not known yet
    double test_error = boosting::kNotMeasured;
};

struct ProgressSnapshot {
    std::size_t runs = 0, ended = 0, failed = 0;  ///< `ended` includes the failed ones
    double elapsed_seconds = 0;
    std::optional<double> seconds_left;
    std::optional<double> forecast_error;  ///< error of `seconds_left` so far, as a share
    std::vector<RunningRun> running;
};

/// A duration as text: "3 s", "12 min", "2 h 05 min", "4 d 2 h".
std::string format_duration(double seconds);
/// A line of the log: "7/40 runs, 1 failed, 12 min left | pendigits stump full 45% | …".
std::string progress_line(const ProgressSnapshot& snapshot);
/// The live view: a line for the sweep and one for each running run, each cut to `width` bytes (0: not cut).
std::vector<std::string> progress_view(const ProgressSnapshot& snapshot, std::size_t width = 0);

Value to_value(const ProgressSnapshot& snapshot);
/// Throws DataError if a member is missing.
ProgressSnapshot snapshot_from(const Value& value);

/// The path of this process's file. Removes files of ended sweeps except the newest.
std::filesystem::path live_file_in(const std::filesystem::path& folder, const Clock& clock);

/// Never throws, because a sweep must not end if its view cannot be written.
void write_live_file(const std::filesystem::path& path, const ProgressSnapshot& snapshot,
                     const ForecastRecord& record, bool ended) noexcept;

/// "1234_5" in a task of a Slurm array; otherwise "".
std::string slurm_task();

struct LiveSweep {
    std::string process;  ///< "process 4711 on alpha"
    std::string task;     ///< result of slurm_task()
    bool running = false;
    ProgressSnapshot snapshot;
    Value forecast;              ///< pairs (elapsed, remaining) seconds
    Value worst_forecast_error;  ///< worst after the first fifth; null until the end
};

/// All sweeps of a folder, the earliest first. Files that cannot be read are left out.
std::vector<LiveSweep> live_sweeps(const std::filesystem::path& folder);

}  // namespace reboost::sweep
