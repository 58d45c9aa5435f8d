#include "app/common.hpp"
#include "report/measures/selection.hpp"
#include "statistics/tests.hpp"

#include <cmath>

namespace reboost::app {
namespace {

using report::Candidate;
using report::Selection;

void require_validation(const config::SweepConfig& config) {
    for (const config::PlannedRun& run : config.runs)
        if (run.spec.evaluation.validation_fraction <= 0)
            throw UsageError(config.path +
                             ": run --select compares validation errors: every run needs "
                             "evaluation.validation_fraction above 0, such as 0.2");
}

/// "learner.size = 19, selector = ucb(2)": for a part of several kinds, its label shows all its options.
std::string values_text(const Value& values, const Value& spec) {
    std::string text;
    for (const auto& [path, value] : values.as_object()) {
        const std::string part = path.substr(0, path.find('.'));
        const bool of_kinds = values.find(part + ".name") != nullptr;
        if (of_kinds && path != part + ".name") continue;
        text += (text.empty() ? "" : ", ") + (of_kinds ? part + " = " + config::part_label(spec.at(part))
                                                       : path + " = " + plain_text(value));
    }
    return text.empty() ? "(nothing varies)" : text;
}

void print_selection(std::ostream& out, const Selection& selection) {
    out << selection.dataset << '\n';
    std::size_t width = 0;
    for (const Candidate& candidate : selection.candidates)
        width = std::max(width, values_text(candidate.values, candidate.runs.front()->options()).size());
    for (std::size_t i = 0; i < selection.candidates.size(); ++i) {
        const Candidate& candidate = selection.candidates[i];
        const report::Run& run = *candidate.runs.front();
        std::string line =
            fmt::format("  {} {:<{}}  {:7.3f}%", i == selection.chosen ? '*' : ' ',
                        values_text(candidate.values, run.options()), width, 100 * candidate.error);
        if (!std::isnan(candidate.seed_sd)) line += fmt::format(" ± {:.3f}", 100 * candidate.seed_sd);
        out << line << fmt::format("  ({}, T={})\n", counted(candidate.seeds, "split"), run.rounds_asked());
    }
}

const Candidate& chosen(const Selection& selection) {
    return selection.candidates[selection.chosen];
}

/// The path, or its part ("learner") if that is of several kinds, of which some do not have the path.
std::string common_path(const std::string& path, const std::vector<Selection>& selections) {
    const std::string part = path.substr(0, path.find('.'));
    const bool of_all = std::ranges::all_of(selections, [&](const Selection& selection) {
        return find_path(chosen(selection).runs.front()->options(), path) != nullptr;
    });
    return of_all && path != part + ".name" ? path : part;
}

/// Whether two data sets have the same name and differ in options: "waveform[rows=300]".
bool named_by_label(const std::vector<Selection>& selections) {
    std::set<std::string> names;
    return std::ranges::any_of(selections, [&](const Selection& selection) {
        return !names.insert(selection.dataset.substr(0, selection.dataset.find('['))).second;
    });
}

/// {"learner.size": {"by_dataset": {"pendigits": 19}}}: the choice as members of a config's profile.
Value fragment(const std::vector<Selection>& selections) {
    std::set<std::string> paths;
    for (const Selection& selection : selections)
        for (const std::string& path : report::varied_paths(selection))
            paths.insert(common_path(path, selections));
    std::erase_if(paths, [&](const std::string& path) {
        const std::string part = path.substr(0, path.find('.'));
        return path != part && paths.contains(part);
    });
    Value result = Value::object();
    for (const std::string& path : paths) {
        Value cases = Value::object();
        for (const Selection& selection : selections)
            cases.set(selection.dataset, *find_path(chosen(selection).runs.front()->options(), path));
        result.set(path, Value::object().set("by_dataset", std::move(cases)));
    }
    return result;
}

Value selections_value(const std::vector<Selection>& selections) {
    const auto candidate_value = [](const Candidate& candidate) {
        return object_of(key("values", candidate.values), key("validation_error", candidate.error),
                         key("seed_sd", candidate.seed_sd), key("seeds", candidate.seeds),
                         key("rounds", candidate.runs.front()->rounds_asked()));
    };
    const auto selection_value = [&](const Selection& selection) {
        return object_of(key("dataset", selection.dataset),
                         key("candidates", Value::list_of(selection.candidates, candidate_value)),
                         key("chosen", chosen(selection).values));
    };
    Value result = object_of(key("selections", Value::list_of(selections, selection_value)));
    return named_by_label(selections) ? result : result.set("fragment", fragment(selections));
}

void print_nested(std::ostream& out, const std::vector<report::TunedMethod>& tuned) {
    for (const report::TunedMethod& method : tuned) {
        out << fmt::format("{}  {}: test error {:.3f}% tuned, mean over {}\n", method.dataset, method.method,
                           100 * method.mean_test_error(), counted(method.splits.size(), "split"));
        for (const report::ChosenOnSplit& split : method.splits)
            out << fmt::format(
                "    split {}: {}; validation {:.3f}%, test {:.3f}%\n", split.split,
                split.candidates == 1
                    ? "the only candidate"
                    : fmt::format("{} of {} candidates", values_text(split.values, {}), split.candidates),
                100 * split.validation_error, 100 * split.test_error);
    }
}

void print_comparison(std::ostream& out, const report::TunedComparison& tuned) {
    out << fmt::format(
        "\nTuned against {} tuned: test error, percent points, 95% Hartung-Knapp intervals; {}, at least {} "
        "each; p: Wilcoxon over the sets, Holm's correction\n",
        tuned.baseline, counted(tuned.sets, "data set"), counted(tuned.fewest_splits, "split"));
    for (const std::string& dataset : tuned.left_out)
        out << dataset << " is left out: no split of it has every method\n";
    for (const report::TunedRival& rival : tuned.rivals)
        out << fmt::format("  {}: {:+.3f} [{:.3f}, {:.3f}], lower on {} of {}, p {}\n", rival.method,
                           rival.difference.mean, rival.difference.low, rival.difference.high, rival.wins,
                           tuned.sets, (rival.holm_p < 0.001 ? "" : "= ") + statistics::p_text(rival.holm_p));
}

Value nested_value(const std::vector<report::TunedMethod>& tuned) {
    const auto split_value = [](const report::ChosenOnSplit& split) {
        return object_of(key("split", split.split), key("chosen", split.values),
                         key("candidates", split.candidates), key("validation_error", split.validation_error),
                         key("test_error", split.test_error));
    };
    const auto method_value = [&](const report::TunedMethod& method) {
        return object_of(key("dataset", method.dataset), key("method", method.method),
                         key("test_error", method.mean_test_error()),
                         key("splits", Value::list_of(method.splits, split_value)));
    };
    return object_of(key("tuned", Value::list_of(tuned, method_value)));
}

/// Throws UsageError if no run of the plan has this method; called before the runs are computed.
void require_method(const sweep::Plan& plan, const std::string& method) {
    const std::vector<Value> specs =
        mapped(plan.entries, [](const sweep::PlanEntry& entry) { return entry.run.complete(); });
    const std::vector<const Value*> each = mapped(specs, [](const Value& spec) { return &spec; });
    find_named(report::tuned_method_names(each), method, "method", std::identity(), "--baseline");
}

void tell_nested(const Arguments& arguments, const std::vector<report::TunedMethod>& tuned) {
    if (arguments.has("json")) return print_json(arguments.out, nested_value(tuned));
    print_nested(arguments.out, tuned);
    const bool several =
        std::ranges::any_of(tuned, [&](const auto& one) { return one.method != tuned.front().method; });
    if (several || arguments.has("baseline"))
        print_comparison(arguments.out, report::compare_tuned(tuned, arguments.text("baseline")));
}

void tell_selections(const Arguments& arguments, const std::vector<Selection>& selections) {
    if (arguments.has("json")) return print_json(arguments.out, selections_value(selections));
    for (const Selection& selection : selections)
        print_selection(arguments.out, selection);
    if (named_by_label(selections))
        arguments.out
            << "\nNo profile can hold this: by_dataset goes by names, and several of these data sets have "
               "one.\n";
    else
        arguments.out << "\nAs members of a profile:\n" << to_json(fragment(selections), 2) << '\n';
}

/// Reports what validation chooses among the plan's runs, which are stored in `folder`.
void tell_choice(const sweep::Plan& plan, const fs::path& folder, const Arguments& arguments) {
    const report::RunSet runs(std::make_shared<const results::Store>(folder, results::OpenMode::read_only));
    const std::set<std::string> planned = plan.ids();
    std::vector<const report::Run*> grid;
    for (const report::Run& run : runs.runs())
        if (planned.contains(run.id)) grid.push_back(&run);
    if (arguments.has("nested"))
        tell_nested(arguments, report::select_nested(runs, grid));
    else
        tell_selections(arguments, report::select_by_validation(runs, grid));
}

}  // namespace

void add_selection_options(Arguments& arguments) {
    arguments.flag("select", "then choose hyper-parameters by validation")
        .flag("nested", "with --select: choose on each split and judge what was chosen on its test rows")
        .value("baseline", "METHOD", "with --nested: against which method (default: the first by name)");
}

int run_run(const Invocation& invocation) {
    Arguments arguments(
        invocation, "run CONFIG [OPTIONS]",
        "Computes every run of a config that is not stored yet, longest first, one HDF5 file per run. "
        "Ctrl-C checkpoints what runs and stops; the same command goes on, also after a crash. Several "
        "processes may work on one results folder.\n\n"
        "With --select it chooses hyper-parameters by validation: of the config's grid every run holds out a "
        "share of its training rows (evaluation.validation_fraction; the seed draws them), and on each data "
        "set the point with the least validation error is taken, mean over the last fifth of the rounds and "
        "over the seeds. With --nested, too, methods are compared tuned: runs that differ in numbers only are "
        "one method's candidates; on each split (dataset.seed, with dataset.split \"resampled\") the best by "
        "validation is judged on the test rows, and the methods are compared over splits and data sets.\n\n"
        "Examples:\n"
        "  reboost run configs/opt2009/table1_stump.json --profile quick --set booster.rounds=300\n"
        "  reboost run configs/opt2009/select_tree.json --profile quick --select\n"
        "  reboost run configs/tune_policy.json --select --nested --baseline ucb\n");
    add_plan_options(arguments);
    add_sweep_options(arguments);
    add_selection_options(arguments);
    if (!arguments.parse(1, 1)) return kAllWell;

    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    arguments.require_beside("nested", "select");
    arguments.require_beside("baseline", "nested");
    arguments.refuse_beside("select", {"shard", "reference", "stand-in"});
    const bool selects = arguments.has("select");
    if (selects) require_validation(configs.front());
    const sweep::SweepOptions options = sweep_options_of(arguments, configs);
    const fs::path folder = results_folder(arguments);
    results::Store store(folder);
    sweep::CatalogueData data;
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    if (arguments.has("baseline")) require_method(plan, arguments.text("baseline"));
    if (!selects && !arguments.has("quiet") && !arguments.has("json"))
        arguments.err << plan_line(plan, options) << '\n';
    const int status = sweep_and_tell(plan, store, data, arguments, options);
    if (selects && status == kAllWell) tell_choice(plan, folder, arguments);
    return status;
}

}  // namespace reboost::app
