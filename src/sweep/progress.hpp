#pragma once
/// How a sweep shows its progress: a live view on a terminal, plain lines in a log, nothing when quiet; and a
/// file for `reboost status` of other processes.
#include "core/clock.hpp"
#include "core/value.hpp"
#include "sweep/forecast.hpp"
#include "sweep/runner.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace reboost::sweep {

enum class ProgressMode { terminal, plain, quiet };

/// A run as the live view shows it.
struct RunningRun {
    std::string label;
    std::uint64_t round = 0, rounds = 0;
    double rounds_per_second = 0;  ///< of this process; 0: not known yet
    double test_error = boosting::kNotMeasured;
};

struct ProgressSnapshot {
    std::size_t runs = 0, ended = 0, failed = 0;  ///< `ended` includes the failed ones
    double elapsed_seconds = 0;
    std::optional<double> seconds_left;
    std::optional<double> forecast_error;  ///< of `seconds_left` so far, a share
    std::vector<RunningRun> running;
};

/// "3 s", "12 min", "2 h 05 min", "4 d 2 h".
std::string format_duration(double seconds);
/// "7/40 runs, 1 failed, 12 min left | pendigits stump full 45% | …": the line of a log.
std::string progress_line(const ProgressSnapshot& snapshot);
/// The live view: a line for the sweep, one for each running run; each cut to `width` bytes (0: not cut).
std::vector<std::string> progress_view(const ProgressSnapshot& snapshot, std::size_t width = 0);

Value to_value(const ProgressSnapshot& snapshot);
/// Throws DataError where a member is missing.
ProgressSnapshot snapshot_from(const Value& value);

/// All members may be called from any thread.
class Progress {
  public:
    Progress(std::ostream& out, ProgressMode mode, const Clock& clock, std::size_t terminal_width = 80);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// From `begin` on writes a file into this folder now and then, also when quiet (sweep/live_file.hpp).
    /// That of a sweep of seconds is removed at its end, unless it is a Slurm task's.
    void publish_in(std::filesystem::path folder) { folder_ = std::move(folder); }
    void expect(const std::string& kind, double estimated_seconds) {
        forecast_.expect(kind, estimated_seconds);
    }
    void begin(std::size_t runs, int jobs);
    void run_started(std::shared_ptr<const LiveRun> run);
    /// `outcome`: "done in 3.2 s, test error 5.49%", "FAILED: …". `failed` counts it among the failures. A
    /// run that did not start here ended in another process, and says nothing of the pace.
    void run_ended(const LiveRun& run, const std::string& outcome, bool failed);
    /// Removes a run that has not ended (drained).
    void run_left(const LiveRun& run);
    void note(const std::string& line);
    /// Shows how far the sweep is: to be called some times a second between `begin` and `end`. Paints on a
    /// terminal; writes a plain line or the published file where it is time.
    void repaint();
    /// The terminal's lines are cleared.
    void end();
    /// How far the sweep is now.
    ProgressSnapshot snapshot();

  private:
    struct Started {
        std::shared_ptr<const LiveRun> run;
        double at = 0;
    };
    ProgressSnapshot look();
    double take_out(const LiveRun& run);
    void print(const std::string& line);
    void clear_view();
    void publish(bool last);

    std::ostream& out_;
    ProgressMode mode_;
    const Clock& clock_;
    std::size_t width_;
    mutable std::mutex mutex_;
    std::vector<Started> running_;
    Forecast forecast_;
    ForecastRecord record_;
    std::size_t runs_ = 0, ended_ = 0, failed_ = 0;
    double started_ = 0, last_line_ = 0, last_file_ = 0;
    bool begun_ = false;
    bool brief_ = true;  ///< not published again since the beginning
    int jobs_ = 1;
    std::size_t painted_ = 0;  ///< lines of the view on the terminal
    std::filesystem::path folder_, file_;
};

}  // namespace reboost::sweep
