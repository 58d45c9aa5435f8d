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

/// How many of a run's first `rounds` rounds are after its checkpoint, and so done in this process.
double done_here(const LiveRun& run, std::uint64_t rounds) {
    return static_cast<double>(rounds - std::min<std::uint64_t>(run.first_round, rounds));
}

}  // namespace

Progress::Progress(std::ostream& out, ProgressMode mode, const Clock& clock, std::size_t terminal_width)
    : out_(out), mode_(mode), clock_(clock), width_(terminal_width) {}

Progress::~Progress() {
    end();
}

void Progress::begin(std::size_t runs, int jobs, const std::filesystem::path& folder) {
    const std::lock_guard lock(mutex_);
    shot_.runs = runs;
    jobs_ = jobs;
    started_ = last_line_ = last_file_ = clock_.wall_seconds();
    if (!folder.empty()) file_ = live_file_in(folder, clock_);
    publish(false);  // `reboost status` shows the sweep from the beginning
    brief_ = true;
    begun_ = true;
}

void Progress::run_started(std::shared_ptr<const LiveRun> run) {
    const std::lock_guard lock(mutex_);
    running_.push_back({std::move(run), clock_.wall_seconds()});
}

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
    const double seconds = take_out(run);  // < 0 if it ran in another process
    ++shot_.ended;
    shot_.failed += failed ? 1 : 0;
    // Rounds of an earlier process count as done but not for the pace.
    const double here = run.rounds == 0 ? run.estimated_seconds
                                        : run.estimated_seconds * done_here(run, run.rounds) /
                                              static_cast<double>(run.rounds);
    forecast_.ended(run.kind, run.estimated_seconds - here, -1);
    forecast_.ended(run.kind, here, failed ? -1 : seconds);
    print(fmt::format("[{}/{}] {}: {}", shot_.ended, shot_.runs, run.label, outcome));
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

const ProgressSnapshot& Progress::look() {
    const double now = clock_.wall_seconds();
    shot_.elapsed_seconds = now - started_;
    shot_.running.clear();
    std::vector<Underway> underway;
    for (const auto& [run, start] : running_) {
        const double seconds = now - start, done = done_here(*run, run->round);
        const double share = done > 0 ? std::min(1.0, done / done_here(*run, run->rounds)) : 0;
        underway.push_back({run->kind, run->estimated_seconds, share, seconds});
        shot_.running.push_back(
            {run->label, run->round, run->rounds, seconds > 0 ? done / seconds : 0, run->test_error});
    }
    shot_.seconds_left = forecast_.remaining(underway, jobs_, shot_.elapsed_seconds);
    if (shot_.seconds_left) record_.note(shot_.elapsed_seconds, *shot_.seconds_left);
    shot_.forecast_error = record_.error_so_far();
    return shot_;
}

void Progress::clear_view() {
    if (painted_ > 0) out_ << fmt::format("\033[{}A\r\033[J", painted_);
    painted_ = 0;
}

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
