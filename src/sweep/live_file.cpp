#include "sweep/live_file.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "results/atomic_file.hpp"
#include "results/process_identity.hpp"

#include <cstdlib>
#include <exception>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::sweep {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostKept = 50;
constexpr double kSilence =
    60;  ///< seconds without an update after which a process that cannot be queried counts as ended

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

LiveSweep read(const fs::path& file) {
    const std::vector<std::byte> bytes = results::read_whole_file(file);
    const Value value =
        config::parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.string());
    const results::ProcessId process = results::process_from(value.at("process"));
    LiveSweep sweep;
    sweep.process = printable(results::process_text(process));
    sweep.task = printable(value.at("task").as_string());
    sweep.snapshot = snapshot_from(value.at("sweep"));
    sweep.forecast = value.at("forecast");
    sweep.worst_forecast_error = value.at("worst_forecast_error");
    const double silent = system_clock().utc_seconds() - value.at("written").as_number();
    const results::Life life = results::life_of(process);
    sweep.running = !value.at("ended").as_bool() &&
                    (life == results::Life::running || (life == results::Life::unknown && silent < kSilence));
    return sweep;
}

/// Those that sweeps wrote, the oldest first: their names begin with the time.
std::vector<fs::path> live_files(const fs::path& folder) {
    std::vector<fs::path> files = results::files_in(folder);
    std::erase_if(files, [](const fs::path& file) {
        return file.extension() != ".json" || file.filename().string().starts_with('.');
    });
    return files;
}

/// Whether the file says so, or says nothing: it is damaged, or of another version.
bool has_ended(const fs::path& file) {
    try {
        return !read(file).running;
    } catch (const IoError&) {
        return false;
    } catch (const std::exception&) {
        return true;
    }
}

}  // namespace

std::string slurm_task() {
    const std::string job = variable("SLURM_ARRAY_JOB_ID"), task = variable("SLURM_ARRAY_TASK_ID");
    return job.empty() ? variable("SLURM_JOB_ID") : job + "_" + task;
}

fs::path live_file_in(const fs::path& folder, const Clock& clock) {
    const std::vector<fs::path> files = live_files(folder);
    for (std::size_t i = 0; i + kMostKept < files.size(); ++i)
        if (has_ended(files[i])) ::unlink(files[i].c_str());
    const results::ProcessId self = results::this_process();
    return folder / fmt::format("{}-{}-{}.json", format_utc(clock.utc_seconds()), self.host, self.pid);
}

void write_live_file(const fs::path& path, const ProgressSnapshot& snapshot, const ForecastRecord& record,
                     bool ended) noexcept {
    try {
        fs::create_directories(path.parent_path());
        const std::optional<double> worst =
            ended ? record.worst_error(snapshot.elapsed_seconds) : std::nullopt;
        const Value value = Value::object()
                                .set("process", results::to_value(results::this_process()))
                                .set("task", slurm_task())
                                .set("written", system_clock().utc_seconds())
                                .set("ended", ended)
                                .set("sweep", to_value(snapshot))
                                .set("forecast", record.moments())
                                .set("worst_forecast_error", worst ? Value(*worst) : Value());
        const std::string text = to_json(value, 1) + "\n";
        results::replace_file_atomically(path, std::as_bytes(std::span(text)),
                                         results::Durability::not_synced);
    } catch (...) {  // the next one may succeed; a full disk fails at the results themselves
    }
}

std::vector<LiveSweep> live_sweeps(const fs::path& folder) {
    std::vector<LiveSweep> sweeps;
    for (const fs::path& file : live_files(folder)) {
        try {
            sweeps.push_back(read(file));
        } catch (const std::exception&) {  // damaged, or of another version
        }
    }
    return sweeps;
}

}  // namespace reboost::sweep
