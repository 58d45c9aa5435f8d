#include "sweep/scheduler.hpp"

#include "core/clock.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace reboost::sweep {
namespace {

/// Seconds after which a run that another process computes is tried again: fewer if nothing else is to do.
constexpr double kLookAgain = 2, kLookAgainIdle = 0.3;
/// Runs that may overtake a run that does not fit into memory: this many times the number of cores.
constexpr std::size_t kOvertakingRounds = 2;
constexpr double kLeastGain = 0.02;      ///< share of a run's time that one more core must save
constexpr double kForgotten = 0.02;      ///< each call adds this to the share of a run without guests
constexpr double kNewMeasurement = 0.5;  ///< weight of the newest parallel share

}  // namespace

Scheduler::Scheduler(const std::vector<ScheduledRun>& runs, RunSteps& steps, parallel::Cores& cores,
                     const SchedulerOptions& options, DrainFlag& drain)
    : steps_(steps), cores_(cores), options_(options), drain_(drain) {
    for (const ScheduledRun& run : runs) {
        pending_.insert(runs_.size());
        Data& data = data_[run.data_key];
        runs_.push_back({run, data});
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

/// The first run that fits into memory and, while a thread loads data, has its own data loaded already.
std::optional<std::size_t> Scheduler::choose() {
    const auto is_ready = [this](std::size_t place) { return runs_[place].data.stage == Stage::ready; };
    Run* waits_for_memory = nullptr;
    for (const std::size_t place : pending_) {
        Run& run = runs_[place];
        const double more = run.run_bytes + (run.data.stage == Stage::absent ? run.data.bytes : 0);
        if (!(used_ + more <= options_.memory)) {
            if (waits_for_memory == nullptr) waits_for_memory = &run;
            if (waits_for_memory->overtaken >= kOvertakingRounds * options_.at_once) break;
        } else if (!loading_ || is_ready(place)) {
            if (waits_for_memory != nullptr) ++waits_for_memory->overtaken;
            return place;
        }
    }
    if (loading_ || !under_way_.empty() || pending_.empty()) return std::nullopt;
    const auto ready = std::ranges::find_if(pending_, is_ready);
    return ready != pending_.end() ? *ready : *pending_.begin();
}

/// Takes the next run and reserves its memory; null if none can start. It loads its data set if absent.
Scheduler::Run* Scheduler::take_next() {
    const auto next = stopping() ? std::nullopt : choose();
    if (!next) return nullptr;
    pending_.erase(*next);
    Run& run = runs_[*next];
    Data& data = run.data;
    used_ += run.run_bytes;
    if (data.stage == Stage::absent) {
        used_ += data.bytes;
        data.stage = Stage::loading;
        loading_ = true;
    }
    under_way_[run.index];
    return &run;
}

void Scheduler::start_more() {
    while (busy_ < options_.at_once) {
        Run* const next = take_next();
        if (next == nullptr) break;
        try {
            cores_.enqueue([this, next] { work_off(next); });
        } catch (const std::bad_alloc&) {
            under_way_.erase(next->index);
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

/// The task of a core: runs one run after the other until none can start.
void Scheduler::work_off(Run* run) {
    while (run != nullptr) {
        Admission admission = Admission::ended_elsewhere;
        std::exception_ptr error;
        try {
            admission = steps_.admit(run->index);
            if (admission == Admission::granted) steps_.compute(begin(*run));
        } catch (...) {  // the results folder failed, so the sweep cannot continue
            error = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        if (error) stop(error);
        conclude(*run, admission);
        run = take_next();
        if (run == nullptr) --busy_;
        start_more();
        if (busy_ == 0) drain_.ring();
    }
}

StartedRun Scheduler::begin(const Run& run) {
    std::unique_lock lock(mutex_);
    Data& data = run.data;
    if (data.stage == Stage::loading) {  // this run loads it, others wait for it
        lock.unlock();
        std::shared_ptr<const data::BinnedSplit> split;
        std::exception_ptr error;  // all runs on this data set fail with it
        try {
            split = steps_.load(run.index);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        data.split = std::move(split);
        data.error = error;
        data.stage = Stage::ready;
        loading_ = false;
    }
    StartedRun started{run.index, data.split, data.error, nullptr};
    try {
        started.team = under_way_.at(run.index).team =
            std::make_shared<parallel::Team>(cores_, static_cast<int>(options_.threads), options_.pinned);
    } catch (const std::bad_alloc&) {
        started.load_error = std::current_exception();
    }
    start_more();  // runs that waited for the data
    return started;
}

/// Releases the resources of a run that has ended or was not admitted.
void Scheduler::conclude(Run& run, Admission admission) {
    Data& data = run.data;
    if (data.stage == Stage::loading && admission != Admission::granted) {  // this run was to load it
        data.stage = Stage::absent;
        loading_ = false;
        used_ -= data.bytes;
    }
    used_ -= run.run_bytes;
    under_way_.erase(run.index);
    if (admission == Admission::computed_elsewhere) {
        elsewhere_.insert(static_cast<std::size_t>(&run - runs_.data()));
        run.put_off = system_clock().wall_seconds();
        return;
    }
    if (--data.users > 0) return;
    if (data.stage == Stage::ready) used_ -= data.bytes;
    data.split.reset();
    data.stage = Stage::absent;
}

void Scheduler::tick() {
    const std::lock_guard lock(mutex_);
    const double after = pending_.empty() ? kLookAgainIdle : kLookAgain, now = system_clock().wall_seconds();
    std::erase_if(elsewhere_, [&](std::size_t place) {
        const bool again = now - runs_[place].put_off >= after;
        if (again) pending_.insert(place);
        return again;
    });
    start_more();
}

bool Scheduler::finished() {
    const std::lock_guard lock(mutex_);
    if (busy_ > 0 || !(stopping() || (pending_.empty() && elsewhere_.empty()))) return false;
    if (error_) std::rethrow_exception(error_);
    return true;
}

/// Gives each free core to the run that would end last among those that gain by another core.
void Scheduler::share_cores() {
    std::vector<UnderWay*> runs;
    for (auto& [index, run] : under_way_) {
        if (!run.team) continue;
        runs.push_back(&run);
        const Pace pace = steps_.pace(index);
        const double region_cpu = run.team->region_cpu_seconds(), cpu = pace.cpu_seconds - run.cpu_seconds;
        const bool alone = run.team->width() == 1;
        if (alone) {
            run.parallel_share = std::min(1.0, run.parallel_share + kForgotten);
        } else if (cpu > 0) {
            const double measured = std::clamp((region_cpu - run.region_cpu_seconds) / cpu, 0.0, 1.0);
            run.parallel_share += kNewMeasurement * (measured - run.parallel_share);
        }
        if (alone || cpu > 0) {
            run.cpu_seconds = pace.cpu_seconds;
            run.region_cpu_seconds = region_cpu;
        }
        run.seconds_left = pace.seconds_left;
        run.guests = 0;
    }
    const auto cores = static_cast<std::size_t>(cores_.count());
    for (std::size_t used = busy_; used < cores; ++used) {
        UnderWay* last = nullptr;
        for (UnderWay* run : runs)
            if (run->end(0) - run->end(1) >= kLeastGain * run->end(0))
                if (last == nullptr || run->end(0) > last->end(0)) last = run;
        if (last == nullptr) break;
        ++last->guests;
    }
    for (const UnderWay* run : runs)
        run->team->allot(run->guests);
}

}  // namespace reboost::sweep
