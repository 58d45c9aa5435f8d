#include "sweep/runner.hpp"

#include "boosting/recipe.hpp"
#include "config/identity.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "results/process_identity.hpp"
#include "results/source_state.hpp"
#include "sweep/curve_recorder.hpp"
#include "sweep/failure.hpp"
#include "sweep/machine.hpp"
#include "sweep/summary.hpp"

#include <utility>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

constexpr int kSchemaVersion = 1;

/// Records a run, publishes its progress, and interrupts it where a checkpoint is due or the sweep drains.
class RunObserver final : public boosting::RoundObserver {
  public:
    RunObserver(CurveRecorder& recorder, const RunContext& context, LiveRun& live)
        : recorder_(recorder), context_(context), live_(live), clock_(*context.environment->clock) {
        started_ = last_checkpoint_ = clock_.wall_seconds();
    }

    void on_round(const boosting::RoundRecord& record) override {
        recorder_.on_round(record);
        live_.round.store(record.round, std::memory_order_relaxed);
        live_.train_cpu_seconds.store(record.train_cpu_seconds, std::memory_order_relaxed);
    }
    void on_evaluation(const boosting::EvaluationRecord& record) override {
        recorder_.on_evaluation(record);
        if (record.part == boosting::Part::test)
            live_.test_error.store(record.one_error, std::memory_order_relaxed);
    }
    bool interrupt() override { return ends() || checkpoint_due() || state_due(); }
    /// Whether this process does not go on with the run.
    bool ends() const { return (context_.drain && context_.drain->requested()) || out_of_time(); }
    bool checkpoint_due() const {
        return context_.checkpoint_seconds >= 0 &&
               clock_.wall_seconds() - last_checkpoint_ >= context_.checkpoint_seconds;
    }
    bool state_due() const { return context_.keep_state && !state_kept_ && live_.round + 1 == live_.rounds; }
    bool out_of_time() const {
        return context_.time_limit > 0 && clock_.wall_seconds() - started_ >= context_.time_limit;
    }
    void checkpoint_taken() { last_checkpoint_ = clock_.wall_seconds(); }
    void state_kept() { state_kept_ = true; }
    /// The cores that the run has had in this process, on average, and their CPU seconds.
    void note_cores(Value& attributes) const {
        const parallel::Team& team = *context_.team;
        const double wall = system_clock().wall_seconds() - began_;
        attributes.set("cores", 1 + (wall > 0 ? team.guest_seconds() / wall : 0))
            .set("cpu_seconds", clock_.thread_cpu_seconds() - cpu_ + team.cpu_seconds_beside());
    }

  private:
    CurveRecorder& recorder_;
    const RunContext& context_;
    LiveRun& live_;
    const Clock& clock_;
    const double began_ = system_clock().wall_seconds(), cpu_ = clock_.thread_cpu_seconds();
    double started_ = 0;
    double last_checkpoint_ = 0;
    bool state_kept_ = false;
};

constexpr std::int64_t kMostResumes = 1'000'000'000;

/// Carried from checkpoint to checkpoint.
struct History {
    double started_utc = 0;
    std::int64_t resumed = 0;  ///< how often another process went on from a checkpoint
};

History restore(boosting::Booster& booster, CurveRecorder& recorder, const results::Checkpoint& start) {
    booster.load_state(start.state.sub("booster"));
    recorder.load(start.state.sub("recorder"));
    if (booster.rounds_trained() != recorder.rounds())
        throw DataError("the checkpoint's booster has " + std::to_string(booster.rounds_trained()) +
                        " rounds, its curves have " + std::to_string(recorder.rounds()));
    const std::int64_t resumed = start.info.at("resumed").as_integer();
    if (resumed < 0 || resumed > kMostResumes)
        throw DataError("the checkpoint was resumed " + std::to_string(resumed) + " times");
    return {start.info.at("started_utc").as_number(), resumed + 1};
}

Archive state_of(const boosting::Booster& booster, const CurveRecorder& recorder) {
    Archive booster_state, recorder_state, state;
    booster.save_state(booster_state);
    recorder.save(recorder_state);
    state.put_all("booster", std::move(booster_state));
    state.put_all("recorder", std::move(recorder_state));
    return state;
}

void hand_over(const boosting::Booster& booster, const CurveRecorder& recorder, const History& history,
               const std::function<void(Archive, Value)>& taker) {
    Value info = Value::object()
                     .set("rounds", booster.rounds_trained())
                     .set("train_cpu_seconds", recorder.train_cpu_seconds())
                     .set("started_utc", history.started_utc)
                     .set("resumed", history.resumed);
    results::put_source(info, results::this_source());
    taker(state_of(booster, recorder), std::move(info));
}

Value make_attributes(const PlanEntry& entry, const data::BinnedSplit& data, const RunContext& context,
                      const CurveRecorder& recorder, const History& history, boosting::StopReason reason) {
    const BuildInfo build = build_info();
    const Clock& clock = *context.environment->clock;
    Value attributes =
        Value::object()
            .set("schema_version", kSchemaVersion)
            .set("status", "finished")
            .set("stop_reason", enum_name(reason))
            .set("seed", entry.run.spec.seed)
            .set("dataset", data.name)
            .set("dataset_sha256", data.provenance.sha256)
            .set("dataset_source", data.provenance.source)
            .set("dataset_stand_in", data.provenance.stand_in)
            .set("dataset_note", data.provenance.note)
            .set("rows", data.train.rows)
            .set("test_rows", data.test.rows)
            .set("features", data.train.features())
            .set("classes", data.train_labels.classes)
            .set("rounds", recorder.rounds())
            .set("train_cpu_seconds", recorder.train_cpu_seconds())
            .set("work", recorder.work())
            .set("reboost_version", build.version)
            .set("git_revision", build.git_revision)
            .set("source_sha256", build.source_sha256)
            .set("compiler", build.compiler)
            .set("flags", build.flags)
            .set("cpu", cpu_model())
            .set("host", results::this_process().host)
            .set("thread_mode", context.thread_mode)
            .set("threads", context.team->most())
            .set("resumed", history.resumed)
            .set("started_utc", format_utc(history.started_utc))
            .set("ended_utc", format_utc(clock.utc_seconds()))
            .set("peak_memory_bytes", peak_memory_bytes());  // of the process: runs side by side share it
    const Value files = config::file_checksums(entry.run.spec);
    for (const auto& [name, sha256] : files.as_object())
        attributes.set(name, sha256);
    return attributes;
}

/// A booster with its record, fresh or as a checkpoint left them.
struct Training {
    std::unique_ptr<boosting::Booster> booster;
    CurveRecorder recorder;
    History history;
};

Training begin_training(const PlanEntry& entry, const std::shared_ptr<const data::BinnedSplit>& data,
                        const std::optional<results::Checkpoint>& start, const RunContext& context) {
    const Environment& environment = *context.environment;
    boosting::Recipe recipe = config::recipe_of(entry.run.spec);
    for (const auto& [part, program] : boosting::external_programs(recipe.selector, recipe.booster)) {
        program->allowed = environment.allow_external;
        program->in_process = environment.in_process;
    }
    const auto fresh = [&] {
        return Training{environment.make_booster(recipe, data, {context.team, environment.clock}),
                        {},
                        {environment.clock->utc_seconds(), 0}};
    };
    Training training = fresh();
    if (!start) return training;
    try {
        training.history = restore(*training.booster, training.recorder, *start);
    } catch (const Error& error) {  // written by another version: the time is lost, the run is not
        if (!context.may_begin_anew) throw;
        if (context.note)
            context.note(entry.label + ": begins anew, its checkpoint cannot be used (" + error.what() + ")");
        return fresh();
    }
    return training;
}

}  // namespace

std::shared_ptr<LiveRun> live_run_of(const PlanEntry& entry) {
    auto live = std::make_shared<LiveRun>();
    live->label = entry.label;
    live->kind = kind_of(entry.run.spec);
    live->estimated_seconds = entry.cost.seconds;
    live->rounds = rounds_of(entry.run.spec.booster);
    return live;
}

std::variant<results::RunRecord, Interrupted> execute_run(
    const PlanEntry& entry, const std::shared_ptr<const data::BinnedSplit>& data,
    std::optional<results::Checkpoint> start, const RunContext& context, LiveRun& live) {
    if (data->provenance.sha256 != entry.dataset_sha256)
        throw DataError("data set '" + data->name + "' changed since the plan was made (SHA-256 " +
                        data->provenance.sha256 + ", planned " + entry.dataset_sha256 + ")");
    Training training = begin_training(entry, data, start, context);
    start.reset();
    auto& [booster, recorder, history] = training;
    live.first_round = recorder.rounds();
    live.round = recorder.rounds();

    RunObserver observer(recorder, context, live);
    boosting::StopReason reason = booster->train(observer);
    const auto drained = [&] { return context.drain && context.drain->requested(); };
    while (reason == boosting::StopReason::interrupted) {
        if (context.drained_run_finishes && drained()) break;
        if (observer.state_due()) {
            hand_over(*booster, recorder, history, context.keep_state);
            observer.state_kept();
        }
        if (observer.ends() || observer.checkpoint_due()) {
            hand_over(*booster, recorder, history, context.checkpoint);
            if (drained()) return Interrupted{};
            if (observer.out_of_time())
                throw TimeLimitError("not finished after " + fmt::format("{:g}", context.time_limit) +
                                     " s; it goes on from its checkpoint");
            observer.checkpoint_taken();
        }
        reason = booster->train(observer);
    }

    if (context.final_state) *context.final_state = state_of(*booster, recorder);
    results::RunRecord record;
    record.id = entry.id;
    record.spec = entry.run.complete();
    record.curves = recorder.curves();
    booster->save_curves(record.curves);
    record.summary = summary_of(record.curves);
    booster->summarise(record.selector);
    booster->save_model(record.model);
    record.attributes = make_attributes(entry, *data, context, recorder, history, reason);
    observer.note_cores(record.attributes);
    return record;
}

}  // namespace reboost::sweep
