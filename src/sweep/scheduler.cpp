#include "sweep/scheduler.hpp"

#include "core/clock.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace reboost::sweep {
namespace {

/// Seconds after which a run of another process is asked for again: sooner where nothing else is to do.
constexpr double kLookAgain = 2, kLookAgainIdle = 0.3;
/// So many times the number of cores later runs may overtake a run that does not fit.
constexpr std::size_t kOvertakingRounds = 2;
constexpr double kLeastGain = 0.02;      ///< of a run's time, by one more core
constexpr double kForgotten = 0.02;      ///< per look: a run without guests may have become worth them
constexpr double kNewMeasurement = 0.5;  ///< weight of the newest parallel share

}  // namespace

Scheduler::Scheduler(const std::vector<ScheduledRun>& runs, RunSteps steps, parallel::Cores& cores,
                     const SchedulerOptions& options, DrainFlag& drain)
    : steps_(std::move(steps)), cores_(cores), options_(options), drain_(drain) {
    for (const ScheduledRun& run : runs) {
        pending_.emplace(pending_.size(), Pending{run, pending_.size()});
        Data& data = data_[run.data_key];
        data.bytes = run.data_bytes;
        ++data.users;
    }
}

Scheduler::~Scheduler() {
    for (std::unique_lock lock(mutex_); busy_ > 0; lock.lock()) {
        lock.unlock();
        drain_.request();
        drain_.wait(std::chrono::milliseconds(50));
    }
}

bool Scheduler::is_ready(const ScheduledRun& run) const {
    return data_.at(run.data_key).stage == Stage::ready;
}

bool Scheduler::fits(const ScheduledRun& run) const {
    const Data& data = data_.at(run.data_key);
    const double more = run.run_bytes + (data.stage == Stage::absent ? data.bytes : 0);
    return used_ + more <= options_.memory;
}

/// The first that fits and whose data is at hand or, while nobody loads, simply the first that fits.
Scheduler::Order::iterator Scheduler::choose() {
    Pending* waits_for_memory = nullptr;
    for (auto at = pending_.begin(); at != pending_.end(); ++at) {
        if (!fits(at->second.run)) {
            if (waits_for_memory == nullptr) waits_for_memory = &at->second;
            if (waits_for_memory->overtaken >= kOvertakingRounds * options_.at_once) break;
        } else if (!loading_ || is_ready(at->second.run)) {
            if (waits_for_memory != nullptr) ++waits_for_memory->overtaken;
            return at;
        }
    }
    if (loading_ || !under_way_.empty()) return pending_.end();
    const auto ready =
        std::ranges::find_if(pending_, [&](const auto& entry) { return is_ready(entry.second.run); });
    return ready != pending_.end() ? ready : pending_.begin();
}

/// Reserves its memory. While its data set is absent, the run is the one that loads it.
std::optional<Scheduler::Pending> Scheduler::take_next() {
    if (stopping()) return std::nullopt;
    const auto next = choose();
    if (next == pending_.end()) return std::nullopt;
    Pending pending = next->second;
    pending_.erase(next);
    Data& data = data_.at(pending.run.data_key);
    used_ += pending.run.run_bytes;
    if (data.stage == Stage::absent) {
        used_ += data.bytes;
        data.stage = Stage::loading;
        loading_ = true;
    }
    under_way_[pending.run.index];
    return pending;
}

void Scheduler::start_more() {
    while (busy_ < options_.at_once) {
        std::optional<Pending> next = take_next();
        if (!next) break;
        try {
            cores_.enqueue([this, first = *next] { work_off(first); });
        } catch (const std::bad_alloc&) {
            under_way_.erase(next->run.index);
            stop(std::current_exception());
            return;
        }
        ++busy_;
    }
    if (options_.threads == 0) share_cores();
}

void Scheduler::stop(const std::exception_ptr& cause) {
    if (!error_) error_ = cause;
    drain_.request();
}

/// A task: one run after the other, until none can start.
void Scheduler::work_off(Pending first) {
    for (std::optional<Pending> now = std::move(first); now;) {
        Admission admission = Admission::ended_elsewhere;
        std::exception_ptr error;
        try {
            admission = steps_.admit(now->run.index);
            if (admission == Admission::granted) steps_.compute(begin(now->run));
        } catch (...) {  // the results folder failed: no use in going on
            error = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        if (error) stop(error);
        conclude(*now, admission);
        now = take_next();
        if (!now) --busy_;
        start_more();
        if (busy_ == 0) drain_.ring();
    }
}

StartedRun Scheduler::begin(const ScheduledRun& run) {
    std::unique_lock lock(mutex_);
    Data& data = data_.at(run.data_key);
    if (data.stage == Stage::loading) {  // by this run: others wait until the data is ready
        lock.unlock();
        std::shared_ptr<const data::BinnedSplit> split;
        std::exception_ptr error;
        try {
            split = steps_.load(run.index);
        } catch (...) {
            error = std::current_exception();  // each run that needs this data set fails with it
        }
        lock.lock();
        data.split = std::move(split);
        data.error = error;
        data.stage = Stage::ready;
        loading_ = false;
    }
    StartedRun started{run.index, data.split, data.error, nullptr};
    try {
        started.team = under_way_.at(run.index).team = make_team();
    } catch (const std::bad_alloc&) {
        started.load_error = std::current_exception();
    }
    start_more();  // those that waited for the data
    return started;
}

std::shared_ptr<parallel::Team> Scheduler::make_team() const {
    const auto threads = static_cast<int>(options_.threads);
    if (threads == 0) return std::make_shared<parallel::Team>(cores_);
    if (threads == 1) return std::make_shared<parallel::Team>();
    return std::make_shared<parallel::Team>(cores_, threads, options_.pinned);
}

/// A run has ended, however it did, or was not admitted.
void Scheduler::conclude(const Pending& pending, Admission admission) {
    const ScheduledRun& run = pending.run;
    Data& data = data_.at(run.data_key);
    if (data.stage == Stage::loading && admission != Admission::granted) {  // it was to load it
        data.stage = Stage::absent;
        loading_ = false;
        used_ -= data.bytes;
    }
    used_ -= run.run_bytes;
    under_way_.erase(run.index);
    if (admission == Admission::computed_elsewhere) {
        Pending& later = elsewhere_.emplace(pending.place, pending).first->second;
        later.look_again = system_clock().wall_seconds();
        return;
    }
    if (--data.users > 0) return;
    if (data.stage == Stage::ready) used_ -= data.bytes;
    data.split.reset();
    data.stage = Stage::absent;
}

/// Puts the runs of other processes back into the order where it is time.
void Scheduler::look_elsewhere() {
    const double after = pending_.empty() ? kLookAgainIdle : kLookAgain, now = system_clock().wall_seconds();
    for (auto at = elsewhere_.begin(); at != elsewhere_.end();)
        if (now - at->second.look_again >= after)
            pending_.insert(elsewhere_.extract(at++));
        else
            ++at;
}

void Scheduler::tick() {
    const std::lock_guard lock(mutex_);
    look_elsewhere();
    start_more();
}

bool Scheduler::finished() {
    const std::lock_guard lock(mutex_);
    if (busy_ > 0 || !(stopping() || (pending_.empty() && elsewhere_.empty()))) return false;
    if (error_) std::rethrow_exception(error_);
    return true;
}

/// Each free core goes to the run that would end last among those that gain by it.
void Scheduler::share_cores() {
    struct Helped {
        parallel::Team* team;
        double seconds_left, parallel_share;
        std::size_t guests = 0;
        double end(std::size_t more) const {  // Amdahl's law
            const auto cores = static_cast<double>(1 + guests + more);
            return seconds_left * (1 - parallel_share + parallel_share / cores);
        }
    };
    std::vector<Helped> runs;
    for (auto& [index, run] : under_way_) {
        if (!run.team) continue;
        const Pace pace = steps_.pace(index);
        const double region_cpu = run.team->region_cpu_seconds();
        if (run.team->width() == 1) {
            run.parallel_share = std::min(1.0, run.parallel_share + kForgotten);
        } else if (pace.cpu_seconds > run.cpu_seconds) {
            const double measured =
                (region_cpu - run.region_cpu_seconds) / (pace.cpu_seconds - run.cpu_seconds);
            run.parallel_share += kNewMeasurement * (std::clamp(measured, 0.0, 1.0) - run.parallel_share);
        }
        if (run.team->width() == 1 || pace.cpu_seconds > run.cpu_seconds) {
            run.cpu_seconds = pace.cpu_seconds;
            run.region_cpu_seconds = region_cpu;
        }
        runs.push_back({run.team.get(), pace.seconds_left, run.parallel_share});
    }
    const auto cores = static_cast<std::size_t>(cores_.count());
    for (std::size_t used = busy_; used < cores; ++used) {
        Helped* last = nullptr;
        for (Helped& run : runs)
            if (run.end(0) - run.end(1) >= kLeastGain * run.end(0))
                if (last == nullptr || run.end(0) > last->end(0)) last = &run;
        if (last == nullptr) break;
        ++last->guests;
    }
    for (const Helped& run : runs)
        run.team->allot(run.guests);
}

}  // namespace reboost::sweep
