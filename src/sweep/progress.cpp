#include "sweep/progress.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::sweep {
namespace {

constexpr double kSecondsBetweenPlainLines = 60;
constexpr double kSecondsBetweenFiles = 2;

/// Share of a run done by this process, in [0,1].
double share_done(const LiveRun& run) {
    if (run.rounds <= run.first_round) return 0;
    const double done =
        static_cast<double>(run.round.load(std::memory_order_relaxed)) - static_cast<double>(run.first_round);
    return std::clamp(done / static_cast<double>(run.rounds - run.first_round), 0.0, 1.0);
}

/// What the run costs this process, by estimate.
double estimate_of(const LiveRun& run) {
    if (run.rounds == 0) return run.estimated_seconds;
    return run.estimated_seconds *
           static_cast<double>(run.rounds - std::min(run.rounds, run.first_round.load())) /
           static_cast<double>(run.rounds);
}

RunningRun as_running(const LiveRun& run, double seconds) {
    RunningRun shown{run.label, run.round.load(), run.rounds, 0, run.test_error.load()};
    const std::uint64_t first = run.first_round.load();
    if (seconds > 0 && shown.round > first)
        shown.rounds_per_second = static_cast<double>(shown.round - first) / seconds;
    return shown;
}

}  // namespace

Progress::Progress(std::ostream& out, ProgressMode mode, const Clock& clock, std::size_t terminal_width)
    : out_(out), mode_(mode), clock_(clock), width_(terminal_width) {}

Progress::~Progress() {
    end();
}

void Progress::begin(std::size_t runs, int jobs, const std::filesystem::path& folder) {
    const std::lock_guard lock(mutex_);
    runs_ = runs;
    jobs_ = jobs;
    started_ = last_line_ = last_file_ = clock_.wall_seconds();
    if (!folder.empty()) file_ = live_file_in(folder, clock_);
    publish(false);  // who watches sees from the beginning that a sweep is under way
    brief_ = true;
    begun_ = true;
}

void Progress::run_started(std::shared_ptr<const LiveRun> run) {
    const std::lock_guard lock(mutex_);
    running_.push_back({std::move(run), clock_.wall_seconds()});
}

/// With the mutex held. Returns how long it ran.
double Progress::take_out(const LiveRun& run) {
    const auto at =
        std::ranges::find_if(running_, [&](const Started& started) { return started.run.get() == &run; });
    if (at == running_.end()) return -1;
    const double seconds = clock_.wall_seconds() - at->at;
    running_.erase(at);
    return seconds;
}

void Progress::run_left(const LiveRun& run) {
    const std::lock_guard lock(mutex_);
    take_out(run);
    forecast_.ended(run.kind, run.estimated_seconds, -1);
}

void Progress::run_ended(const LiveRun& run, const std::string& outcome, bool failed) {
    const std::lock_guard lock(mutex_);
    const double seconds = take_out(run);  // below 0: it ran in another process
    ++ended_;
    failed_ += failed ? 1 : 0;
    // Rounds of an earlier process count as done, but not for the pace.
    const double here = estimate_of(run);
    forecast_.ended(run.kind, run.estimated_seconds - here, -1);
    forecast_.ended(run.kind, here, failed ? -1 : seconds);
    print(fmt::format("[{}/{}] {}: {}", ended_, runs_, run.label, outcome));
}

void Progress::note(const std::string& line) {
    const std::lock_guard lock(mutex_);
    print(line);
}

void Progress::end() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(begun_, false)) return;
    clear_view();
    publish(true);
    out_ << std::flush;
}

/// With the mutex held.
ProgressSnapshot Progress::look() {
    const double now = clock_.wall_seconds();
    ProgressSnapshot shot;
    shot.runs = runs_;
    shot.ended = ended_;
    shot.failed = failed_;
    shot.elapsed_seconds = now - started_;
    std::vector<Underway> underway;
    for (const Started& started : running_) {
        const LiveRun& run = *started.run;
        underway.push_back({run.kind, run.estimated_seconds, share_done(run), now - started.at});
        shot.running.push_back(as_running(run, now - started.at));
    }
    shot.seconds_left = forecast_.remaining(underway, jobs_, shot.elapsed_seconds);
    if (shot.seconds_left) record_.note(shot.elapsed_seconds, *shot.seconds_left);
    shot.forecast_error = record_.error_so_far();
    return shot;
}

/// With the mutex held.
void Progress::clear_view() {
    if (painted_ > 0) out_ << fmt::format("\033[{}A\r\033[J", painted_);
    painted_ = 0;
}

/// With the mutex held.
void Progress::print(const std::string& line) {
    if (mode_ == ProgressMode::quiet) return;
    clear_view();
    out_ << printable(line, true) << '\n' << std::flush;
    last_line_ = clock_.wall_seconds();
}

void Progress::repaint() {
    const std::lock_guard lock(mutex_);
    if (!file_.empty() && clock_.wall_seconds() - last_file_ >= kSecondsBetweenFiles) publish(false);
    if (mode_ == ProgressMode::terminal) {
        const std::vector<std::string> view = progress_view(look(), width_);
        clear_view();
        for (const std::string& line : view)
            out_ << line << '\n';
        out_ << std::flush;
        painted_ = view.size();
    } else if (clock_.wall_seconds() - last_line_ >= kSecondsBetweenPlainLines) {
        print(progress_line(look()));
    }
}

/// With the mutex held.
void Progress::publish(bool last) {
    if (file_.empty()) return;
    if (last && brief_ && slurm_task().empty()) {
        ::unlink(file_.c_str());
        return;
    }
    brief_ = false;
    last_file_ = clock_.wall_seconds();
    write_live_file(file_, look(), record_, last);
}

}  // namespace reboost::sweep
