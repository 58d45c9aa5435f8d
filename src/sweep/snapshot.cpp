#include "sweep/snapshot.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "files/atomic_file.hpp"
#include "files/process_identity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::sweep {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostShown = 16;  ///< number of running runs that the live view shows

std::string cut(const std::string& line, std::size_t width) {
    if (width == 0 || line.size() <= width) return line;
    std::size_t end = width > 3 ? width - 3 : 0;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U)
        --end;  // does not cut inside a UTF-8 character
    return line.substr(0, end) + "...";
}

std::uint64_t percent_done(const RunningRun& run) {
    return run.rounds == 0 ? 0 : 100 * run.round / run.rounds;
}

std::string time_left(const ProgressSnapshot& snapshot) {
    if (!snapshot.seconds_left) return "";
    return ", " + format_duration(*snapshot.seconds_left) + " left";
}

/// Rates from 100 on are whole numbers, because {:.3g} would give "1.32e+03".
std::string rate_text(double per_second) {
    return per_second < 100 ? fmt::format(", {:.3g}/s", per_second) : fmt::format(", {:.0f}/s", per_second);
}

std::string run_line(const RunningRun& run) {
    std::string line = fmt::format("  {:>3}%  round {} of {}", percent_done(run), run.round, run.rounds);
    if (run.rounds_per_second > 0) line += rate_text(run.rounds_per_second);
    if (!std::isnan(run.test_error)) line += fmt::format(", test error {:.2f}%", 100 * run.test_error);
    return line + "  " + run.label;
}

std::optional<double> optional_number(const Value& value) {
    return value.is_null() ? std::nullopt : std::optional(value.as_number());
}

std::uint64_t count(const Value& value, std::string_view key) {
    return static_cast<std::uint64_t>(value.at(key).as_integer());
}

constexpr std::size_t kMostKept = 50;
constexpr double kSilence = 60;  ///< seconds without an update after which an unknown process counts as ended

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

LiveSweep read(const fs::path& file) {
    const Value value = config::read_json_file(file.string());
    const files::ProcessId process = files::process_from(value.at("process"));
    LiveSweep sweep;
    sweep.process = printable(files::process_text(process));
    sweep.task = printable(value.at("task").as_string());
    sweep.snapshot = snapshot_from(value.at("sweep"));
    sweep.forecast = value.at("forecast");
    sweep.worst_forecast_error = value.at("worst_forecast_error");
    const double silent = system_clock().utc_seconds() - value.at("written").as_number();
    const files::Life life = files::life_of(process);
    sweep.running = !value.at("ended").as_bool() &&
                    (life == files::Life::running || (life == files::Life::unknown && silent < kSilence));
    return sweep;
}

/// The files that sweeps wrote, the oldest first: their names begin with the time.
std::vector<fs::path> live_files(const fs::path& folder) {
    std::vector<fs::path> files = files::files_in(folder);
    std::erase_if(files, [](const fs::path& file) {
        return file.extension() != ".json" || file.filename().string().starts_with('.');
    });
    return files;
}

}  // namespace

std::string format_duration(double seconds) {
    if (seconds < 59.5) return fmt::format("{:.0f} s", std::max(0.0, seconds));
    const auto minutes = static_cast<long>(std::lround(seconds / 60));
    if (minutes < 60) return fmt::format("{} min", minutes);
    if (minutes < 24 * 60) return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
    return fmt::format("{} d {} h", minutes / (24 * 60), minutes / 60 % 24);
}

std::string progress_line(const ProgressSnapshot& snapshot) {
    std::string line = fmt::format("{}/{} runs", snapshot.ended, snapshot.runs);
    if (snapshot.failed > 0) line += fmt::format(", {} failed", snapshot.failed);
    line += time_left(snapshot);
    for (const RunningRun& run : snapshot.running)
        line += fmt::format(" | {} {}%", run.label, percent_done(run));
    return line;
}

std::vector<std::string> progress_view(const ProgressSnapshot& snapshot, std::size_t width) {
    const std::size_t running = snapshot.running.size();
    const std::size_t begun = std::min(snapshot.runs, snapshot.ended + running);
    std::string head =
        fmt::format("{}: {} done, {} running, {} failed, {} to do", counted(snapshot.runs, "run"),
                    snapshot.ended - snapshot.failed, running, snapshot.failed, snapshot.runs - begun) +
        time_left(snapshot);
    if (snapshot.seconds_left && snapshot.forecast_error)
        head += fmt::format(" (forecast off by {:.0f}% so far)", 100 * *snapshot.forecast_error);
    std::vector<std::string> lines{cut(head, width)};
    for (std::size_t i = 0; i < std::min(running, kMostShown); ++i)
        lines.push_back(cut(run_line(snapshot.running[i]), width));
    if (running > kMostShown) lines.push_back(fmt::format("  and {} more", running - kMostShown));
    return lines;
}

Value to_value(const ProgressSnapshot& snapshot) {
    Value running = Value::list_of(snapshot.running, [](const RunningRun& run) {
        return Value::object()
            .set("label", run.label)
            .set("round", run.round)
            .set("rounds", run.rounds)
            .set("rounds_per_second", run.rounds_per_second)
            .set("test_error", run.test_error);  // NaN becomes null
    });
    return Value::object()
        .set("runs", snapshot.runs)
        .set("ended", snapshot.ended)
        .set("failed", snapshot.failed)
        .set("elapsed_seconds", snapshot.elapsed_seconds)
        .set("seconds_left", snapshot.seconds_left)
        .set("forecast_error", snapshot.forecast_error)
        .set("running", std::move(running));
}

ProgressSnapshot snapshot_from(const Value& value) {
    ProgressSnapshot snapshot;
    snapshot.runs = count(value, "runs");
    snapshot.ended = count(value, "ended");
    snapshot.failed = count(value, "failed");
    snapshot.elapsed_seconds = value.at("elapsed_seconds").as_number();
    snapshot.seconds_left = optional_number(value.at("seconds_left"));
    snapshot.forecast_error = optional_number(value.at("forecast_error"));
    for (const Value& run : value.at("running").as_list())
        snapshot.running.push_back({printable(run.at("label").as_string()), count(run, "round"),
                                    count(run, "rounds"), run.at("rounds_per_second").as_number(),
                                    number_at(run, "test_error", boosting::kNotMeasured)});
    return snapshot;
}

std::string slurm_task() {
    const std::string job = variable("SLURM_ARRAY_JOB_ID"), task = variable("SLURM_ARRAY_TASK_ID");
    return job.empty() ? variable("SLURM_JOB_ID") : job + "_" + task;
}

fs::path live_file_in(const fs::path& folder, const Clock& clock) {
    const std::vector<fs::path> files = live_files(folder);
    for (std::size_t i = 0; i + kMostKept < files.size(); ++i)
        try {
            if (!read(files[i]).running) ::unlink(files[i].c_str());
        } catch (const IoError&) {
        } catch (const std::exception&) {  // damaged or of another version
            ::unlink(files[i].c_str());
        }
    const files::ProcessId self = files::this_process();
    return folder / fmt::format("{}-{}-{}.json", format_utc(clock.utc_seconds()), self.host, self.pid);
}

void write_live_file(const fs::path& path, const ProgressSnapshot& snapshot, const ForecastRecord& record,
                     bool ended) noexcept {
    try {
        fs::create_directories(path.parent_path());
        const std::optional<double> worst =
            ended ? record.worst_error(snapshot.elapsed_seconds) : std::nullopt;
        const Value value = Value::object()
                                .set("process", files::to_value(files::this_process()))
                                .set("task", slurm_task())
                                .set("written", system_clock().utc_seconds())
                                .set("ended", ended)
                                .set("sweep", to_value(snapshot))
                                .set("forecast", record.moments())
                                .set("worst_forecast_error", worst);
        const std::string text = to_json(value, 1) + "\n";
        files::replace_file_atomically(path, std::as_bytes(std::span(text)), files::Durability::not_synced);
    } catch (...) {  // the next write may succeed; a full disk is reported when results are stored
    }
}

std::vector<LiveSweep> live_sweeps(const fs::path& folder) {
    std::vector<LiveSweep> sweeps;
    for (const fs::path& file : live_files(folder)) {
        try {
            sweeps.push_back(read(file));
        } catch (const std::exception&) {  // damaged or of another version
        }
    }
    return sweeps;
}

}  // namespace reboost::sweep
