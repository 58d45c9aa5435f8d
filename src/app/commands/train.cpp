#include "app/common.hpp"
#include "app/own_model.hpp"
#include "boosting/factory/saved_model.hpp"
#include "boosting/holdout.hpp"
#include "config/json.hpp"
#include "data/load/load.hpp"
#include "hdf5/file.hpp"
#include "parallel/cores.hpp"
#include "results/run_file.hpp"
#include "sweep/house.hpp"
#include "sweep/runner.hpp"

#include <array>
#include <fstream>

#include <malloc.h>

namespace reboost::app {
namespace {

/// An option of `train`. If it has a path, it sets this path of the run's config, and a continued model fixes
/// it, unless it is the number of rounds.
struct TrainOption {
    enum class Type { text, part, whole, number, flag, texts };  ///< part: "ucb(10)" or JSON, {"name": ...}
    const char *name, *value_name, *help;
    std::string_view path = "";
    Type type = Type::text;
    double least = 0;  ///< of whole numbers
};
using enum TrainOption::Type;

constexpr TrainOption kOptions[]{
    {"model", "OUT.h5", "where the model goes (default: model.h5)"},
    {"label", "COLUMN", "label column, by name or 0-based index (default: the last); idx: the file of labels",
     "dataset.label"},
    {"rounds", "N", "boosting rounds (default: 1000)", "booster.rounds", whole, 1},
    {"learner", "NAME|JSON", "stump (default), product(3), tree(17), or '{\"name\":\"tree\",\"size\":8}'",
     "learner", part},
    {"selector", "NAME|JSON",
     "full (default), random(5), ucb(10), exp3_p(1), ...; see `reboost list selectors`", "selector", part},
    {"booster", "NAME", "adaboost_mh (default); see `reboost list boosters`", "booster.name"},
    {"seed", "N", "seed of what training draws (default: 1)", "seed", whole},
    {"set", "KEY=VALUE", "any other option, as in a config: booster.weights=uniform; repeatable", "", texts},
    {"test", "FILE", "measure test losses on this file", "dataset.test_path"},
    {"test-label", "FILE", "idx: the file of the test file's labels", "dataset.test_label"},
    {"test-fraction", "X", "hold this share out for testing (default: 0)", "dataset.test_fraction", number},
    {"validation-fraction", "X", "hold this share out for early stopping", "evaluation.validation_fraction",
     number},
    {"patience", "N", "stop after this many rounds without a lower validation error", "evaluation.patience",
     whole},
    {"format", "F", "auto (what the file holds), table, arff, libsvm, idx", "dataset.format"},
    {"delimiter", "D", "tables: auto, comma, tab, semicolon, space", "dataset.delimiter"},
    {"header", "H", "tables: auto, present, absent", "dataset.header"},
    {"missing", "TOKENS", "tokens of a missing value, '|' between them; 'empty' is an empty cell",
     "dataset.missing"},
    {"nominal", "COLUMNS",
     "columns taken as nominal, ',' between them; a label of many numbers has classes then",
     "dataset.nominal"},
    {"skip", "COLUMNS", "columns left out, ',' between them", "dataset.skip"},
    {"drop-unlabelled", "", "leave out rows without a label, which are an error otherwise",
     "dataset.drop_unlabelled", flag},
    {"continue", "MODEL", "train this model on, with more --rounds"},
    {"no-state", "", "a smaller model file that --continue cannot use", "", flag},
    {"threads", "N", "threads (default: one for each CPU); changes time, never the model"},
};

/// Throws UsageError unless the text is UTF-8, because a model's file describes its data in JSON.
std::string utf8(const Arguments& arguments, const std::string& what, const std::string& text) {
    if (!is_utf8(text)) arguments.refuse("{} '{}' is not UTF-8; rename it", what, printable(text));
    return text;
}

/// What the option sets its path to.
Value value_of(const Arguments& arguments, const TrainOption& option) {
    const std::string name = option.name;
    if (option.type == flag) return true;
    if (option.type == whole) return arguments.integer(name, 0, option.least);
    if (option.type == number) return arguments.number(name, 0);
    const std::string text = utf8(arguments, "--" + name, arguments.text(name));
    return option.type == part && text.starts_with('{') ? config::parse_json(text, "--" + name) : text;
}

/// Throws UsageError if an option is given both by its own name and by --set.
void refuse_contradictions(const Arguments& arguments) {
    for (const std::string& setting : arguments.list("set")) {
        const std::string key = setting.substr(0, setting.find('='));
        if (key == "dataset" || key == "dataset.path")
            arguments.refuse("--set {}: the data are those of {}", setting, arguments.positional().front());
        for (const TrainOption& option : kOptions)
            if (!key.empty() && key == option.path && arguments.has(option.name))
                arguments.refuse("--set {} and --{}: give one of them", setting, option.name);
    }
}

/// Throws UsageError for options without effect; an option at its default value counts as given.
void refuse_without_effect(const Arguments& arguments) {
    data::DatasetSpec spec;
    const std::string& file = arguments.positional().front();
    for (const auto& [format, name] : enum_names(data::FileFormat{}))
        if (arguments.text("format", "auto") == name) spec.format = format;
    const auto is_table = [&](const std::string& path) {
        return data::format_of(path, spec) == data::FileFormat::table;
    };
    if (is_table(file) || (arguments.has("test") && is_table(arguments.text("test")))) return;
    for (const std::string option : {"delimiter", "header"})
        if (arguments.has(option))
            arguments.refuse("--{} does not apply to {}: it is for tables of text", option, file);
}

/// The one run that the command line describes. Throws UsageError if it describes none or several.
config::PlannedRun run_from_options(const Arguments& arguments) {
    refuse_contradictions(arguments);
    refuse_without_effect(arguments);
    arguments.refuse_beside("test", {"test-fraction"});
    Value run = config::parse_json(R"({
        "dataset": {"test_fraction": 0}, "learner": "stump", "selector": "full",
        "booster": {"name": "adaboost_mh", "rounds": 1000}, "evaluation": {}, "seed": 1})");
    run.find("dataset")->set("path", utf8(arguments, "the file's name", arguments.positional().front()));
    for (const TrainOption& option : kOptions) {
        if (option.path.empty() || !arguments.has(option.name)) continue;
        const std::vector<std::string_view> steps = split(option.path, '.');
        Value& part = steps.size() == 1 ? run : *run.find(steps.front());
        part.set(std::string(steps.back()), value_of(arguments, option));
    }
    return run_of_options(run, "train", arguments.list("set"));
}

/// The run of a saved model, with the file and the number of rounds of the command line. Throws UsageError if
/// other options would change the model, or if the rounds are not more than the model has.
config::PlannedRun run_from_model(const Arguments& arguments, const results::RecordFile& model) {
    for (const auto& [name, value_name, help, path, type, least] : kOptions)
        if (arguments.has(name) && path != "booster.rounds" && (!path.empty() || type == texts))
            arguments.refuse("--{} beside --continue: the model has its own; leave it out", name);
    if (model.state.empty()) arguments.refuse("the model was saved with --no-state and cannot be continued");
    config::PlannedRun run;
    const std::uint64_t before = naming(arguments.text("continue"), [&] {
        run.spec = config::read_run_spec(model.record.spec);
        const Value& attributes = model.record.attributes;
        const std::string& reason = attributes.at("stop_reason").as_string();
        if (reason == enum_name(boosting::StopReason::rounds_done)) return sweep::rounds_of(run.spec.booster);
        const auto trained = static_cast<std::uint64_t>(attributes.at("rounds").as_integer());
        if (reason != enum_name(boosting::StopReason::interrupted))
            arguments.refuse("training ended after {} rounds ({}): more rounds change nothing", trained,
                             boosting::ending_text(reason));
        return trained;
    });
    const std::int64_t rounds = arguments.integer("rounds", 0, 1);
    if (rounds <= static_cast<std::int64_t>(before))
        arguments.refuse("the model has {} rounds; give more with --rounds", before);
    Value spec = config::complete_value(run.spec);
    spec.find("booster")->set("rounds", rounds);
    spec.find("dataset")->set("path", utf8(arguments, "the file's name", arguments.positional().front()));
    run.spec = config::read_run_spec(spec);
    return run;
}

struct Start {
    sweep::PlanEntry entry;
    std::shared_ptr<const data::BinnedSplit> data;
    std::optional<results::Checkpoint> checkpoint;  ///< set if --continue is given
};

results::RecordFile train(Start& start, int threads, const Arguments& arguments) {
    sweep::Environment environment;
    environment.allow_external = arguments.has("allow-external");
    results::RecordFile trained;
    parallel::Cores cores(threads);
    sweep::RunContext context;
    context.environment = &environment;
    context.team = std::make_shared<parallel::Team>(cores, threads);
    context.thread_mode = "single run, " + counted(context.team->most(), "thread");
    context.final_state = &trained.state;  // frees what training used, even if the state is not wanted
    sweep::DrainFlag drain;
    context.drain = &drain;

    sweep::Progress progress(arguments.err, progress_mode_of(arguments), system_clock(), terminal_width());
    const sweep::SignalDrain signals(drain);
    sweep::House house(progress, drain,
                       "Stopping after this round and saving the model. Ctrl-C to quit at once.");
    const auto live = sweep::live_run_of(start.entry);
    progress.expect(live->kind, live->estimated_seconds);
    progress.begin(1, 1);
    progress.run_started(live);
    house.keep_during(cores, [&] {
        trained.record =
            *sweep::execute_run(start.entry, start.data, std::move(start.checkpoint), context, *live);
    });
    progress.end();
    if (arguments.has("no-state")) trained.state = {};
    return trained;
}

/// Throws UsageError if the model cannot be saved, before hours of training.
void require_place_for(const fs::path& model, const Arguments& arguments) {
    const auto refuse = [&](const std::string& why) {
        arguments.refuse("--model {}: {}", model.string(), why);
    };
    const fs::path folder = model.has_parent_path() ? model.parent_path() : ".";
    if (!fs::is_directory(folder)) refuse("there is no folder '" + folder.string() + "'");
    if (fs::is_directory(model)) refuse("it is a folder, expected a file's name");
    if (!fs::is_regular_file(model)) return;
    std::array<char, hdf5::kSignature.size()> begin{};
    std::ifstream(model, std::ios::binary).read(begin.data(), begin.size());
    if (fs::file_size(model) > 0 && std::string_view(begin.data(), begin.size()) != hdf5::kSignature)
        refuse("it is no model, and would be overwritten");
}

/// Prints the command that continues the training of an interrupted model.
void tell_how_to_go_on(const Arguments& arguments, const std::string& model, std::uint64_t rounds) {
    if (arguments.has("no-state"))
        return arguments.tell("Interrupted. Saved with --no-state, the model cannot be trained on.\n");
    arguments.tell("Interrupted. To go on: {}\n",
                   shell_command({"reboost", "train", arguments.positional().front(), "--continue", model,
                                  "--rounds", std::to_string(rounds), "--model", model}));
}

/// Throws UsageError if the model was trained on another file or the options do not fit the model.
Start start_of(const Arguments& arguments) {
    Start start;
    sweep::PlanEntry& entry = start.entry;
    std::string expected_sha256;
    if (arguments.has("continue")) {
        const std::string name = arguments.text("continue");
        results::RecordFile model = results::read_record_file(name);
        entry.run = run_from_model(arguments, model);
        // Throws for a model that `show --importances` would refuse.
        naming(name, [&] { return boosting::feature_importances(model.record.model).size(); });
        expected_sha256 =
            naming(name, [&] { return model.record.attributes.at("dataset_sha256").as_string(); });
        Value info = object_of(key("started_utc", system_clock().utc_seconds()),
                               key("resumed", model.record.attributes.at("resumed")));
        start.checkpoint = results::Checkpoint{std::move(model.state), std::move(info)};
    } else {
        entry.run = run_from_options(arguments);
    }
    start.data = std::make_shared<const data::BinnedSplit>(data::load_binned(
        entry.run.spec.dataset, data::default_data_root(), boosting::binning_of(entry.run.spec.learner)));
    if (!expected_sha256.empty() && expected_sha256 != start.data->provenance.sha256)
        arguments.refuse("{} is not the data that the model was trained on", arguments.positional().front());
    entry = sweep::entry_on(std::move(entry.run), *start.data);
    ::malloc_trim(0);  // gives back what reading used
    return start;
}

void tell_result(const Arguments& arguments, const results::RunRecord& record, const data::BinnedSplit& data,
                 const std::string& model) {
    const std::uint64_t used = rounds_used(record);
    const Majority majority = majority_of(data);
    const bool empty = !majority_of_empty(record).empty();
    const Value errors = empty ? majority.errors : errors_at(record.curves, used, &data);
    if (arguments.has("json")) {
        Value value = object_of(key("model", model), key("drawn_from_these_rounds", is_drawn(record)),
                                key("rounds_used", used), key("errors", errors));
        value.set("majority_errors", majority.errors).set("attributes", shown_attributes(record));
        return print_json(arguments.out, value.set("spec", record.spec));
    }
    const auto rounds = static_cast<std::uint64_t>(record.attributes.at("rounds").as_integer());
    std::string text = fmt::format("{} ({})", counted(rounds, "round"),
                                   boosting::ending_text(record.attributes.at("stop_reason").as_string()));
    if (used < rounds)
        text += fmt::format("; the model is that of round {}, of least validation error", used);
    text += losses_text(errors, majority);
    if (is_drawn(record))
        text +=
            "; the model is a draw from these rounds within the budget, whose error `reboost predict --labelled` tells";
    arguments.print("{}. Model: {}\n", text, model);
    const Value *const train = errors.find("train"), *const test = errors.find("test");
    constexpr double kFarAbove = 0.1;
    if (train != nullptr && test != nullptr && train->as_number() == 0 && test->as_number() > kFarAbove &&
        errors.find("validation") == nullptr)
        arguments.err
            << "note: no training row is wrong, and many test rows are: --validation-fraction 0.2 keeps "
               "the model of the best round on rows held out\n";
}

}  // namespace

int run_train(const Invocation& invocation) {
    // Before training begins, the numbers read from the file are freed. glibc would raise the size (up to 32
    // MB) from which freed blocks return to the system; with a fixed size peak memory is a fifth less.
    ::mallopt(M_MMAP_THRESHOLD, 1 << 18);
    Arguments arguments(
        invocation, "train FILE [OPTIONS]",
        "Trains a model on a CSV/TSV, ARFF, LIBSVM or IDX file of your own (plain or compressed) and saves it "
        "as HDF5. With a validation part the model predicts with the rounds up to its least error there, "
        "and the errors told are of that round. Exit status 1: no column tells the classes apart. Ctrl-C saves what is trained so far, for --continue.\n\n"
        "Examples:\n"
        "  reboost train iris.csv --label species --rounds 200 --test-fraction 0.2 --model iris.h5\n"
        "  reboost train big.csv --learner 'tree(8)' --selector 'ucb(5)' --model big.h5\n"
        "  reboost train iris.csv --continue iris.h5 --rounds 400 --model iris400.h5\n");
    for (const auto& [name, value_name, help, path, type, least] : kOptions)
        arguments.add({name,
                       type == flag    ? Option::Kind::flag
                       : type == texts ? Option::Kind::values
                                       : Option::Kind::value,
                       value_name, help});
    arguments.shared(kCommonOptions, {"allow-external", "quiet", "json"});
    if (!arguments.parse(1, 1)) return kAllWell;

    const fs::path output = arguments.text("model", "model.h5");
    require_place_for(output, arguments);
    const bool replaces = fs::is_regular_file(output);
    require_not_an_input(arguments, "model", output);
    const int threads = arguments.integer<int>("threads", parallel::usable_cpus(), 1, kMostThreads);
    Start start = start_of(arguments);
    const config::RunSpec& spec = start.entry.run.spec;
    const data::Provenance& provenance = start.data->provenance;
    if (!provenance.label.empty())
        arguments.tell("label: {}{}\n", printable(provenance.label),
                       spec.dataset.label.empty() ? " (--label names another)" : "");
    if (!provenance.note.empty()) arguments.tell("note: {}\n", printable(provenance.note));
    const std::vector<std::string> held_out =
        boosting::classes_held_out(*start.data, spec.evaluation.validation_fraction, spec.seed);
    if (!held_out.empty())
        arguments.tell("note: only rows held out for validation have the class {}\n",
                       printable(first_names(held_out)));
    const std::uint64_t rounds = sweep::rounds_of(spec.booster);
    results::RecordFile trained = train(start, threads, arguments);
    ::malloc_trim(0);  // gives back what training used
    const bool interrupted = trained.record.attributes.at("stop_reason").as_string() ==
                             enum_name(boosting::StopReason::interrupted);
    const std::string always = interrupted ? "" : settle_empty(trained.record, *start.data);
    if (!always.empty())
        arguments.tell(
            "no column tells the classes apart: the model always predicts '{}', the most frequent class\n",
            printable(always));
    put_permutations(trained.record.model, permutation_importances(trained.record.model, start.data->test,
                                                                   start.data->test_labels));
    ::malloc_trim(0);  // gives back what the importances used
    results::write_record_file(output, trained.record, std::move(trained.state));
    if (replaces) arguments.err << output.string() << " was there before: it is replaced\n";
    tell_result(arguments, trained.record, *start.data, output.string());
    if (!interrupted) return always.empty() ? kAllWell : kSomeFailed;
    tell_how_to_go_on(arguments, output.string(), rounds);
    return kInterrupted;
}

}  // namespace reboost::app
