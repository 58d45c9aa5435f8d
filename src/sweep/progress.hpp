#pragma once
/// Shows a sweep's progress: a live view on a terminal, plain lines in a log, nothing when quiet. Also writes
/// a file that `reboost status` reads in other processes.
#include "sweep/runner.hpp"
#include "sweep/snapshot.hpp"

#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <vector>

namespace reboost::sweep {

enum class ProgressMode { terminal, plain, quiet };

/// All members may be called from any thread.
class Progress {
  public:
    Progress(std::ostream& out, ProgressMode mode, const Clock& clock, std::size_t terminal_width = 80);
    ~Progress();

    void expect(const std::string& kind, double estimated_seconds) {
        forecast_.expect(kind, estimated_seconds);
    }
    /// From now on writes a file into `folder` ("": none) at intervals, also when quiet (sweep/snapshot.hpp).
    /// The file is removed at the end of a sweep that took only seconds, unless it is a Slurm task's.
    void begin(std::size_t runs, int jobs, const std::filesystem::path& folder = {});
    void run_started(std::shared_ptr<const LiveRun> run);
    /// `outcome`: "done in 3.2 s, test error 5.49%", "FAILED: …". `failed` counts the run as a failure. A run
    /// that did not start here ended in another process and does not enter the pace.
    void run_ended(const LiveRun& run, const std::string& outcome, bool failed);
    /// Removes a run that has not ended (drained).
    void run_left(const LiveRun& run);
    void note(const std::string& line);
    /// Updates the display; must be called some times a second between `begin` and `end`. Repaints the view
    /// on a terminal, and writes a plain line or the published file when due.
    void repaint();
    /// Clears the lines on the terminal.
    void end();

  private:
    struct Started {
        std::shared_ptr<const LiveRun> run;
        double at = 0;
    };
    // The caller of these functions holds mutex_.
    const ProgressSnapshot& look();
    double take_out(const LiveRun& run);  ///< returns its seconds; < 0 if it did not start here
    void print(const std::string& line);
    void clear_view();
    void publish(bool last);

    std::ostream& out_;
    ProgressMode mode_;
    const Clock& clock_;
    std::size_t width_;
    std::mutex mutex_;
    std::vector<Started> running_;
    Forecast forecast_;
    ForecastRecord record_;
    ProgressSnapshot shot_;  ///< from the last call of look(); its counts are always current
    double started_ = 0, last_line_ = 0, last_file_ = 0;
    bool begun_ = false;
    bool brief_ = true;  ///< the file has been written only by begin()
    int jobs_ = 1;
    std::size_t painted_ = 0;  ///< number of lines that the view has on the terminal
    std::filesystem::path file_;
};

}  // namespace reboost::sweep
