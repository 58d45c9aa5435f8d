#pragma once
/// How a sweep tells of itself: one repainted line on a terminal, plain lines in a log, nothing when quiet.
#include "core/clock.hpp"
#include "sweep/runner.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

namespace reboost::sweep {

enum class ProgressMode { terminal, plain, quiet };

/// What one line of progress shows.
struct ProgressSnapshot {
    std::size_t runs = 0, ended = 0, failed = 0;
    double estimated_seconds = 0;       ///< of all runs of this sweep still to do when it began
    double estimated_seconds_done = 0;  ///< of it, done by now; running runs by their share of rounds
    double elapsed_seconds = 0;
    int jobs = 1;
    std::vector<std::string> running;  ///< "pendigits stump full 45%"
};

/// Seconds to the end: the estimate, corrected by how this machine has kept to it so far. Negative: not known
/// yet.
double remaining_seconds(const ProgressSnapshot& snapshot);
/// "3 s", "12 min", "2 h 05 min", "4 d 2 h".
std::string format_duration(double seconds);
/// "7/40 runs, 1 failed, 12 min left | pendigits stump full 45% | …", cut to `width` bytes (0: not cut).
std::string progress_line(const ProgressSnapshot& snapshot, std::size_t width = 0);

/// All members may be called from any thread.
class Progress {
  public:
    Progress(std::ostream& out, ProgressMode mode, const Clock& clock, std::size_t terminal_width = 80);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void begin(std::size_t runs, double estimated_seconds, int jobs);
    void run_started(std::shared_ptr<const LiveRun> run);
    /// `outcome`: "done in 3.2 s, test error 5.49%", "FAILED: …". `failed` counts it among the failures.
    void run_ended(const LiveRun& run, const std::string& outcome, bool failed);
    /// A run leaves the picture without having ended (drained, or another process stored it).
    void run_left(const LiveRun& run);
    void note(const std::string& line);
    /// Ends repainting; the terminal's line is cleared.
    void end();

  private:
    ProgressSnapshot snapshot() const;
    void print(const std::string& line);
    void repaint();
    void watch(const std::stop_token& stop);

    std::ostream& out_;
    ProgressMode mode_;
    const Clock& clock_;
    std::size_t width_;
    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<const LiveRun>> running_;
    std::size_t runs_ = 0, ended_ = 0, failed_ = 0;
    double estimated_ = 0, estimated_done_ = 0, started_ = 0, last_line_ = 0;
    int jobs_ = 1;
    std::jthread painter_;
};

}  // namespace reboost::sweep
