#pragma once
/// How a sweep shows its progress: a live view on a terminal, plain lines in a log, nothing when quiet; and a
/// file for `reboost status` of other processes.
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
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void expect(const std::string& kind, double estimated_seconds) {
        forecast_.expect(kind, estimated_seconds);
    }
    /// From now on writes a file into `folder` ("": none) now and then, also when quiet (sweep/snapshot.hpp).
    /// That of a sweep of seconds is removed at its end, unless it is a Slurm task's.
    void begin(std::size_t runs, int jobs, const std::filesystem::path& folder = {});
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

  private:
    struct Started {
        std::shared_ptr<const LiveRun> run;
        double at = 0;
    };
    // With the mutex held:
    const ProgressSnapshot& look();
    double take_out(const LiveRun& run);  ///< returns how long it ran
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
    ProgressSnapshot shot_;  ///< as of the last look, but for the counts, which are always right
    double started_ = 0, last_line_ = 0, last_file_ = 0;
    bool begun_ = false;
    bool brief_ = true;  ///< not published again since the beginning
    int jobs_ = 1;
    std::size_t painted_ = 0;  ///< lines of the view on the terminal
    std::filesystem::path file_;
};

}  // namespace reboost::sweep
