#include "sweep/sweep.hpp"

#include "boosting/model_header.hpp"
#include "config/identity.hpp"
#include "core/mapped.hpp"
#include "core/text.hpp"
#include "parallel/cores.hpp"
#include "programs/start.hpp"
#include "sweep/failure.hpp"
#include "sweep/folder_check.hpp"
#include "sweep/scheduler.hpp"
#include "sweep/starting_points.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

constexpr double kShareOfFreeMemory = 0.8;
constexpr double kTick = 0.05;             ///< seconds between calls of Scheduler::tick()
constexpr std::size_t kMostWritings = 16;  ///< write jobs that may wait for the disk

/// The parameters that all passes of a sweep share.
struct SweepParts {
    const Plan& plan;
    results::Store& store;
    const Environment& environment;
    const SweepOptions& options;
    parallel::Cores& cores;
    Progress& progress;
    DrainFlag& drain;
    SweepSummary& summary;
};

class Pass final : SweepParts, RunSteps {
  public:
    Pass(const SweepParts& parts, SchedulerOptions scheduling)
        : SweepParts(parts),
          scheduling_(scheduling),
          starts_(plan, store, progress),
          claims_(plan.entries.size()),
          live_(plan.entries.size()),
          writer_(cores, kMostWritings, [this] { drain.request(); }) {
        scheduling_.memory = options.memory_bytes > 0 ? options.memory_bytes
                                                      : kShareOfFreeMemory * parallel::free_memory_bytes();
    }

    void run(const std::vector<std::size_t>& indices, House house) {
        const std::vector<ScheduledRun> runs = mapped(indices, [&](std::size_t index) -> ScheduledRun {
            const PlanEntry& entry = plan.entries[index];
            return {index, data_key(entry.run.spec), entry.cost.data_bytes, entry.cost.run_bytes};
        });
        Scheduler scheduler(runs, *this, cores, scheduling_, drain);
        scheduler.tick();
        house.add(kTick, [&] { scheduler.tick(); });
        house.keep_until([&] { return scheduler.finished(); });
        house.keep_during(cores, [this] { writer_.close(); });
    }

  private:
    Admission admit(std::size_t index) override {
        const PlanEntry& entry = plan.entries[index];
        results::ClaimInfo holder;
        std::optional<results::Claim> claim = store.try_claim(entry.id, plan.options.source, &holder);
        if (claim) {
            if (const auto cause = failure_elsewhere(entry, store, plan.options.source)) {
                count_failure(entry, *cause);
                progress.run_ended(*live_run_of(entry), "FAILED in another process: " + cause->message, true);
                return Admission::ended_elsewhere;
            }
            if (const auto& before = claim->taken_over())
                progress.note(
                    fmt::format("{}: taken over from {}", entry.label, results::claim_text(*before)));
            claims_[index] = std::make_shared<results::Claim>(std::move(*claim));
            live_[index] = live_run_of(entry);
            return Admission::granted;
        }
        const bool stored = store.is_stored(entry.id, plan.options.source);
        const std::lock_guard lock(mutex_);
        if (!holder.run_id.empty() && waited_for_.insert(files::process_text(holder.holder)).second)
            progress.note(
                fmt::format("{} is computed by {}; it and what else that process computes is waited for",
                            entry.label, results::claim_text(holder)));
        if (!stored) return Admission::computed_elsewhere;
        progress.run_ended(*live_run_of(entry), "computed by another process", false);
        ++summary.elsewhere;
        return Admission::ended_elsewhere;
    }

    std::shared_ptr<const data::BinnedSplit> load(std::size_t index) override {
        const config::RunSpec& spec = plan.entries[index].run.spec;
        return std::make_shared<const data::BinnedSplit>(
            environment.data->load(spec.dataset, boosting::binning_of(spec.learner)));
    }

    Pace pace(std::size_t index) const override {
        const LiveRun& live = *live_[index];
        const auto rounds = static_cast<double>(live.rounds), done = static_cast<double>(live.round);
        const double cpu = live.train_cpu_seconds;
        return {cpu, done > 0 ? cpu / done * (rounds - done) : live.estimated_seconds};
    }

    void compute(const StartedRun& run) override {
        const std::shared_ptr<LiveRun>& live = live_[run.index];
        progress.run_started(live);
        const double start = environment.clock->wall_seconds();
        try {
            if (run.load_error) std::rethrow_exception(run.load_error);
            if (std::optional<results::RunRecord> record = train_once_or_twice(run, *live))
                return finish(run.index, std::move(*record), live, start);
            put_last(run.index, [] {});  // the claim is released after the checkpoint queued before it
            progress.run_left(*live);
            const std::lock_guard lock(mutex_);
            ++summary.interrupted;
        } catch (...) {
            fail(run.index, *live, "", [&](Value details) {
                put_last(run.index, [this, id = plan.entries[run.index].id, details = std::move(details)] {
                    store.record_failure(id, details);
                });
            });
        }
    }

    /// Trains a run. A run that fails after resuming is restarted once, because the checkpoint may be the
    /// cause, unless it fails before the first round or an external program or its options are at fault.
    std::optional<results::RunRecord> train_once_or_twice(const StartedRun& run, LiveRun& live) {
        const PlanEntry& entry = plan.entries[run.index];
        std::optional<parallel::PinnedThread> pinned;
        if (scheduling_.pinned) pinned.emplace(static_cast<int>(scheduling_.threads));
        std::optional<StartingPoint> start = starts_.find(entry);
        auto checkpoint = start ? std::optional(std::move(start->checkpoint)) : std::nullopt;
        const RunContext context = context_of(entry, run.team);
        try {
            return execute_run(entry, run.data, std::move(checkpoint), context, live);
        } catch (const Error& error) {
            const bool has_other_cause =
                is_any_of<TimeLimitError, IoError, programs::ProgramError, UsageError>(error);
            if (!start || live.first_round == 0 || has_other_cause) throw;
            starts_.set_aside(entry, start->file, start->what, error);
        }
        return execute_run(entry, run.data, std::nullopt, context, live);
    }

    /// `entry` belongs to the plan, which outlives the writer's jobs.
    RunContext context_of(const PlanEntry& entry, std::shared_ptr<parallel::Team> team) {
        RunContext context;
        context.environment = &environment;
        context.team = std::move(team);
        context.thread_mode = fmt::format(
            "{}, {} at once, {}", enum_name(entry.run.spec.timing), counted(scheduling_.at_once, "run"),
            scheduling_.threads == 0 ? "free cores help"
                                     : counted(scheduling_.threads, "thread") + " per run");
        context.checkpoint_seconds = options.checkpoint_seconds;
        context.time_limit = options.time_limit;
        context.drain = &drain;
        context.note = [this](const std::string& line) { progress.note(line); };
        const auto written = [this](auto keep) {
            return [this, keep](Archive state, Value info) {
                writer_.put([keep, state = std::move(state), info = std::move(info)] { keep(state, info); });
            };
        };
        context.checkpoint = written([this, &entry](const Archive& state, const Value& info) {
            starts_.keep_checkpoint(entry, state, info);
        });
        if (const auto family =
                options.keep_state ? config::family_id(entry.run.spec, entry.dataset_sha256) : std::nullopt)
            context.keep_state =
                written([this, &entry, family = *family](const Archive& state, const Value& info) {
                    starts_.keep_state(entry, family, state, info);
                });
        return context;
    }

    /// Hands a run's last job to the writer, with the run's claim, which is released after the job.
    template <class Job>
    void put_last(std::size_t index, Job job) {
        writer_.put([job = std::move(job), claim = claims_[index]]() mutable { job(); });
        claims_[index].reset();  // last: if put() throws bad_alloc, the run is still claimed, and fails
    }

    /// Reports a run as done once its file is in place.
    void finish(std::size_t index, results::RunRecord record, const std::shared_ptr<LiveRun>& live,
                double start) {
        boosting::keep_used_cuts(record.model);
        std::string outcome = "done in " + format_duration(environment.clock->wall_seconds() - start);
        if (const std::string last = "last/test_error"; record.summary.contains(last))
            outcome += fmt::format(", test error {:.2f}%", 100 * record.summary.get<double>(last).front());
        put_last(index, [this, index, live, outcome = std::move(outcome), record = std::move(record)] {
            try {
                store.write(record);
            } catch (const std::exception& error) {
                if (!is_any_of<std::bad_alloc, IoError>(error)) throw;
                return fail(index, *live, "could not be stored: ", [&](const Value& details) {
                    store.record_failure(plan.entries[index].id, details);  // only the run's file failed
                });
            }
            progress.run_ended(*live, outcome, false);
            const std::lock_guard lock(mutex_);
            ++summary.computed;
        });
    }

    /// Called in an exception handler: counts the failure, has `record` store it and reports it.
    template <class Record>
    void fail(std::size_t index, const LiveRun& live, const std::string& what, Record record) {
        const PlanEntry& entry = plan.entries[index];
        const FailureCause cause = cause_of(std::current_exception());
        count_failure(entry, cause);
        record(describe_failure(cause, entry, live.round, *environment.clock));
        progress.run_ended(live, "FAILED: " + what + cause.message, true);
    }

    void count_failure(const PlanEntry& entry, const FailureCause& cause) {
        const std::lock_guard lock(mutex_);
        summary.failed.push_back({entry.id, entry.label, cause.type, cause.message});
        if (options.max_failures == 0 || summary.failed.size() < options.max_failures) return;
        summary.gave_up = true;
        drain.request();
    }

    SchedulerOptions scheduling_;
    StartingPoints starts_;
    std::mutex mutex_;                  // guards summary and waited_for_
    std::set<std::string> waited_for_;  // processes already reported
    std::vector<std::shared_ptr<results::Claim>> claims_;
    std::vector<std::shared_ptr<LiveRun>> live_;  // admitted runs
    parallel::SerialQueue writer_;                // last, because its jobs use the members above
};

}  // namespace

std::size_t runs_at_once(const SweepOptions& options) {
    const int cpus = parallel::usable_cpus(), threads = std::max(1, options.threads_per_run);
    return static_cast<std::size_t>(options.jobs > 0 ? options.jobs : std::max(1, cpus / threads));
}

SweepSummary run_sweep(const Plan& plan, results::Store& store, const Environment& environment,
                       const SweepOptions& options, Progress& progress, DrainFlag& drain,
                       const std::string& on_signal) {
    SweepSummary summary;
    summary.planned = plan.entries.size();
    summary.done_before = plan.count(RunState::done);
    store.set_patience(
        files::patience_that_tells([&progress](const std::string& line) { progress.note(line); },
                                   [&drain] { return !drain.requested(); }));
    const auto forget = [](results::Store* of) { of->set_patience({}); };
    const std::unique_ptr<results::Store, decltype(forget)> until_the_end(&store, forget);
    std::vector<std::size_t> throughput, timing;
    for (const std::size_t index : execution_order(plan, options.only_failed)) {
        const PlanEntry& entry = plan.entries[index];
        (entry.run.spec.timing == config::TimingMode::timing ? timing : throughput).push_back(index);
        progress.expect(kind_of(entry.run.spec), entry.cost.seconds);
    }
    summary.asked = throughput.size() + timing.size();
    try {
        make_room(plan, store, progress);
    } catch (const files::NotWaitedFor&) {
        summary.drained = true;
        return summary;
    }
    const double start = environment.clock->wall_seconds();
    const std::size_t most = runs_at_once(options);
    const auto threads = static_cast<std::size_t>(options.threads_per_run),
               timing_threads = std::max<std::size_t>(1, threads);
    const std::size_t at_once = std::clamp<std::size_t>(throughput.size(), 1, most);
    const std::size_t cores_wanted = threads == 0 ? most : at_once * threads;
    parallel::Cores cores(static_cast<int>(cores_wanted));
    const auto given = static_cast<std::size_t>(cores.count());
    if (given > 0 && given < cores_wanted)
        progress.note(fmt::format("the system gives no more threads: {} at work, not {}; use fewer --jobs",
                                  counted(given, "core"), cores_wanted));
    progress.begin(summary.asked, static_cast<int>(at_once), store.folder() / "sweeps");
    const House house(progress, drain, on_signal);
    const SweepParts parts{plan, store, environment, options, cores, progress, drain, summary};
    if (!throughput.empty())
        Pass(parts, {std::min(at_once, std::max<std::size_t>(1, given / timing_threads)), threads, false})
            .run(throughput, house);
    if (!timing.empty() && !drain.requested()) Pass(parts, {1, timing_threads, true}).run(timing, house);
    const std::size_t ended = summary.computed + summary.elsewhere + summary.failed.size();
    summary.drained = drain.requested() && ended < summary.asked;
    if (!drain.requested())  // batch schedulers soon kill a process that drains; a later sweep tidies up, too
        House(house).keep_during(cores, [&] {
            try {
                store.remove_abandoned();  // files of other processes killed meanwhile
                store.gather_small_runs(results::kWorthGathering);
            } catch (const files::NotWaitedFor&) {
            } catch (const std::exception& error) {
                progress.note(std::string("small runs were not gathered: ") + error.what());
            }
        });
    progress.end();
    summary.seconds = environment.clock->wall_seconds() - start;
    std::ranges::sort(summary.failed,
                      [](const FailedRun& a, const FailedRun& b) { return a.label < b.label; });
    return summary;
}

}  // namespace reboost::sweep
