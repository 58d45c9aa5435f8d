#include "sweep/progress.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

constexpr std::chrono::milliseconds kRepaint{200};
constexpr double kSecondsBetweenPlainLines = 60;

/// Share of a run done by this process, in [0,1].
double share_done(const LiveRun& run) {
    if (run.rounds <= run.first_round) return 0;
    const double done =
        static_cast<double>(run.round.load(std::memory_order_relaxed)) - static_cast<double>(run.first_round);
    return std::clamp(done / static_cast<double>(run.rounds - run.first_round), 0.0, 1.0);
}

int percent_done(const LiveRun& run) {
    if (run.rounds == 0) return 0;
    return static_cast<int>(100 * run.round.load(std::memory_order_relaxed) / run.rounds);
}

}  // namespace

double remaining_seconds(const ProgressSnapshot& snapshot) {
    const double left = std::max(0.0, snapshot.estimated_seconds - snapshot.estimated_seconds_done);
    if (snapshot.estimated_seconds <= 0) return -1;
    const bool told =
        snapshot.estimated_seconds_done > 0.01 * snapshot.estimated_seconds && snapshot.elapsed_seconds > 1;
    if (!told)
        return snapshot.elapsed_seconds > 1 || snapshot.estimated_seconds_done > 0
                   ? left / std::max(1, snapshot.jobs)
                   : -1;
    return left * snapshot.elapsed_seconds / snapshot.estimated_seconds_done;
}

std::string format_duration(double seconds) {
    if (seconds < 59.5) return fmt::format("{:.0f} s", std::max(0.0, seconds));
    const auto minutes = static_cast<long>(std::lround(seconds / 60));
    if (minutes < 60) return fmt::format("{} min", minutes);
    if (minutes < 24 * 60) return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
    return fmt::format("{} d {} h", minutes / (24 * 60), minutes / 60 % 24);
}

std::string progress_line(const ProgressSnapshot& snapshot, std::size_t width) {
    std::string line = fmt::format("{}/{} runs", snapshot.ended, snapshot.runs);
    if (snapshot.failed > 0) line += fmt::format(", {} failed", snapshot.failed);
    if (const double left = remaining_seconds(snapshot); left >= 0)
        line += ", " + format_duration(left) + " left";
    for (const std::string& run : snapshot.running)
        line += " | " + run;
    if (width == 0 || line.size() <= width) return line;
    std::size_t cut = width > 3 ? width - 3 : 0;
    while (cut > 0 && (static_cast<unsigned char>(line[cut]) & 0xC0U) == 0x80U)
        --cut;  // never inside a UTF-8 character
    return line.substr(0, cut) + "...";
}

Progress::Progress(std::ostream& out, ProgressMode mode, const Clock& clock, std::size_t terminal_width)
    : out_(out), mode_(mode), clock_(clock), width_(terminal_width) {}

Progress::~Progress() {
    end();
}

void Progress::begin(std::size_t runs, double estimated_seconds, int jobs) {
    const std::lock_guard lock(mutex_);
    runs_ = runs;
    estimated_ = estimated_seconds;
    jobs_ = jobs;
    started_ = last_line_ = clock_.wall_seconds();
    if (mode_ != ProgressMode::quiet)
        painter_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void Progress::run_started(std::shared_ptr<const LiveRun> run) {
    const std::lock_guard lock(mutex_);
    running_.push_back(std::move(run));
}

void Progress::run_left(const LiveRun& run) {
    const std::lock_guard lock(mutex_);
    std::erase_if(running_, [&](const auto& candidate) { return candidate.get() == &run; });
}

void Progress::run_ended(const LiveRun& run, const std::string& outcome, bool failed) {
    run_left(run);
    const std::lock_guard lock(mutex_);
    ++ended_;
    failed_ += failed ? 1 : 0;
    estimated_done_ += run.estimated_seconds;
    print(fmt::format("[{}/{}] {}: {}", ended_, runs_, run.label, outcome));
}

void Progress::note(const std::string& line) {
    const std::lock_guard lock(mutex_);
    print(line);
}

void Progress::end() {
    if (painter_.joinable()) {
        painter_.request_stop();
        painter_.join();
        if (mode_ == ProgressMode::terminal) out_ << "\r\033[K" << std::flush;
    }
}

ProgressSnapshot Progress::snapshot() const {
    ProgressSnapshot shot{
        runs_, ended_, failed_, estimated_, estimated_done_, clock_.wall_seconds() - started_, jobs_, {}};
    for (const auto& run : running_) {
        shot.estimated_seconds_done += run->estimated_seconds * share_done(*run);
        shot.running.push_back(fmt::format("{} {}%", run->label, percent_done(*run)));
    }
    return shot;
}

/// With the mutex held.
void Progress::print(const std::string& line) {
    if (mode_ == ProgressMode::quiet) return;
    if (mode_ == ProgressMode::terminal) out_ << "\r\033[K";
    out_ << line << '\n' << std::flush;
    last_line_ = clock_.wall_seconds();
}

void Progress::repaint() {
    const std::lock_guard lock(mutex_);
    if (mode_ == ProgressMode::terminal)
        out_ << "\r\033[K" << progress_line(snapshot(), width_) << std::flush;
    else if (clock_.wall_seconds() - last_line_ >= kSecondsBetweenPlainLines)
        print(progress_line(snapshot()));
}

void Progress::watch(const std::stop_token& stop) {
    std::mutex idle;
    std::condition_variable_any tick;
    std::unique_lock lock(idle);
    while (!stop.stop_requested()) {
        tick.wait_for(lock, stop, kRepaint, [] { return false; });
        if (!stop.stop_requested()) repaint();
    }
}

}  // namespace reboost::sweep
