#include "sweep/runner.hpp"

#include "boosting/recipe.hpp"
#include "config/identity.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "files/process_identity.hpp"
#include "metrics/curves.hpp"
#include "parallel/machine.hpp"
#include "results/source_state.hpp"
#include "sweep/failure.hpp"

#include <utility>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

constexpr int kSchemaVersion = 1;
constexpr std::int64_t kMostResumes = 1'000'000'000;

/// A booster with its record, new or restored from a checkpoint.
struct Training {
    std::unique_ptr<boosting::Booster> booster;
    double started_utc = 0;
    CurveRecorder recorder = {};
    std::int64_t resumed = 0;  ///< how often a process has continued it from a checkpoint

    void restore(const results::Checkpoint& start) {
        booster->load(start.state.sub("booster"));
        recorder.load(start.state.sub("recorder"));
        if (booster->rounds_trained() != recorder.rounds())
            throw DataError("the checkpoint's booster has " + std::to_string(booster->rounds_trained()) +
                            " rounds, its curves have " + std::to_string(recorder.rounds()));
        resumed = start.info.at("resumed").as_integer();
        if (resumed < 0 || resumed > kMostResumes)
            throw DataError("the checkpoint was resumed " + std::to_string(resumed) + " times");
        ++resumed;
        started_utc = start.info.at("started_utc").as_number();
    }

    void state(StateIO& io) {
        io.part("booster", *booster);
        io.part("recorder", recorder);
    }

    void hand_over(const std::function<void(Archive, Value)>& taker) const {
        Value info = Value::object()
                         .set("rounds", booster->rounds_trained())
                         .set("train_cpu_seconds", recorder.train_cpu_seconds())
                         .set("started_utc", started_utc)
                         .set("resumed", resumed);
        results::put_source(info, results::this_source());
        Archive saved;
        save_state(*this, saved);
        taker(std::move(saved), std::move(info));
    }
};

/// Records a run, publishes its progress, and interrupts it if a checkpoint is due or the sweep drains.
struct RunObserver final : boosting::RoundObserver {
    RunObserver(CurveRecorder& its_recorder, const RunContext& its_context, LiveRun& its_progress)
        : recorder(its_recorder), context(its_context), live(its_progress) {}

    void on_round(const boosting::RoundRecord& record) override {
        recorder.on_round(record);
        live.round.store(record.round, std::memory_order_relaxed);
        live.train_cpu_seconds.store(record.train_cpu_seconds, std::memory_order_relaxed);
    }
    void on_evaluation(const boosting::EvaluationRecord& record) override {
        recorder.on_evaluation(record);
        if (record.part == boosting::Part::test)
            live.test_error.store(record.one_error, std::memory_order_relaxed);
    }
    bool interrupt() override { return ends() || checkpoint_due() || state_due(); }
    bool ends() const { return drained() || out_of_time(); }
    bool drained() const { return context.drain && context.drain->requested(); }
    bool out_of_time() const {
        return context.time_limit > 0 && clock.wall_seconds() - started >= context.time_limit;
    }
    bool checkpoint_due() const {
        return context.checkpoint && clock.wall_seconds() - last_checkpoint >= context.checkpoint_seconds;
    }
    bool state_due() const { return context.keep_state && !state_kept && live.round + 1 == live.rounds; }
    /// Sets the mean number of cores that the run has had in this process, and its CPU seconds.
    void note_cores(Value& attributes) const {
        const parallel::Team& team = *context.team;
        const double wall = system_clock().wall_seconds() - began;
        attributes.set("cores", 1 + (wall > 0 ? team.guest_seconds() / wall : 0))
            .set("cpu_seconds", clock.thread_cpu_seconds() - cpu + team.cpu_seconds_beside());
    }

    CurveRecorder& recorder;
    const RunContext& context;
    LiveRun& live;
    const Clock& clock = *context.environment->clock;
    const double began = system_clock().wall_seconds(), cpu = clock.thread_cpu_seconds();
    const double started = clock.wall_seconds();
    double last_checkpoint = started;
    bool state_kept = false;
};

Value make_attributes(const PlanEntry& entry, const data::BinnedSplit& data, const RunContext& context,
                      const Training& training, boosting::StopReason reason) {
    const BuildInfo build = build_info();
    const Clock& clock = *context.environment->clock;
    Value attributes = Value::object()
                           .set("schema_version", kSchemaVersion)
                           .set("status", "finished")
                           .set("stop_reason", enum_name(reason))
                           .set("seed", entry.run.spec.seed)
                           .set("dataset", data.name)
                           .set("dataset_sha256", data.provenance.sha256)
                           .set("dataset_source", data.provenance.source)
                           .set("dataset_stand_in", data.provenance.stand_in)
                           .set("dataset_note", data.provenance.note)
                           .set("dataset_label", data.provenance.label_name)
                           .set("rows", data.train.rows)
                           .set("test_rows", data.test.rows)
                           .set("features", data.train.features())
                           .set("classes", data.train_labels.classes)
                           .set("rounds", training.recorder.rounds())
                           .set("train_cpu_seconds", training.recorder.train_cpu_seconds())
                           .set("work", training.recorder.work())
                           .set("reboost_version", build.version)
                           .set("git_revision", build.git_revision)
                           .set("source_sha256", build.source_sha256)
                           .set("compiler", build.compiler)
                           .set("flags", build.flags)
                           .set("cpu", parallel::cpu_model())
                           .set("host", files::this_process().host)
                           .set("thread_mode", context.thread_mode)
                           .set("threads", context.team->most())
                           .set("resumed", training.resumed)
                           .set("started_utc", format_utc(training.started_utc))
                           .set("ended_utc", format_utc(clock.utc_seconds()))
                           .set("peak_memory_bytes",
                                parallel::peak_memory_bytes());  // several runs share the process
    const Value files = config::file_checksums(entry.run.spec);
    for (const auto& [name, sha256] : files.as_object())
        attributes.set(name, sha256);
    return attributes;
}

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
                        environment.clock->utc_seconds()};
    };
    Training training = fresh();
    if (!start) return training;
    try {
        training.restore(*start);
    } catch (const Error& error) {  // another version wrote it: begin anew
        if (!context.checkpoint) throw;
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

std::optional<results::RunRecord> execute_run(const PlanEntry& entry,
                                              const std::shared_ptr<const data::BinnedSplit>& data,
                                              std::optional<results::Checkpoint> start,
                                              const RunContext& context, LiveRun& live) {
    if (data->provenance.sha256 != entry.dataset_sha256)
        throw DataError("data set '" + data->name + "' changed since the plan was made (SHA-256 " +
                        data->provenance.sha256 + ", planned " + entry.dataset_sha256 + ")");
    Training training = begin_training(entry, data, start, context);
    start.reset();
    live.first_round = training.recorder.rounds();
    live.round = training.recorder.rounds();

    RunObserver observer(training.recorder, context, live);
    boosting::StopReason reason = training.booster->train(observer);
    while (reason == boosting::StopReason::interrupted) {
        if (!context.checkpoint && observer.drained()) break;
        if (observer.state_due()) {
            training.hand_over(context.keep_state);
            observer.state_kept = true;
        }
        if (observer.ends() || observer.checkpoint_due()) {
            training.hand_over(context.checkpoint);
            if (observer.drained()) return std::nullopt;
            if (observer.out_of_time())
                throw TimeLimitError("not finished after " + fmt::format("{:g}", context.time_limit) +
                                     " s; it goes on from its checkpoint");
            observer.last_checkpoint = observer.clock.wall_seconds();
        }
        reason = training.booster->train(observer);
    }

    results::RunRecord record;
    record.id = entry.id;
    record.spec = entry.run.complete();
    record.curves = training.recorder.curves();
    training.booster->save_curves(record.curves);
    record.summary = metrics::summary_of(record.curves);
    training.booster->summarise(record.selector);
    if (context.final_state) take_state(training, *context.final_state);
    training.booster->save_model(record.model);
    record.attributes = make_attributes(entry, *data, context, training, reason);
    observer.note_cores(record.attributes);
    return record;
}

}  // namespace reboost::sweep
