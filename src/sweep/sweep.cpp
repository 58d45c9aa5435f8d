#include "sweep/sweep.hpp"

#include "bandits/external/program_error.hpp"
#include "config/continuation.hpp"
#include "core/text.hpp"
#include "sweep/address_space.hpp"
#include "sweep/curve_recorder.hpp"
#include "sweep/damaged_files.hpp"
#include "sweep/failure.hpp"
#include "sweep/leftovers.hpp"
#include "sweep/machine.hpp"
#include "sweep/result_writer.hpp"
#include "sweep/run_queue.hpp"
#include "sweep/starting_points.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

constexpr std::chrono::seconds kHeartbeat{15};
constexpr double kShareOfFreeMemory = 0.8;
constexpr double kMeasurableCpuSeconds = 1;  ///< a run below says nothing of its threads
constexpr double kWorthwhileGain = 1.3;

/// One pass over some runs of a plan with a fixed number of workers.
class Pass {
  public:
    Pass(const Plan& plan, results::Store& store, const Environment& environment, const SweepOptions& options,
         int jobs, config::TimingMode timing, Progress& progress, DrainFlag& drain, SweepSummary& summary)
        : plan_(plan),
          store_(store),
          environment_(environment),
          options_(options),
          jobs_(jobs),
          timing_(timing),
          progress_(progress),
          drain_(drain),
          summary_(summary),
          starts_(plan, store, progress),
          claims_(plan.entries.size()),
          heart_([](const std::stop_token& stop) { beat(stop); }),
          writer_([this] { drain_.request(); }) {}

    void run(const std::vector<std::size_t>& indices) {
        std::vector<QueuedRun> queued;
        for (const std::size_t index : indices) {
            const PlanEntry& entry = plan_.entries[index];
            const Memory memory = estimate_memory(entry.run.spec, entry.shape);
            queued.push_back({index, data_key(entry.run.spec), memory.data, memory.run});
        }
        RunQueue queue(
            queued, [this](std::size_t index) { return load(index); },
            [this](std::size_t index) { return admit(index); }, drain_, memory_limit());
        {
            std::vector<std::jthread> workers;
            start(workers, queue);
        }
        summary_.elsewhere += queue.stored_elsewhere();
        writer_.close();
        if (error_) std::rethrow_exception(error_);
    }

  private:
    std::optional<double> memory_limit() const {
        if (options_.memory_bytes > 0) return options_.memory_bytes;
        const std::optional<double> free = free_memory_bytes();
        return free ? std::optional(kShareOfFreeMemory * *free) : std::nullopt;
    }

    /// As many of the jobs as the system gives threads.
    void start(std::vector<std::jthread>& workers, RunQueue& queue) {
        try {
            workers.emplace_back([&] { work(queue); });
            const HeldBackAddresses held_back;
            for (int i = 1; i < jobs_; ++i)
                workers.emplace_back([&] { work(queue); });
        } catch (const std::system_error&) {
            if (workers.empty()) throw;
            progress_.note(
                fmt::format("the system gives no more threads: {} runs at once, not {}; use fewer --jobs",
                            workers.size(), jobs_));
        }
    }

    std::shared_ptr<const data::BinnedSplit> load(std::size_t index) {
        const config::RunSpec& spec = plan_.entries[index].run.spec;
        return std::make_shared<const data::BinnedSplit>(
            environment_.data->load(spec.dataset, boosting::binning_of(spec.learner)));
    }

    /// Called by one thread at a time.
    Admission admit(std::size_t index) {
        const PlanEntry& entry = plan_.entries[index];
        results::ClaimInfo holder;
        std::optional<results::Claim> claim = store_.try_claim(entry.id, entry.replaces, &holder);
        if (claim) {
            if (const auto cause = failure_elsewhere(entry, store_, plan_.source)) {
                count_failure(entry, *cause);
                progress_.run_ended_elsewhere(*live_run_of(entry),
                                              "FAILED in another process: " + cause->message, true);
                return Admission::failed_elsewhere;
            }
            if (const auto& before = claim->taken_over())
                progress_.note(
                    fmt::format("{}: taken over from {}", entry.label, results::claim_text(*before)));
            claims_[index] = std::make_shared<results::Claim>(std::move(*claim));
            return Admission::granted;
        }
        if (!holder.run_id.empty() && waited_for_.insert(results::process_text(holder.holder)).second)
            progress_.note(
                fmt::format("{} is computed by {}; it and what else that process computes is waited for",
                            entry.label, results::claim_text(holder)));
        if (!store_.is_stored(entry.id, entry.replaces)) return Admission::computed_elsewhere;
        progress_.run_ended_elsewhere(*live_run_of(entry), "computed by another process", false);
        return Admission::stored_elsewhere;
    }

    void work(RunQueue& queue) {
        try {
            while (std::optional<RunQueue::Item> item = queue.next()) {
                run_one(*item);
                queue.done(item->index);
            }
        } catch (...) {  // the results folder failed: no use in going on
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
            drain_.request();
        }
    }

    void run_one(const RunQueue::Item& item) {
        const PlanEntry& entry = plan_.entries[item.index];
        const auto live = live_run_of(entry);
        progress_.run_started(live);
        const double start = environment_.clock->wall_seconds();
        try {
            if (item.load_error) std::rethrow_exception(item.load_error);
            auto outcome = train_once_or_twice(item, *live);
            if (auto* record = std::get_if<results::RunRecord>(&outcome))
                finish(item.index, std::move(*record), live, start);
            else
                leave(item.index, *live);
        } catch (...) {
            fail(item.index, std::current_exception(), *live);
        }
    }

    /// A run that fails in training after resuming from a checkpoint is restarted once: the checkpoint may be
    /// the cause. Not so before the first round, nor where an external program or its options are at fault.
    std::variant<results::RunRecord, Interrupted> train_once_or_twice(const RunQueue::Item& item,
                                                                      LiveRun& live) {
        const PlanEntry& entry = plan_.entries[item.index];
        std::optional<StartingPoint> start = starts_.find(entry);
        try {
            return train(item, start ? std::optional(std::move(start->checkpoint)) : std::nullopt, live);
        } catch (const TimeLimitError&) {
            throw;
        } catch (const IoError&) {
            throw;
        } catch (const bandits::ProgramError&) {
            throw;
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            if (!start || live.first_round == 0) throw;
            starts_.set_aside(entry, *start, error);
        }
        return train(item, std::nullopt, live);
    }

    std::variant<results::RunRecord, Interrupted> train(const RunQueue::Item& item,
                                                        std::optional<results::Checkpoint> start,
                                                        LiveRun& live) {
        const PlanEntry& entry = plan_.entries[item.index];
        std::optional<PinnedThread> pinned;
        if (timing_ == config::TimingMode::timing) pinned.emplace(options_.threads_per_run);
        return execute_run(entry, item.data, std::move(start), context(entry), live);
    }

    /// `entry`: of the plan, which outlives the writer's jobs.
    RunContext context(const PlanEntry& entry) {
        RunContext context;
        context.environment = &environment_;
        context.threads = options_.threads_per_run;
        context.thread_mode = fmt::format(
            "{}, {} at once, {} per run", enum_name(timing_), counted(static_cast<std::size_t>(jobs_), "run"),
            counted(static_cast<std::size_t>(options_.threads_per_run), "thread"));
        context.checkpoint_seconds = options_.checkpoint_seconds;
        context.time_limit = options_.time_limit;
        context.drain = &drain_;
        context.note = [this](const std::string& line) { progress_.note(line); };
        context.checkpoint = [this, &entry](Archive state, Value info) {
            writer_.put([this, &entry, state = std::move(state), info = std::move(info)] {
                starts_.keep_checkpoint(entry, state, info);
            });
        };
        const auto family = options_.keep_state ? config::family_id(entry.run.spec, entry.dataset_sha256)
                                                : std::optional<std::string>();
        if (family)
            context.keep_state = [this, &entry, family = *family](Archive state, Value info) {
                writer_.put([this, &entry, family, state = std::move(state), info = std::move(info)] {
                    starts_.keep_state(entry, family, state, info);
                });
            };
        return context;
    }

    /// Hands a run's last job to the writer, with its claim, which is given back once the job is done.
    template <class Job>
    void put_last(std::size_t index, Job job) {
        writer_.put([job = std::move(job), claim = claims_[index]]() mutable { job(); });
        claims_[index].reset();  // not before: where memory ran out the run is still held, and fails
    }

    /// A run is told of as done when its file is in place.
    void finish(std::size_t index, results::RunRecord record, const std::shared_ptr<LiveRun>& live,
                double start) {
        std::string outcome = "done in " + format_duration(environment_.clock->wall_seconds() - start);
        if (const double error = last_test_error(record.curves); !std::isnan(error))
            outcome += fmt::format(", test error {:.2f}%", 100 * error);
        tell_thread_use(record, *live);
        put_last(index, [this, index, live, outcome = std::move(outcome), record = std::move(record)] {
            try {
                store_.write(record);
            } catch (const std::bad_alloc&) {
                return not_stored(index, record, *live);
            }
            progress_.run_ended(*live, outcome, false);
            const std::lock_guard lock(mutex_);
            ++summary_.computed;
        });
    }

    /// A run that was computed and for whose file there is no memory. Called by the writer.
    void not_stored(std::size_t index, const results::RunRecord& record, const LiveRun& live) {
        const PlanEntry& entry = plan_.entries[index];
        const FailureCause cause = cause_of(std::current_exception());
        const auto rounds = static_cast<std::uint64_t>(record.attributes.at("rounds").as_integer());
        count_failure(entry, cause);
        store_.record_failure(entry.id, describe_failure(cause, entry, rounds, *environment_.clock));
        progress_.run_ended(live, "FAILED: could not be stored: " + cause.message, true);
    }

    /// Reports once per kind of run whether threads inside runs are worth their cores.
    void tell_thread_use(const results::RunRecord& record, const LiveRun& live) {
        const Value* share = record.attributes.find("helper_cpu_share");
        const bool long_enough =
            record.attributes.at("train_cpu_seconds").as_number() >= kMeasurableCpuSeconds;
        if (share == nullptr || !long_enough) return;
        const double gain = 1 / (1 - std::min(0.99, share->as_number()));
        if (gain >= kWorthwhileGain) return;
        {
            const std::lock_guard lock(mutex_);
            if (!thread_notes_given_.insert(live.kind).second) return;
        }
        progress_.note(fmt::format(
            "{}: {} threads inside the run made it {:.1f} times as fast at most; as many runs side by "
            "side (--jobs) make more of the cores",
            live.label, options_.threads_per_run, gain));
    }

    void leave(std::size_t index, const LiveRun& live) {
        put_last(index, [] {});  // after the checkpoint queued before it
        progress_.run_left(live);
        const std::lock_guard lock(mutex_);
        ++summary_.interrupted;
    }

    void fail(std::size_t index, const std::exception_ptr& error, const LiveRun& live) {
        const PlanEntry& entry = plan_.entries[index];
        const FailureCause cause = cause_of(error);
        Value details = describe_failure(cause, entry, live.round, *environment_.clock);
        count_failure(entry, cause);
        put_last(index,
                 [this, id = entry.id, details = std::move(details)] { store_.record_failure(id, details); });
        progress_.run_ended(live, "FAILED: " + cause.message, true);
    }

    void count_failure(const PlanEntry& entry, const FailureCause& cause) {
        const std::lock_guard lock(mutex_);
        summary_.failed.push_back({entry.id, entry.label, cause.type, cause.message});
        if (options_.max_failures == 0 || summary_.failed.size() < options_.max_failures) return;
        summary_.gave_up = true;
        drain_.request();
    }

    static double last_test_error(const Archive& curves) {
        for (const char* name : {"test_error", "test/error"})
            if (curves.contains(name))
                if (const auto& values = curves.get<double>(name); !values.empty()) return values.back();
        return boosting::kNotMeasured;
    }

    static void beat(const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any sleeper;
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            sleeper.wait_for(lock, stop, kHeartbeat, [] { return false; });
            results::Claim::touch_all();
        }
    }

    const Plan& plan_;
    results::Store& store_;
    const Environment& environment_;
    const SweepOptions& options_;
    int jobs_;
    config::TimingMode timing_;
    Progress& progress_;
    DrainFlag& drain_;
    SweepSummary& summary_;
    StartingPoints starts_;
    std::mutex mutex_;  // summary_, error_, thread_notes_given_
    std::exception_ptr error_;
    std::vector<std::shared_ptr<results::Claim>> claims_;
    std::set<std::string> thread_notes_given_;  // kinds of runs
    std::set<std::string> waited_for_;          // processes, named once; in admit only
    std::jthread heart_;
    ResultWriter writer_;
};

int side_by_side(const SweepOptions& options) {
    if (options.jobs > 0) return options.jobs;
    return std::max(1, usable_cpus() / std::max(1, options.threads_per_run));
}

}  // namespace

SweepSummary run_sweep(const Plan& plan, results::Store& store, const Environment& environment,
                       const SweepOptions& options, Progress& progress, DrainFlag& drain) {
    SweepSummary summary;
    summary.planned = plan.entries.size();
    set_damaged_aside(plan, store, progress);
    if (plan.recomputation) write_mark(*plan.recomputation, plan.source);
    for (const PlanEntry& entry : plan.entries)
        if (entry.state == RunState::done) clear_leftovers(store, entry.id, plan.source);
    summary.done_before = plan.count(RunState::done);
    std::vector<std::size_t> throughput, timing;
    for (const std::size_t index : execution_order(plan, options.only_failed, options.only_failed_type)) {
        const PlanEntry& entry = plan.entries[index];
        (entry.run.spec.timing == config::TimingMode::timing ? timing : throughput).push_back(index);
        progress.expect(kind_of(entry.run.spec), entry.cost.seconds);
    }
    summary.asked = throughput.size() + timing.size();
    const double start = environment.clock->wall_seconds();
    const int jobs = std::min(side_by_side(options), std::max(1, static_cast<int>(throughput.size())));
    progress.publish_in(store.folder() / "sweeps");
    progress.begin(summary.asked, jobs);
    if (!throughput.empty())
        Pass(plan, store, environment, options, jobs, config::TimingMode::throughput, progress, drain,
             summary)
            .run(throughput);
    if (!timing.empty() && !drain.requested())
        Pass(plan, store, environment, options, 1, config::TimingMode::timing, progress, drain, summary)
            .run(timing);
    const std::size_t ended = summary.computed + summary.elsewhere + summary.failed.size();
    summary.drained = drain.requested() && ended < summary.asked;
    if (plan.recomputation && !summary.drained) remove_mark(*plan.recomputation);
    if (!drain.requested())
        store.pack_small_runs(results::kWorthPacking);  // a scheduler soon kills what drains
    progress.end();
    summary.seconds = environment.clock->wall_seconds() - start;
    std::ranges::sort(summary.failed,
                      [](const FailedRun& a, const FailedRun& b) { return a.label < b.label; });
    return summary;
}

}  // namespace reboost::sweep
