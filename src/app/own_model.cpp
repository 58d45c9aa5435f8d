#include "app/own_model.hpp"

#include "app/common.hpp"
#include "boosting/model_header.hpp"
#include "config/json.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "data/load/load.hpp"
#include "sweep/plan.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace reboost::app {
namespace {

/// An option that has a name of its own, and what it sets. A continued model fixes all but the rounds.
struct NamedOption {
    const char *name, *path;
    bool is_text_of_data = false;  ///< a text among the fields of `dataset`
};
constexpr NamedOption kNamedOptions[]{
    {"rounds", "booster.rounds"},
    {"learner", "learner"},
    {"selector", "selector"},
    {"booster", "booster.name"},
    {"seed", "seed"},
    {"patience", "evaluation.patience"},
    {"validation-fraction", "evaluation.validation_fraction"},
    {"test-fraction", "dataset.test_fraction"},
    {"drop-unlabelled", "dataset.drop_unlabelled"},
    {"label", "dataset.label", true},
    {"format", "dataset.format", true},
    {"delimiter", "dataset.delimiter", true},
    {"header", "dataset.header", true},
    {"missing", "dataset.missing", true},
    {"nominal", "dataset.nominal", true},
    {"skip", "dataset.skip", true},
    {"test", "dataset.test_path", true},
    {"test-label", "dataset.test_label", true},
};

/// "ucb(10)" stays a string, "{...}" is read as JSON.
Value text_or_json(const Arguments& arguments, const std::string& name, const std::string& otherwise) {
    const std::string text = arguments.text(name, otherwise);
    if (text.starts_with('{')) return config::parse_json(text, "--" + name);
    return text;
}

/// A model's file tells its data in JSON, which is UTF-8. Throws UsageError.
std::string utf8(const std::string& what, const std::string& text) {
    if (is_utf8(text)) return text;
    throw UsageError(fmt::format("train: {} '{}' is not UTF-8; rename it", what, printable(text)));
}

Value dataset_value(const Arguments& arguments) {
    Value dataset = Value::object().set("path", utf8("the file's name", arguments.positional().front()));
    for (const auto& [name, path, is_text_of_data] : kNamedOptions)
        if (is_text_of_data && arguments.has(name))
            dataset.set(std::string(path).substr(std::string_view("dataset.").size()),
                        utf8("--" + std::string(name), arguments.text(name)));
    if (arguments.has("drop-unlabelled")) dataset.set("drop_unlabelled", true);
    dataset.set("test_fraction", arguments.number("test-fraction", 0));
    return dataset;
}

/// An option that has a name of its own, given by that and by --set. Throws UsageError.
void refuse_contradictions(const Arguments& arguments) {
    for (const std::string& setting : arguments.list("set")) {
        const std::string key = setting.substr(0, setting.find('='));
        if (key == "dataset" || key == "dataset.path")
            throw UsageError(fmt::format("train: --set {}: the data are those of {}", setting,
                                         arguments.positional().front()));
        for (const NamedOption& option : kNamedOptions)
            if (key == option.path && arguments.has(option.name))
                throw UsageError(
                    fmt::format("train: --set {} and --{}: give one of them", setting, option.name));
    }
}

/// Options that would be refused at another value than their default. Throws UsageError.
void refuse_without_effect(const Arguments& arguments) {
    if (arguments.has("test") && arguments.has("test-fraction"))
        throw UsageError("train: --test and --test-fraction: give one of them");
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
            throw UsageError(
                fmt::format("train: --{} does not apply to {}: it is for tables of text", option, file));
}

/// The options read as a config. What is wrong is told without a place: nobody wrote that config.
config::SweepConfig config_of_options(const std::string& json, const std::string& what,
                                      const std::vector<std::string>& overrides) {
    try {
        return config::parse_config(json, what, "", overrides);
    } catch (const UsageError& error) {
        std::string text;
        for (std::string_view line : split(error.what(), '\n')) {
            if (!text.empty()) text += '\n';
            if (line.starts_with(what + ":")) {
                text += what;
                line.remove_prefix(std::min(line.size(), line.find(": ", what.size())));
            }
            text += line;
        }
        throw UsageError(text);
    }
}

}  // namespace

config::PlannedRun run_of_text(const std::string& json, const std::string& what,
                               const std::vector<std::string>& overrides) {
    config::SweepConfig config = config_of_options(json, what, overrides);
    if (config.runs.size() != 1)
        throw UsageError(
            fmt::format("{}: the options describe {} models, expected one", what, config.runs.size()));
    return std::move(config.runs.front());
}

void add_train_options(Arguments& arguments) {
    arguments.value("model", "OUT.h5", "where the model goes (default: model.h5)")
        .value("label", "COLUMN",
               "label column, by name or 0-based index (default: the last); idx: the file of labels")
        .number("rounds", "N", "boosting rounds (default: 1000)")
        .value("learner", "NAME|JSON",
               "stump (default), product(3), tree(17), or '{\"name\":\"tree\",\"size\":8}'")
        .value("selector", "NAME|JSON",
               "full (default), random(5), ucb(10), exp3_p(1), ...; see `reboost list selectors`")
        .value("booster", "NAME", "adaboost_mh (default); see `reboost list boosters`")
        .number("seed", "N", "seed of what training draws (default: 1)")
        .values("set", "KEY=VALUE", "any other option, as in a config: booster.weights=uniform; repeatable")
        .value("test", "FILE", "measure test losses on this file")
        .value("test-label", "FILE", "idx: the file of the test file's labels")
        .number("test-fraction", "X", "hold this share out for testing (default: 0)")
        .number("validation-fraction", "X", "hold this share out for early stopping")
        .number("patience", "N", "stop after this many rounds without a lower validation error")
        .value("format", "F", "auto (what the file holds), table, arff, libsvm, idx")
        .value("delimiter", "D", "tables: auto, comma, tab, semicolon, space")
        .value("header", "H", "tables: auto, present, absent")
        .value("missing", "TOKENS", "tokens of a missing value, '|' between them; 'empty' is an empty cell")
        .value("nominal", "COLUMNS",
               "columns taken as nominal, ',' between them; a label of many numbers has classes then")
        .value("skip", "COLUMNS", "columns left out, ',' between them")
        .flag("drop-unlabelled", "leave out rows without a label, which are an error otherwise")
        .value("continue", "MODEL", "train this model on, with more --rounds")
        .flag("no-state", "a smaller model file that --continue cannot use")
        .number("threads", "N", "threads (default: one for each CPU); changes time, never the model")
        .shared(kCommonOptions, {"allow-external", "quiet", "json"});
}

config::PlannedRun run_from_options(const Arguments& arguments) {
    refuse_contradictions(arguments);
    refuse_without_effect(arguments);
    const std::int64_t rounds = arguments.integer("rounds", 1000, 1);
    Value evaluation = Value::object();
    if (arguments.has("validation-fraction"))
        evaluation.set("validation_fraction", arguments.number("validation-fraction", 0));
    if (arguments.has("patience")) evaluation.set("patience", arguments.integer("patience", 0));
    Value run = object_of(
        key("dataset", dataset_value(arguments)), key("learner", text_or_json(arguments, "learner", "stump")),
        key("selector", text_or_json(arguments, "selector", "full")),
        key("booster",
            object_of(key("name", arguments.text("booster", "adaboost_mh")), key("rounds", rounds))),
        key("seed", arguments.integer("seed", 1)));
    if (!evaluation.as_object().empty()) run.set("evaluation", std::move(evaluation));
    return run_of_text(to_json(run), "train", arguments.list("set"));
}

config::PlannedRun run_from_model(const Arguments& arguments, const results::RecordFile& model) {
    const auto refuse = [&](const std::string& name) {
        if (arguments.has(name) && name != "rounds")
            throw UsageError(
                fmt::format("train: --{} beside --continue: the model has its own; leave it out", name));
    };
    refuse("set");
    std::ranges::for_each(kNamedOptions, refuse, &NamedOption::name);
    if (model.state.empty())
        throw UsageError("train: the model was saved with --no-state and cannot be continued");
    config::PlannedRun run;
    const std::uint64_t before = naming(arguments.text("continue"), [&] {
        run.spec = config::read_run_spec(model.record.spec);
        const Value& attributes = model.record.attributes;
        const std::string& reason = attributes.at("stop_reason").as_string();
        if (reason == enum_name(boosting::StopReason::rounds_done)) return sweep::rounds_of(run.spec.booster);
        const auto trained = static_cast<std::uint64_t>(attributes.at("rounds").as_integer());
        if (reason != enum_name(boosting::StopReason::interrupted))
            throw UsageError(fmt::format(
                "train: training ended after {} rounds ({}): more rounds change nothing", trained, reason));
        return trained;
    });
    const std::int64_t rounds = arguments.integer("rounds", 0, 1);
    if (rounds <= static_cast<std::int64_t>(before))
        throw UsageError(fmt::format("train: the model has {} rounds; give more with --rounds", before));
    Value spec = config::complete_value(run.spec);
    spec.find("booster")->set("rounds", rounds);
    spec.find("dataset")->set("path", utf8("the file's name", arguments.positional().front()));
    run.spec = config::read_run_spec(spec);
    return run;
}

void refuse_prepared(const data::DatasetSpec& spec, const std::string& name) {
    const data::DatasetSpec normal;
    const char* option = spec.missing_as != normal.missing_as   ? "missing_as"
                         : spec.nominal_as != normal.nominal_as ? "nominal_as"
                         : spec.selection != normal.selection   ? "selection"
                                                                : nullptr;
    if (option != nullptr)
        throw UsageError(
            fmt::format("{}: its columns were prepared by dataset.{}, fitted on the training rows: "
                        "predict cannot prepare others so",
                        name, option));
}

std::string majority_of_empty(const results::RunRecord& record) {
    const Value* majority = record.attributes.find(kMajorityClass);
    return majority == nullptr ? "" : majority->as_string();
}

Value shown_attributes(const results::RunRecord& record) {
    Value attributes = record.attributes;
    Value* const classes = attributes.find("classes");
    if (classes == nullptr || record.model.empty() || classes->as_integer() != 1) return attributes;
    *classes = static_cast<std::int64_t>(boosting::load_model_header(record.model).class_names.size());
    return attributes;
}

}  // namespace reboost::app
